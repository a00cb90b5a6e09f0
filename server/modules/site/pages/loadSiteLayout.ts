/** Loads what surrounds every page: navigation, banners, languages and facts about the site. */
import { stringOrEmpty } from '../../../../common/json';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Banner, NavigationItem, SiteLayout, SiteLink } from '../../../../common/site/pageData';
import { siteSentenceIn, siteTextsIn } from '../../../platform/settings';
import { homeLink, localPath, SITE_LANGS, type SiteLang } from '../../../../common/site/sitePaths';
import { SECTION_NAMES, SITE_SECTIONS } from '../../../../common/site/siteSections';
import type { LayoutRows } from '../layoutRows';
import { loadOtherPages } from './loadOtherPages';
import {
  createFileUrl,
  createHref,
  readIds,
  localizeLink,
  readNumber,
  getSiteText,
  readLocalizedText,
  type PageScope,
} from './pageScope';

const BOTTOM = 1;
const MAX_BANNERS = 6;

/** No link of the site leads to it. */
const MISSING_PATH = '/404';

/** `path`: the address of the page without the prefix of its language; undefined for a missing page. */
export async function loadSiteLayout(
  scope: PageScope,
  layoutRows: LayoutRows,
  path: string | undefined,
): Promise<SiteLayout> {
  const current = path ?? MISSING_PATH;
  const { services, reader, lang, defaultLang } = scope;
  const { settings } = services;
  const [navigation, bannerRows] = await Promise.all([
    layoutRows.read(reader, 'navigation'),
    layoutRows.read(reader, 'banner'),
  ]);
  const banners = toBanners(scope, { rows: bannerRows, navigation, current });
  const ownTop = toNavigation(scope, navigation, { position: 0, current });
  const topNavigation = ownTop.length > 0 ? ownTop : await defaultNavigation(scope, current);
  const bottomNavigation = toNavigation(scope, navigation, { position: BOTTOM, current });
  return {
    ...siteTextsIn(settings, lang),
    footerText: siteSentenceIn(settings, 'footer', lang),
    siteLogo: createFileUrl(scope, settings.siteLogo),
    homeHref: homeLink(lang),
    searchHref: createHref(scope, { page: 'search', q: '' }),
    trialHref: createHref(scope, { page: 'trial' }),
    topNavigation,
    bottomNavigation,
    otherPages: await loadOtherPages(scope, layoutRows, listLinks([...topNavigation, ...bottomNavigation])),
    topBanners: banners.filter(({ position }) => position !== BOTTOM).map(({ banner }) => banner),
    bottomBanners: banners.filter(({ position }) => position === BOTTOM).map(({ banner }) => banner),
    languages: SITE_LANGS.map((other) => ({ lang: other, href: languageHref(other, path ?? '/', defaultLang) })),
    memberCenter: settings.memberCenter ? 'open' : 'closed',
    canRegister: settings.memberCenter && settings.registration,
    year: new Date(services.clock.now()).getUTCFullYear(),
  };
}

const listLinks = (navigation: readonly NavigationItem[]): readonly string[] =>
  navigation.flatMap(({ href, items }) => [href, ...items.map((item) => item.href)]);

const languageHref = (lang: SiteLang, path: string, defaultLang: SiteLang): string =>
  path === '/' ? homeLink(lang) : localPath(lang, path, defaultLang);

interface NavigationPart {
  readonly position: number;
  /** Path of the page without its language. */
  readonly current: string;
}

/** Whether a link leads to the current page or to the list that the page belongs to. */
const isCurrentPath = (url: string, current: string): boolean =>
  url === current || (url.length > 1 && current.startsWith(`${url}/`));

/** The items of one position: rows without a parent, each with the published rows below it. */
function toNavigation(
  scope: PageScope,
  rows: readonly WireRow[],
  { position, current }: NavigationPart,
): readonly NavigationItem[] {
  return rows
    .filter((row) => readNumber(row, 'position') === position && readNumber(row, 'pid') === 0)
    .map((row) => {
      const children = getDescendants(rows, readNumber(row, 'id'));
      const urls = [row, ...children].map((item) => stringOrEmpty(item['url']));
      return {
        ...toLink(scope, row),
        items: children.map((child) => toLink(scope, child)).filter(({ href }) => href !== ''),
        isCurrent: urls.some((url) => isCurrentPath(url, current)),
      };
    })
    .filter(({ href, items }) => href !== '' || items.length > 0);
}

/** All rows below a row, depth first. A cycle cannot be stored; the depth is limited nevertheless. */
function getDescendants(rows: readonly WireRow[], id: number, depth = 0): readonly WireRow[] {
  if (depth > 4) return [];
  return rows
    .filter((row) => readNumber(row, 'pid') === id)
    .flatMap((row) => [row, ...getDescendants(rows, readNumber(row, 'id'), depth + 1)]);
}

const toLink = (scope: PageScope, row: WireRow): SiteLink => ({
  title: readLocalizedText(scope, row, 'title'),
  href: localizeLink(scope, stringOrEmpty(row['url'])),
});

/** The navigation of a site whose staff entered none: every section that has published rows. */
async function defaultNavigation(scope: PageScope, current: string): Promise<readonly NavigationItem[]> {
  const items: NavigationItem[] = [];
  for (const section of SECTION_NAMES) {
    const { entity, path } = SITE_SECTIONS[section];
    const [first] = await scope.reader.rows(entity, { limit: 1 });
    if (first === undefined) continue;
    items.push({
      title: getSiteText(scope, `sections.${section}`),
      href: createHref(scope, { page: 'list', section, number: 1 }),
      items: [],
      isCurrent: isCurrentPath(`/${path}`, current),
    });
  }
  const contact = { title: getSiteText(scope, 'contact.title'), href: createHref(scope, { page: 'contact' }) };
  return [...items, { ...contact, items: [], isCurrent: current === '/contact' }];
}

/** The banners of a page: those of its navigation items, and those of all pages. */
function toBanners(
  scope: PageScope,
  {
    rows,
    navigation,
    current,
  }: { readonly rows: readonly WireRow[]; readonly navigation: readonly WireRow[]; readonly current: string },
): readonly { readonly position: number; readonly banner: Banner }[] {
  const itemsOfPage = new Set(
    navigation.filter(({ url }) => isCurrentPath(stringOrEmpty(url), current)).map((row) => readNumber(row, 'id')),
  );
  return rows
    .filter((row) => {
      const ids = readIds(row, 'navigation_ids');
      return ids.length === 0 || ids.some((id) => itemsOfPage.has(id));
    })
    .slice(0, MAX_BANNERS)
    .map((row) => ({
      position: readNumber(row, 'position'),
      banner: {
        id: readNumber(row, 'id'),
        title: readLocalizedText(scope, row, 'title'),
        subTitle: readLocalizedText(scope, row, 'sub_title'),
        href: localizeLink(scope, stringOrEmpty(row['jump_url'])),
        image: createFileUrl(scope, row['image']),
        mobileImage: createFileUrl(scope, row['image_mobile']),
      },
    }));
}
