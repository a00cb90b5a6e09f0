/** Plugins of a catalog in the format of the module store of older clients. */
import type { Lang } from '../../../common/lang';
import type { MarketCatalog, MarketVersion, ShownMarketDetail, ShownMarketItem } from '../../../common/modules/market';
import { escapeHtml } from '../../platform/http/escapeHtml';
import type { MarketSource } from '../../market/remote/marketSources';
import { printOrder } from './storeOrder';

export const ALL_TAB = 'all';
const TAB = /^source-(\d{1,10})(?:-(\d{1,10}))?$/;
const getTab = (source: number, category?: number): string =>
  category === undefined ? `source-${source}` : `source-${source}-${category}`;

/** The source and the category of a tab; the tab of all modules has neither. */
export function readTab(id: string): { readonly source: number; readonly category: string } {
  const [, source = '0', category = ''] = TAB.exec(id) ?? [];
  return { source: Number(source), category };
}

type Source = Pick<MarketSource, 'id' | 'title'>;
interface Tab {
  readonly id: string;
  readonly name: string;
}
/** The tabs other than that of all modules: the sources, if there are several, and the categories of the shown one. */
export function listTabs(
  sources: readonly Source[],
  shown: Source,
  { categories }: Pick<MarketCatalog, 'categories'>,
  lang: Lang,
): readonly Tab[] {
  const ofSources = sources.length < 2 ? [] : sources.map(({ id, title }) => ({ id: getTab(id), name: title }));
  return [...ofSources, ...categories.map(({ id, title }) => ({ id: getTab(shown.id, id), name: title[lang] }))];
}

/** A price in points is 0, one in money 1. */
const CURRENCIES = { points: 0, money: 1 } as const;
function toStorePrice({ price, points }: Pick<ShownMarketItem, 'price' | 'points'>) {
  const isForPoints = Number(price) === 0 && points !== null;
  const amount = isForPoints ? String(points) : price;
  return {
    original_price: amount,
    present_price: amount,
    currency_select: isForPoints ? CURRENCIES.points : CURRENCIES.money,
  };
}

export function toStoreItem(item: ShownMarketItem, lang: Lang) {
  const { id, title, author, buyers, version, local } = item;
  return {
    uid: id,
    title: title[lang],
    author,
    version,
    downloads: buyers,
    logo: '',
    tags: [],
    ...toStorePrice(item),
    new_version: local.hasUpdate,
  };
}

const toUnixTime = (date: string): number => (date === '' ? 0 : Date.parse(date) / 1000);
/** Plain text as HTML, which these clients insert into the page. */
const toHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

const toVersion = ({ version, news, date }: MarketVersion, lang: Lang) => ({
  title: version,
  short_describe: '',
  describe: toHtml(news[lang]),
  createtime: toUnixTime(date),
});

/** `purchased` is what the client sends with the installation: empty before the purchase. */
export function toStoreDetail(plugin: ShownMarketDetail, source: number, lang: Lang) {
  const { id: uid, description, text, versions, local } = plugin;
  const id = printOrder({ source, uid, price: '', points: '' });
  return {
    ...toStoreItem(plugin, lang),
    id,
    type: 'online',
    demo: [],
    category: null,
    author_url: '',
    purchased: local.isOwned ? id : '',
    updatetime: toUnixTime(versions[0]?.date ?? ''),
    createtime: toUnixTime(versions.at(-1)?.date ?? ''),
    detail_editor: toHtml(text[lang] === '' ? description[lang] : text[lang]),
    version_log: versions.map((version) => toVersion(version, lang)),
  };
}
