/** The quick search of a list. A text that must not stand in an address is asked about beside it, and its row is then shown by its id. */
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { asRecord } from '../../shared/persist';
import { useOverride } from '../engineContext';
import { path } from '../rowsApi';
import type { ListModel } from './useListModel';

export function useSeek({ entity, state, change }: ListModel): (text: string) => void {
  const isSecret = useOverride(entity)?.isSecret;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [ask] = api.useRequestMutation();
  const seek = async (text: string) => {
    const { data, error } = await ask({ url: path(entity.name, 'select'), params: { quick_search: text, limit: 1 } });
    const list = asRecord(data)?.['list'];
    const found: readonly unknown[] = Array.isArray(list) ? list : [];
    const id = asRecord(found[0])?.['id'];
    if (typeof id === 'number') change({ q: '', filters: { ...state.filters, id: String(id) } });
    else if (error === undefined) toasts.show('warning', t('engine.list.none_text'));
  };
  return (text) => (isSecret?.(text) ? void seek(text) : change({ q: text }));
}
