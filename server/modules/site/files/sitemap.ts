/**
 * The sitemap: one file with the addresses of all published pages, or, when there are more than a file may hold, an index of files. Each of
 * them lists the rows of one entity within a range of ids, so that its address stays the same while rows come and go.
 */
import { stringOrEmpty } from '../../../../common/json';
import { SITE_LANGS, sitePath, type SiteLang, type SiteRoute } from '../../../../common/site/sitePaths';
import { SECTION_NAMES, SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import type { Services } from '../../../context';
import { escapeHtml } from '../../../platform/http/escapeHtml';
import { rowKey } from '../pages/cards';
import { loadModulePages } from '../pages/loadModulePage';
import { readNumber } from '../pages/pageScope';
import type { SiteFile } from './siteFile';
import type { RowsQuery, SiteReader } from '../siteReader';

/** Size limits of one file. The protocol allows 50 000 addresses and 50 MB; each page has an address in every language. */
export interface SitemapLimits {
  /** Rows of all entities up to which the sitemap is one file. */
  readonly rowsOfOneFile: number;
  /** Ids of one entity in each file of an index. */
  readonly idsPerFile: number;
}
const DEFAULT_LIMITS: SitemapLimits = { rowsOfOneFile: 24_000, idsPerFile: 10_000 };

const ROOT = '/sitemap.xml';
/** The parts of an index: rows of a section, written pages, and the pages without a row. */
const PARTS = [...SECTION_NAMES, 'pages'] as const;
type Part = SectionName | 'pages';
const PART_PATH = /^\/sitemap-([a-z]+)-([1-9]\d{0,4})\.xml$/;
const FIXED_PATH = '/sitemap-site.xml';

export const isSitemapPath = (path: string): boolean =>
  path === ROOT || path === FIXED_PATH || parsePartPath(path) !== undefined;

/** The part that an address names, and the number of its range of ids. */
function parsePartPath(path: string): { readonly part: Part; readonly number: number } | undefined {
  const [, name, number] = PART_PATH.exec(path) ?? [];
  const part = PARTS.find((known) => known === name);
  return part && { part, number: Number(number) };
}

interface SitemapRequest {
  readonly path: string;
  readonly origin: string;
}
interface SitemapEntry {
  readonly route: SiteRoute;
  /** Unix seconds; 0 when unknown. */
  readonly changed: number;
}

/** The file of an address; undefined for a range beyond the last row. */
export async function buildSitemap(
  services: Services,
  reader: SiteReader,
  { path, origin }: SitemapRequest,
  limits: SitemapLimits = DEFAULT_LIMITS,
): Promise<SiteFile | undefined> {
  // The language without a prefix is a setting.
  reader.dependOn('config');
  const toFile = (text: string): SiteFile => ({
    type: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`,
    dependencies: reader.dependencies,
  });
  const urlset = (entries: readonly SitemapEntry[]) => toFile(printUrlset(services, entries, origin));
  if (path === FIXED_PATH) return urlset(await loadFixedEntries(reader));
  const named = parsePartPath(path);
  if (named !== undefined) {
    const last = named.number * limits.idsPerFile;
    const ids = { all: [idFilter('>', last - limits.idsPerFile), idFilter('<=', last)] };
    const entries = await loadEntries(reader, named.part, { where: ids, limit: limits.idsPerFile });
    return entries.length === 0 ? undefined : urlset(entries);
  }
  if ((await countRows(reader, limits.rowsOfOneFile)) > limits.rowsOfOneFile)
    return toFile(printIndex(await listParts(reader, limits), origin));
  const entries: SitemapEntry[] = [...(await loadFixedEntries(reader))];
  for (const part of PARTS) entries.push(...(await loadEntries(reader, part, { limit: limits.rowsOfOneFile })));
  return urlset(entries);
}

const FIXED_ENTRIES: readonly SitemapEntry[] = [
  { page: 'home' } as const,
  ...SECTION_NAMES.map((section) => ({ page: 'list', section, number: 1 }) as const),
  { page: 'contact' } as const,
  { page: 'trial' } as const,
].map((route) => ({ route, changed: 0 }));

/** The pages without a row: those of the product and those of modules. */
async function loadFixedEntries(reader: SiteReader): Promise<readonly SitemapEntry[]> {
  reader.dependOn('module');
  const pages = await loadModulePages(reader.tx);
  return [
    ...FIXED_ENTRIES,
    ...pages.map(({ path }) => ({ route: { page: 'module', path, number: 1 } as const, changed: 0 })),
  ];
}

const idFilter = (op: '>' | '<=', value: number) => ({ field: 'id', op, value }) as const;
const getEntity = (part: Part): string => (part === 'pages' ? 'page' : SITE_SECTIONS[part].entity);
const getKey = (part: Part): string => (part === 'pages' ? 'slug' : SITE_SECTIONS[part].key);

/** The number of rows of all parts; counting ends beyond the limit. */
async function countRows(reader: SiteReader, limit: number): Promise<number> {
  let total = 0;
  for (const part of PARTS) if (total <= limit) total += await reader.count(getEntity(part), undefined, limit + 1);
  return total;
}

async function loadEntries(
  reader: SiteReader,
  part: Part,
  query: Pick<RowsQuery, 'where' | 'limit'>,
): Promise<readonly SitemapEntry[]> {
  const columns = ['id', getKey(part), 'update_time'];
  const rows = await reader.rows(getEntity(part), { ...query, columns, sort: [{ field: 'id', dir: 'asc' }] });
  return rows.map((row) => ({
    route:
      part === 'pages'
        ? { page: 'page', slug: stringOrEmpty(row['slug']) }
        : { page: 'detail', section: part, key: rowKey(part, row) },
    changed: readNumber(row, 'update_time'),
  }));
}

/** The paths of the files of an index. */
async function listParts(reader: SiteReader, { idsPerFile }: SitemapLimits): Promise<readonly string[]> {
  const paths = [FIXED_PATH];
  for (const part of PARTS) {
    const newest = { columns: ['id'], sort: [{ field: 'id', dir: 'desc' }], limit: 1 } as const;
    const [last] = await reader.rows(getEntity(part), newest);
    const files = last === undefined ? 0 : Math.ceil(readNumber(last, 'id') / idsPerFile);
    for (let number = 1; number <= files; number += 1) paths.push(`/sitemap-${part}-${number}.xml`);
  }
  return paths;
}

const printIndex = (paths: readonly string[], origin: string): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>`).join('\n')}
</sitemapindex>`;

function printUrlset({ settings }: Services, entries: readonly SitemapEntry[], origin: string): string {
  const address = { origin, defaultLang: settings.defaultLocale };
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.flatMap((entry) => printUrls(entry, address)).join('\n')}
</urlset>`;
}

/** One address for each language, each with links to the others. */
function printUrls(
  { route, changed }: SitemapEntry,
  { origin, defaultLang }: { readonly origin: string; readonly defaultLang: SiteLang },
): readonly string[] {
  const addresses = SITE_LANGS.map((lang) => ({ lang, href: escapeHtml(origin + sitePath(lang, route, defaultLang)) }));
  const links = addresses.map(
    ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang === 'en' ? 'en' : 'zh-CN'}" href="${href}"/>`,
  );
  const date = changed === 0 ? '' : `<lastmod>${new Date(changed * 1000).toISOString()}</lastmod>`;
  return addresses.map(({ href }) => `<url><loc>${href}</loc>${date}${links.join('')}</url>`);
}
