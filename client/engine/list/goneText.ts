/** Why a row is not there any more, in words. */
import type { TFunction } from 'i18next';
import type { Gone } from '../liveList';

export function goneText(gone: Gone | null, t: TFunction): string {
  if (gone === null) return t('engine.list.elsewhere');
  if (gone.why === 'left') return t('engine.list.left');
  return gone.by ? t('engine.list.deleted_by', { name: gone.by.name }) : t('engine.list.deleted');
}
