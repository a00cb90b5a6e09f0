/** Quick search of a list. A sensitive text is sent outside the URL, and its row is shown by id. */
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { asRecord } from '../../../../common/json';
import { useOverride } from '../../engineContext';
import { entityUrl } from '../../data/rowsApi';
import type { FilterModel } from '../useListModel';

export function useQuickSearch({ entity, state, change }: FilterModel): (text: string) => void {
  const isSensitiveSearch = useOverride(entity)?.isSensitiveSearch;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [runQuery] = api.useRequestMutation();
  const searchText = async (text: string) => {
    const { data, error } = await runQuery({
      url: entityUrl(entity.name, 'select'),
      params: { quick_search: text, limit: 1 },
    });
    const list = asRecord(data)?.['list'];
    const foundRow: readonly unknown[] = Array.isArray(list) ? list : [];
    const id = asRecord(foundRow[0])?.['id'];
    if (typeof id === 'number') change({ quickSearch: '', filters: { ...state.filters, id: String(id) } });
    else if (error === undefined) toasts.show('warning', t('engine.list.none_text'));
  };
  return (text) => (isSensitiveSearch?.(text) ? void searchText(text) : change({ quickSearch: text }));
}
