/** Captions of the sides of a conflict: who changed it and when. */
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { useActorName } from '../useActorName';
import type { ConflictUnit } from './conflictUnits';

export interface SideCaptions {
  readonly theirs: string;
  readonly mine: string;
  readonly both: string;
}

export function useSideCaptions(unit: ConflictUnit): SideCaptions {
  const { t } = useTranslation();
  const format = useFormatters();
  const actorName = useActorName();
  const remoteChange = unit.members.find((member) => member.remoteChange !== undefined)?.remoteChange;
  const by = remoteChange?.by ?? null;
  const author =
    remoteChange && remoteChange.at > 0
      ? t('conflict.who_when', { name: actorName(by), at: format.time(remoteChange.at) })
      : actorName(by);
  // The remote change was reverted: shown without an author.
  const theirCaption = remoteChange ? `${t('conflict.theirs')} · ${author}` : t('conflict.now');
  return { theirs: theirCaption, mine: t('conflict.yours'), both: t('conflict.both') };
}
