/** Why a row was removed, as text. */
import type { TFunction } from 'i18next';
import type { RowRemoval } from '../data/liveList';

export function describeRemoval(removal: RowRemoval | null, t: TFunction): string {
  if (removal === null) return t('engine.list.elsewhere');
  if (removal.why === 'left') return t('engine.list.left');
  return removal.by ? t('engine.list.deleted_by', { name: removal.by.name }) : t('engine.list.deleted');
}
