/** Local state of the items of a catalog: installed, waiting, bought. */
import type { LocalState, MarketAccount, MarketItem } from '../../../common/modules/market';
import type { Services } from '../../context';
import { isInstalled, listModules } from '../../installer/moduleRow';
import { compareVersions } from '../../installer/package/versions';

export async function addLocalState<T extends MarketItem>(
  { db }: Services,
  items: readonly T[],
  account: Pick<MarketAccount, 'owned' | 'ratings' | 'refunds'> | null,
): Promise<readonly (T & { readonly local: LocalState })[]> {
  const modules = new Map((await listModules(db)).map((module) => [module.uid, module]));
  return items.map((item) => {
    const found = modules.get(item.id);
    const version = found !== undefined && isInstalled(found) ? found.version : '';
    const rating = account?.ratings.find(({ id }) => id === item.id)?.rating;
    const request = account?.refunds.find(({ id }) => id === item.id)?.state;
    const local: LocalState = {
      moduleId: found?.id ?? 0,
      state: found?.state ?? 'uninstalled',
      version,
      isOwned: account?.owned.includes(item.id) === true || Number(item.price) === 0,
      hasUpdate: version !== '' && compareVersions(item.version, version) > 0,
      ownRating: rating ?? null,
      refund: request ?? (rating === undefined ? 'none' : 'possible'),
    };
    return { ...item, local };
  });
}
