/** Builds `robots.txt`, the sitemap, and the RSS feed of the news in each language. */
import { localPath, SITE_LANGS, sitePath, type SiteLang } from '../../../../common/site/sitePaths';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Services } from '../../../context';
import { siteTextsIn } from '../../../platform/settings';
import { escapeHtml } from '../../../platform/http/escapeHtml';
import { rowKey } from '../pages/cards';
import type { SiteFile } from './siteFile';
import { getPublishTime, getSiteText, readLocalizedText, type PageScope } from '../pages/pageScope';
import { buildSitemap, isSitemapPath } from './sitemap';
import { readSite, type SiteReader } from '../siteReader';

const NEWS_IN_FEED = 30;

export const isSiteFilePath = (path: string): boolean =>
  path === '/robots.txt' || isSitemapPath(path) || feedLang(path, 'zh-cn') !== undefined;

/** The language of a feed's address; undefined for every other path. */
function feedLang(path: string, defaultLang: SiteLang): SiteLang | undefined {
  return path === '/feed.xml' ? defaultLang : SITE_LANGS.find((lang) => path === `/${lang}/feed.xml`);
}

/** The file of an address; undefined for a part of the sitemap that does not exist. */
export async function buildSiteFile(services: Services, path: string, origin: string): Promise<SiteFile | undefined> {
  if (path === '/robots.txt') return robotsFile(origin);
  if (isSitemapPath(path)) return readSite(services, (reader) => buildSitemap(services, reader, { path, origin }));
  const lang = feedLang(path, services.settings.defaultLocale) ?? services.settings.defaultLocale;
  return readSite(services, (reader) => newsFeed(services, reader, { lang, origin }));
}

const robotsFile = (origin: string): SiteFile => ({
  type: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /admin\nDisallow: /user\nDisallow: /api/\nDisallow: /search\n${SITE_LANGS.map((lang) => `Disallow: /${lang}/search\n`).join('')}Sitemap: ${origin}/sitemap.xml\n`,
  dependencies: new Set(),
});

/** The news that were published last. Of most only the time of creation is stored, so each kind is read by its own index. */
async function loadNewestNews(reader: SiteReader): Promise<readonly WireRow[]> {
  const newest = async (op: 'NULL' | 'NOT NULL', field: 'create_time' | 'publish_time') =>
    reader.rows('news', {
      where: { field: 'publish_time', op, value: null },
      sort: [{ field, dir: 'desc' }],
      limit: NEWS_IN_FEED,
    });
  const rows = [...(await newest('NULL', 'create_time')), ...(await newest('NOT NULL', 'publish_time'))];
  return rows.sort((one, other) => getPublishTime(other) - getPublishTime(one)).slice(0, NEWS_IN_FEED);
}

async function newsFeed(
  services: Services,
  reader: SiteReader,
  { lang, origin }: { readonly lang: SiteLang; readonly origin: string },
): Promise<SiteFile> {
  const defaultLang = services.settings.defaultLocale;
  const scope: PageScope = { services, reader, lang, defaultLang };
  const rows = await loadNewestNews(reader);
  const items = rows.map((row) => {
    const href = origin + sitePath(lang, { page: 'detail', section: 'news', key: rowKey('news', row) }, defaultLang);
    const link = escapeHtml(href);
    const itemTitle = escapeHtml(readLocalizedText(scope, row, 'title'));
    const itemDescription = escapeHtml(readLocalizedText(scope, row, 'description'));
    const publishedAt = new Date(getPublishTime(row) * 1000).toUTCString();
    return (
      `<item><title>${itemTitle}</title><link>${link}</link><guid>${link}</guid>` +
      `<description>${itemDescription}</description><pubDate>${publishedAt}</pubDate></item>`
    );
  });
  const title = `${getSiteText(scope, 'sections.news')} - ${siteTextsIn(services.settings, lang).siteName}`;
  const home = origin + localPath(lang, '/news', defaultLang);
  const description = escapeHtml(getSiteText(scope, 'intros.news'));
  const language = `<language>${lang === 'en' ? 'en' : 'zh-cn'}</language>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeHtml(title)}</title><link>${escapeHtml(home)}</link><description>${description}</description>${language}
${items.join('\n')}
</channel></rss>
`;
  reader.dependOn('config');
  return { type: 'application/rss+xml; charset=utf-8', text, dependencies: reader.dependencies };
}
