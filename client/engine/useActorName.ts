/** Names an actor in messages: the user's own changes elsewhere as “you”. */
import { useTranslation } from 'react-i18next';
import type { ActorRef } from '../../common/protocol/liveEvents';
import { useBootstrap } from '../shared/api/bootstrap';

export function useIsCurrentUser(): (by: ActorRef | null) => boolean {
  const { admin } = useBootstrap();
  return (by) => by?.id === `admin:${admin.id}`;
}

/** Shows the name of an actor; a save of a shared draft names several people, with commas of the language. */
export function usePeopleNames(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => name.replaceAll(', ', t('history.comma'));
}

export function useActorName(): (by: ActorRef | null) => string {
  const { t } = useTranslation();
  const isCurrentUser = useIsCurrentUser();
  const peopleNames = usePeopleNames();
  return (by) => {
    if (by === null || by.name === '') return t('conflict.somebody');
    if (by.id === 'system') return t('history.channel.system');
    return isCurrentUser(by) ? t('conflict.you') : peopleNames(by.name);
  };
}
