/** The message after a permission is lost: who changed it, and whether typed text was kept. */
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../shared/store/connectionSlice';
import { useAppSelector } from '../../shared/app/createStore';
import { useActorName } from '../useActorName';

/** `permission`: typed text is kept; `undone`: there was none, and nothing was done. */
type PermissionLossOutcome = 'permission' | 'undone';

export function usePermissionLostText(): (outcome: PermissionLossOutcome) => string {
  const { t } = useTranslation();
  const actorName = useActorName();
  const by = useAppSelector(selectConnection).permissionsChangedBy;
  return (outcome) => (by ? t(`conflict.${outcome}_by`, { name: actorName(by) }) : t(`conflict.${outcome}`));
}
