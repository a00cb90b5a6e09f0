/** Files for robots and readers: `robots.txt`, the sitemap of all published pages, and the feed of the news in each language. */
import { stringOrEmpty } from '../../../common/json';
import { localPath, SITE_LANGS, sitePath, type SiteLang, type SiteRoute } from '../../../common/site/sitePaths';
import { SECTION_NAMES, SITE_SECTIONS } from '../../../common/site/siteSections';
import type { Services } from '../../context';
import { escapeHtml } from '../../platform/http/escapeHtml';
import { rowKey } from './cards';
import { numberOf, siteText, textOf, type PageScope } from './pageScope';
import { readSite, type SiteReader } from './siteReader';

export interface FeedFile {
  readonly type: string;
  readonly text: string;
  readonly dependencies: ReadonlySet<string>;
}

/** A sitemap holds at most 50 000 addresses; each page has one in every language. */
const MAX_ROWS_PER_SECTION = 3_000;
const NEWS_IN_FEED = 30;

export const isFeedPath = (path: string): boolean =>
  path === '/robots.txt' || path === '/sitemap.xml' || feedLang(path, 'zh-cn') !== undefined;

/** The language of a feed's address; undefined for every other path. */
function feedLang(path: string, defaultLang: SiteLang): SiteLang | undefined {
  return path === '/feed.xml' ? defaultLang : SITE_LANGS.find((lang) => path === `/${lang}/feed.xml`);
}

export async function buildFeed(services: Services, path: string, origin: string): Promise<FeedFile> {
  if (path === '/robots.txt') return robotsFile(origin);
  if (path === '/sitemap.xml') return readSite(services, (reader) => sitemapFile(services, reader, origin));
  const lang = feedLang(path, services.settings.defaultLocale) ?? services.settings.defaultLocale;
  return readSite(services, (reader) => newsFeed(services, reader, { lang, origin }));
}

const robotsFile = (origin: string): FeedFile => ({
  type: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /admin\nDisallow: /user\nDisallow: /api/\nDisallow: /search\nSitemap: ${origin}/sitemap.xml\n`,
  dependencies: new Set(),
});

interface SitemapEntry {
  readonly route: SiteRoute;
  /** Unix seconds; 0 when unknown. */
  readonly changed: number;
}

async function sitemapFile(services: Services, reader: SiteReader, origin: string): Promise<FeedFile> {
  const entries: SitemapEntry[] = [{ route: { page: 'home' }, changed: 0 }];
  for (const section of SECTION_NAMES) {
    entries.push({ route: { page: 'list', section, number: 1 }, changed: 0 });
    const rows = await reader.rows(SITE_SECTIONS[section].entity, { limit: MAX_ROWS_PER_SECTION });
    for (const row of rows)
      entries.push({
        route: { page: 'detail', section, key: rowKey(section, row) },
        changed: numberOf(row, 'update_time'),
      });
  }
  for (const row of await reader.rows('page', { limit: MAX_ROWS_PER_SECTION }))
    entries.push({ route: { page: 'page', slug: stringOrEmpty(row['slug']) }, changed: numberOf(row, 'update_time') });
  entries.push({ route: { page: 'contact' }, changed: 0 }, { route: { page: 'trial' }, changed: 0 });
  const urls = entries.flatMap((entry) => sitemapUrls(entry, { origin, defaultLang: services.settings.defaultLocale }));
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
  return { type: 'application/xml; charset=utf-8', text, dependencies: reader.dependencies };
}

/** One address for each language, each with links to the others. */
function sitemapUrls(
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

async function newsFeed(
  services: Services,
  reader: SiteReader,
  { lang, origin }: { readonly lang: SiteLang; readonly origin: string },
): Promise<FeedFile> {
  const defaultLang = services.settings.defaultLocale;
  const scope: PageScope = { services, reader, lang, defaultLang };
  const newestFirst = [{ field: 'create_time', dir: 'desc' }] as const;
  const rows = await reader.rows('news', { sort: newestFirst, limit: NEWS_IN_FEED });
  const items = rows.map((row) => {
    const href = origin + sitePath(lang, { page: 'detail', section: 'news', key: rowKey('news', row) }, defaultLang);
    return `<item><title>${escapeHtml(textOf(scope, row, 'title'))}</title><link>${escapeHtml(href)}</link><guid>${escapeHtml(href)}</guid><description>${escapeHtml(textOf(scope, row, 'description'))}</description><pubDate>${new Date(numberOf(row, 'create_time') * 1000).toUTCString()}</pubDate></item>`;
  });
  const title = `${siteText(scope, 'sections.news')} - ${services.settings.siteName}`;
  const home = origin + localPath(lang, '/news', defaultLang);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeHtml(title)}</title><link>${escapeHtml(home)}</link><description>${escapeHtml(siteText(scope, 'intros.news'))}</description><language>${lang === 'en' ? 'en' : 'zh-cn'}</language>
${items.join('\n')}
</channel></rss>
`;
  reader.dependOn('config');
  return { type: 'application/rss+xml; charset=utf-8', text, dependencies: reader.dependencies };
}
