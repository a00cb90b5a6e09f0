/**
 * Loads the home page: blocks in the order of their weight. A block that is named after a section, such as `products`, is followed by rows
 * of that section; one named `contact` or `trial` leads to the form.
 */
import { stringOrEmpty } from '../../../../common/json';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CardGroup, HomeBlock, PageContent, SitePageData } from '../../../../common/site/pageData';
import type { SectionName } from '../../../../common/site/siteSections';
import { siteSentenceIn } from '../../../platform/settings';
import { toCards, loadCardGroup } from './cards';
import {
  createFileUrl,
  createHref,
  readNumber,
  getSiteText,
  readLocalizedText,
  readLocalizedTexts,
  type PageScope,
} from './pageScope';

/** The sections of the home page in their order, with the number of rows that it shows. */
const HOME_SECTIONS: readonly (readonly [SectionName, number])[] = [
  ['products', 6],
  ['solutions', 6],
  ['plugins', 8],
  ['cases', 6],
  ['news', 6],
  ['articles', 3],
];
const MAX_BLOCKS = 20;

interface LoadedHome {
  readonly content: PageContent;
  readonly blockStyles: SitePageData['blockStyles'];
}

export async function loadHome(scope: PageScope): Promise<LoadedHome> {
  const rows = await scope.reader.rows('home_block', { limit: MAX_BLOCKS, withLongColumns: true });
  const groups = new Map<string, readonly CardGroup[]>();
  for (const [section, limit] of HOME_SECTIONS)
    groups.set(
      section,
      section === 'plugins' ? await loadPluginGroups(scope, limit) : await loadCardGroup(scope, section, { limit }),
    );
  const blocks = rows.map((row) => {
    const name = stringOrEmpty(row['name']).toLowerCase();
    const ofBlock = groups.get(name) ?? [];
    groups.delete(name);
    return { ...toBlock(scope, row), groups: ofBlock, ...getAction(scope, name) };
  });
  return {
    content: {
      kind: 'home',
      tagline: siteSentenceIn(scope.services.settings, 'tagline', scope.lang),
      blocks,
      groups: [...groups.values()].flat(),
    },
    blockStyles: rows.map(getStyles).filter(({ wide, narrow }) => wide !== '' || narrow !== ''),
  };
}

const toBlock = (scope: PageScope, row: WireRow): Omit<HomeBlock, 'groups' | 'action'> => {
  const hasBanner = readNumber(row, 'banner_status') === 1;
  return {
    id: readNumber(row, 'id'),
    titles: readLocalizedTexts(scope, row, 'titles'),
    contents: readLocalizedTexts(scope, row, 'contents'),
    isLeftAligned: readNumber(row, 'is_al') === 1,
    picture: hasBanner ? createFileUrl(scope, row['banner_img']) : '',
    mobilePicture: hasBanner ? createFileUrl(scope, row['banner_img_mobile']) : '',
    isFullWidth: readNumber(row, 'full_banner') === 1,
  };
};

const getAction = (scope: PageScope, name: string): Pick<HomeBlock, 'action'> =>
  name === 'contact' || name === 'trial'
    ? { action: { title: getSiteText(scope, `${name}.title`), href: createHref(scope, { page: name }) } }
    : {};

const getStyles = (row: WireRow) => ({
  id: readNumber(row, 'id'),
  wide: stringOrEmpty(row['css_pc']),
  narrow: stringOrEmpty(row['css_mobile']),
});

/** Plugins by their home page group, recommended ones first; plugins without a group are not shown. */
async function loadPluginGroups(scope: PageScope, limit: number): Promise<readonly CardGroup[]> {
  const rows = (await scope.reader.rows('plugin')).filter((row) => readLocalizedText(scope, row, 'index_group') !== '');
  const byGroup = new Map<string, WireRow[]>();
  for (const row of rows) {
    const title = readLocalizedText(scope, row, 'index_group');
    byGroup.set(title, [...(byGroup.get(title) ?? []), row]);
  }
  const moreHref = createHref(scope, { page: 'list', section: 'plugins', number: 1 });
  const groups: CardGroup[] = [];
  for (const [title, members] of byGroup) {
    const sorted = [...members].sort((one, other) => readNumber(other, 'is_tj') - readNumber(one, 'is_tj'));
    groups.push({ title, cards: await toCards(scope, 'plugins', sorted.slice(0, limit)), moreHref });
  }
  return groups;
}
