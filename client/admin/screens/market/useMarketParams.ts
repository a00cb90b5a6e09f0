/** Query parameters of the marketplace: source, page, search, category and the open plugin. */
import { useSearchParams } from 'react-router';

export interface MarketParams {
  /** 0: the first source. */
  readonly source: number;
  readonly page: number;
  readonly search: string;
  readonly category: number;
  readonly onlyRecommended: boolean;
  /** The open plugin; empty when none is. */
  readonly plugin: string;
}
const readId = (text: string | null): number => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

export function useMarketParams(): {
  readonly params: MarketParams;
  readonly setParams: (patch: Partial<MarketParams>) => void;
} {
  const [query, setQuery] = useSearchParams();
  const params: MarketParams = {
    source: readId(query.get('source')),
    page: readId(query.get('page')) || 1,
    search: query.get('search') ?? '',
    category: readId(query.get('category')),
    onlyRecommended: query.get('recommended') === '1',
    plugin: query.get('plugin') ?? '',
  };
  const setParams = (patch: Partial<MarketParams>) => {
    const isOtherList = Object.keys(patch).some((name) => name !== 'plugin' && name !== 'page');
    const { source, page, search, category, onlyRecommended, plugin } = {
      ...params,
      ...(isOtherList ? { page: 1 } : {}),
      ...patch,
    };
    setQuery(
      {
        ...(source > 0 ? { source: String(source) } : {}),
        ...(page > 1 ? { page: String(page) } : {}),
        ...(search === '' ? {} : { search }),
        ...(category > 0 ? { category: String(category) } : {}),
        ...(onlyRecommended ? { recommended: '1' } : {}),
        ...(plugin === '' ? {} : { plugin }),
      },
      { replace: patch.plugin === undefined },
    );
  };
  return { params, setParams };
}
