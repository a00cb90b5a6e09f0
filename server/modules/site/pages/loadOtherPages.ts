/** The pages of the site that no item of the navigation leads to: links in the footer keep them in reach of visitors and search engines. */
import { module } from '../../../../common/entities/module';
import type { WireRow } from '../../../../common/entity/projectRow';
import { stringOrEmpty } from '../../../../common/json';
import type { SiteLink } from '../../../../common/site/pageData';
import { parseSitePath, sitePath, type SiteRoute } from '../../../../common/site/sitePaths';
import { SECTION_NAMES, SITE_SECTIONS } from '../../../../common/site/siteSections';
import type { LayoutRows } from '../layoutRows';
import { loadModulePages } from './loadModulePage';
import { createHref, getSiteText, readLocalizedText, type PageScope } from './pageScope';

const MAX_OTHER_PAGES = 60;

interface OtherPage {
  readonly title: string;
  readonly route: SiteRoute;
}

/** `addresses`: the links of the navigation, as staff entered them or as the server made them. */
export async function loadOtherPages(
  scope: PageScope,
  layoutRows: LayoutRows,
  addresses: readonly string[],
): Promise<readonly SiteLink[]> {
  const linked = new Set(addresses.map((address) => unprefixedPath(scope, address)));
  const isLinked = (route: SiteRoute) => linked.has(sitePath('en', route, 'en'));
  const others = (await listPages(scope, layoutRows, isLinked)).filter(({ route }) => !isLinked(route));
  return others.slice(0, MAX_OTHER_PAGES).map(({ title, route }) => ({ title, href: createHref(scope, route) }));
}

/** The path of a link to this site without the prefix of a language; other addresses stay. */
function unprefixedPath({ defaultLang }: PageScope, address: string): string {
  const path = address.toLowerCase().split(/[?#]/)[0] ?? '';
  const parsed = parseSitePath(path, {}, defaultLang);
  return parsed === undefined ? address : sitePath('en', parsed.route, 'en');
}

async function listPages(
  scope: PageScope,
  layoutRows: LayoutRows,
  isLinked: (route: SiteRoute) => boolean,
): Promise<readonly OtherPage[]> {
  const { reader, lang } = scope;
  const pages: OtherPage[] = [];
  for (const section of SECTION_NAMES) {
    const route = { page: 'list', section, number: 1 } as const;
    const isEmpty = async () => (await reader.rows(SITE_SECTIONS[section].entity, { limit: 1 })).length === 0;
    if (!isLinked(route) && !(await isEmpty())) pages.push({ title: getSiteText(scope, `sections.${section}`), route });
  }
  for (const page of ['contact', 'trial'] as const)
    pages.push({ title: getSiteText(scope, `${page}.title`), route: { page } });
  reader.dependOn(module.name);
  for (const { path, title } of await loadModulePages(reader.tx))
    pages.push({ title: title[lang], route: { page: 'module', path, number: 1 } });
  const written = await layoutRows.read(reader, 'page');
  return [...pages, ...written.map((row) => toWrittenPage(scope, row))];
}

const toWrittenPage = (scope: PageScope, row: WireRow): OtherPage => ({
  title: readLocalizedText(scope, row, 'title'),
  route: { page: 'page', slug: stringOrEmpty(row['slug']) },
});
