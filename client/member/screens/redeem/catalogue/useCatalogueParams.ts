/** Query parameters of the catalog: page, search, category and the open plugin. */
import { setSearch, useSearch } from '../../../router';

/** The value of `view` that shows the catalog on the screen of codes. */
export const CATALOGUE_VIEW = 'plugins';

interface CatalogueParams {
  readonly page: number;
  readonly search: string;
  /** 0: all. */
  readonly category: number;
  readonly onlyRecommended: boolean;
  /** The uid of the open plugin; empty when none is. */
  readonly plugin: string;
}
const readId = (text: string | null): number => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

export function useCatalogueParams() {
  const query = new URLSearchParams(useSearch());
  const params: CatalogueParams = {
    page: readId(query.get('page')) || 1,
    search: query.get('search') ?? '',
    category: readId(query.get('category')),
    onlyRecommended: query.get('recommended') === '1',
    plugin: query.get('plugin') ?? '',
  };
  const setParams = (patch: Partial<CatalogueParams>) => {
    const isOtherList = Object.keys(patch).some((name) => name !== 'plugin' && name !== 'page');
    const next = { ...params, ...(isOtherList ? { page: 1 } : {}), ...patch };
    const { page, search, category, onlyRecommended, plugin } = next;
    const nextQuery = new URLSearchParams({
      view: CATALOGUE_VIEW,
      ...(page > 1 ? { page: String(page) } : {}),
      ...(search === '' ? {} : { search }),
      ...(category > 0 ? { category: String(category) } : {}),
      ...(onlyRecommended ? { recommended: '1' } : {}),
      ...(plugin === '' ? {} : { plugin }),
    });
    setSearch(nextQuery, patch.plugin === undefined);
  };
  return { params, setParams };
}
