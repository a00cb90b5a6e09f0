/** What is said where a right went while somebody was at work: by whom, and what became of the work. */
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../shared/store/connectionSlice';
import { useAppSelector } from '../../shared/app/createStore';
import { useActorName } from '../useActorName';

/** `permission`: what was typed is kept; `undone`: there was nothing to keep, and nothing was done. */
type PermissionLossOutcome = 'permission' | 'undone';

export function usePermissionLostText(): (outcome: PermissionLossOutcome) => string {
  const { t } = useTranslation();
  const actorName = useActorName();
  const by = useAppSelector(selectConnection).permissionsChangedBy;
  return (outcome) => (by ? t(`conflict.${outcome}_by`, { name: actorName(by) }) : t(`conflict.${outcome}`));
}
