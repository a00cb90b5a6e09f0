/** What this installation knows about the items of a catalogue: installed, waiting, bought. */
import type { LocalState, MarketItem } from '../../../common/modules/market';
import type { Services } from '../../context';
import { isInstalled, listModules } from '../../installer/moduleRow';
import { compareVersions } from '../../installer/package/versions';

export async function addLocalState<T extends MarketItem>(
  { db }: Services,
  items: readonly T[],
  owned: readonly string[],
): Promise<readonly (T & { readonly local: LocalState })[]> {
  const modules = new Map((await listModules(db)).map((one) => [one.uid, one]));
  return items.map((item) => {
    const found = modules.get(item.id);
    const version = found !== undefined && isInstalled(found) ? found.version : '';
    const local: LocalState = {
      moduleId: found?.id ?? 0,
      state: found?.state ?? 'uninstalled',
      version,
      isOwned: owned.includes(item.id) || Number(item.price) === 0,
      hasUpdate: version !== '' && compareVersions(item.version, version) > 0,
    };
    return { ...item, local };
  });
}
