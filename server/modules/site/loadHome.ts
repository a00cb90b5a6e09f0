/** Loads the home page: blocks in the order of their weight, then the newest and recommended rows of each section. */
import { stringOrEmpty } from '../../../common/json';
import type { WireRow } from '../../../common/entity/projectRow';
import type { CardGroup, HomeBlock, PageContent, SitePageData } from '../../../common/site/pageData';
import { toCards, loadCardGroup } from './cards';
import { fileHref, hrefTo, numberOf, textOf, textsOf, type PageScope } from './pageScope';

const CARDS_PER_GROUP = { products: 6, solutions: 6, cases: 4, news: 6, articles: 3 } as const;
const MAX_BLOCKS = 20;
const MAX_PLUGINS_PER_GROUP = 8;

export async function loadHome(
  scope: PageScope,
): Promise<{ readonly content: PageContent; readonly blockStyles: SitePageData['blockStyles'] }> {
  const rows = await scope.reader.rows('home_block', { limit: MAX_BLOCKS, withLongColumns: true });
  const groups: CardGroup[] = [
    ...(await loadCardGroup(scope, 'products', { limit: CARDS_PER_GROUP.products })),
    ...(await loadCardGroup(scope, 'solutions', { limit: CARDS_PER_GROUP.solutions })),
    ...(await loadPluginGroups(scope)),
    ...(await loadCardGroup(scope, 'cases', { limit: CARDS_PER_GROUP.cases })),
    ...(await loadCardGroup(scope, 'news', { limit: CARDS_PER_GROUP.news })),
    ...(await loadCardGroup(scope, 'articles', { limit: CARDS_PER_GROUP.articles })),
  ];
  return {
    content: { kind: 'home', blocks: rows.map((row) => toBlock(scope, row)), groups },
    blockStyles: rows.map(stylesOf).filter(({ wide, narrow }) => wide !== '' || narrow !== ''),
  };
}

const toBlock = (scope: PageScope, row: WireRow): HomeBlock => {
  const hasBanner = numberOf(row, 'banner_status') === 1;
  return {
    id: numberOf(row, 'id'),
    titles: textsOf(scope, row, 'titles'),
    contents: textsOf(scope, row, 'contents'),
    isLeftAligned: numberOf(row, 'is_al') === 1,
    picture: hasBanner ? fileHref(scope, row['banner_img']) : '',
    mobilePicture: hasBanner ? fileHref(scope, row['banner_img_mobile']) : '',
    isFullWidth: numberOf(row, 'full_banner') === 1,
  };
};

const stylesOf = (row: WireRow) => ({
  id: numberOf(row, 'id'),
  wide: stringOrEmpty(row['css_pc']),
  narrow: stringOrEmpty(row['css_mobile']),
});

/** Plugins by their home page group, recommended ones first; plugins without a group are not shown. */
async function loadPluginGroups(scope: PageScope): Promise<readonly CardGroup[]> {
  const rows = (await scope.reader.rows('plugin')).filter((row) => textOf(scope, row, 'index_group') !== '');
  const byGroup = new Map<string, WireRow[]>();
  for (const row of rows) {
    const title = textOf(scope, row, 'index_group');
    byGroup.set(title, [...(byGroup.get(title) ?? []), row]);
  }
  const moreHref = hrefTo(scope, { page: 'list', section: 'plugins', number: 1 });
  const groups: CardGroup[] = [];
  for (const [title, members] of byGroup) {
    const sorted = [...members].sort((one, other) => numberOf(other, 'is_tj') - numberOf(one, 'is_tj'));
    const cards = await toCards(scope, 'plugins', sorted.slice(0, MAX_PLUGINS_PER_GROUP));
    groups.push({ title, cards, moreHref });
  }
  return groups;
}
