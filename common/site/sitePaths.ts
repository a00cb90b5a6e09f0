/**
 * Addresses of the public site. Pages of the default language have no prefix (`/news/7`), pages of the other language have one
 * (`/en/news/7`), so that each language has its own address.
 */
import type { Lang } from '../lang';
import { truncate } from '../text/normalize';
import { SECTION_NAMES, SITE_SECTIONS, type SectionName } from './siteSections';

/** The public site exists in every language of the product. */
export type SiteLang = Lang;
export const SITE_LANGS: readonly SiteLang[] = ['zh-cn', 'en'];

export type SiteRoute =
  | { readonly page: 'home' }
  | { readonly page: 'list'; readonly section: SectionName; readonly number: number; readonly category?: number }
  | { readonly page: 'detail'; readonly section: SectionName; readonly key: string }
  /** A page that is written in the console. */
  | { readonly page: 'page'; readonly slug: string }
  /** A page that a module adds. */
  | { readonly page: 'module'; readonly path: string; readonly number: number }
  | { readonly page: 'contact' }
  | { readonly page: 'trial' }
  /** The results of one part of the site, page by page, or the first results of each part. */
  | { readonly page: 'search'; readonly q: string; readonly within?: SearchPart; readonly number?: number };

/** A part of the site with results of its own in a search. */
export type SearchPart = SectionName | 'pages';
export const SEARCH_PARTS: readonly SearchPart[] = [...SECTION_NAMES, 'pages'];

export interface SiteAddress {
  readonly lang: SiteLang;
  readonly route: SiteRoute;
  /** Whether the path names its language. */
  readonly hasPrefix: boolean;
}

/** Query values that a page reads; all others are ignored. */
export interface SiteQuery {
  readonly page?: string | undefined;
  readonly category?: string | undefined;
  readonly q?: string | undefined;
  readonly in?: string | undefined;
}
/** The names of these values. */
export const SITE_QUERY_NAMES = ['page', 'category', 'q', 'in'] as const satisfies readonly (keyof SiteQuery)[];

/** Characters of a search text. */
export const MAX_SEARCH_LENGTH = 60;
const MAX_PAGE_NUMBER = 10_000;

/**
 * Reads the path of a site page in lower case, such as `/en/news/7`; undefined for every other path. Numbers in the query that are no
 * positive whole numbers count as absent.
 */
export function parseSitePath(path: string, query: SiteQuery, defaultLang: SiteLang): SiteAddress | undefined {
  const segments = path === '/' ? [] : path.slice(1).split('/');
  const [first = ''] = segments;
  const prefix = SITE_LANGS.find((lang) => lang === first);
  const route = parseRoute(prefix === undefined ? segments : segments.slice(1), query);
  if (route === undefined) return undefined;
  return { lang: prefix ?? defaultLang, route, hasPrefix: prefix !== undefined };
}

/** The language that a path names, even if no page exists there. */
export const langOfPath = (path: string): SiteLang | undefined =>
  SITE_LANGS.find((lang) => path === `/${lang}` || path.startsWith(`/${lang}/`));

/** Whether a path, with or without the prefix of a language, is that of the page for refused access. */
export const isForbiddenPath = (path: string): boolean =>
  path === '/401' || SITE_LANGS.some((lang) => path === `/${lang}/401`);

function parseRoute(segments: readonly string[], query: SiteQuery): SiteRoute | undefined {
  const [first, second] = segments;
  if (first === undefined) return { page: 'home' };
  if (segments.length > 2) return undefined;
  const section = SECTION_NAMES.find((name) => SITE_SECTIONS[name].path === first);
  if (section !== undefined) return second === undefined ? listRoute(section, query) : detailRoute(section, second);
  if (first === 'page') return second === undefined || !SLUG.test(second) ? undefined : { page: 'page', slug: second };
  if (second !== undefined) return undefined;
  if (first === 'contact' || first === 'trial') return { page: first };
  if (first === 'search') return searchRoute(query);
  return isReservedSitePath(first) || !SLUG.test(first)
    ? undefined
    : { page: 'module', path: first, number: pageNumber(query) };
}

/** First parts of addresses that are no page of the public site, or always the same one. */
const RESERVED_PATHS: ReadonlySet<string> = new Set([
  ...[...SITE_LANGS, ...SECTION_NAMES.map((name): string => SITE_SECTIONS[name].path)],
  ...['page', 'contact', 'trial', 'search', '401', '404', 'feed', 'sitemap', 'robots', 'preview', 'setup'],
  ...['admin', 'user', 'api', 'open', 'storage', 'assets', 'docs', 'openapi', 'healthz', 'readyz', 'livez', 'metrics'],
]);
/** Whether no module can have this address, with or without the prefix of a language. */
export const isReservedSitePath = (path: string): boolean => RESERVED_PATHS.has(path);

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ROW_ID = /^[1-9]\d{0,14}$/;

function detailRoute(section: SectionName, key: string): SiteRoute | undefined {
  const isValid = SITE_SECTIONS[section].key === 'id' ? ROW_ID.test(key) : SLUG.test(key);
  return isValid ? { page: 'detail', section, key } : undefined;
}

function searchRoute(query: SiteQuery): SiteRoute {
  const q = truncate((query.q ?? '').trim(), MAX_SEARCH_LENGTH);
  const within = SEARCH_PARTS.find((part) => part === query.in);
  return { page: 'search', q, ...(within === undefined ? {} : { within, number: pageNumber(query) }) };
}

function listRoute(section: SectionName, query: SiteQuery): SiteRoute {
  const category = positiveNumber(query.category);
  const number = pageNumber(query);
  const hasCategories = section === 'news' || section === 'plugins';
  return { page: 'list', section, number, ...(hasCategories && category !== undefined ? { category } : {}) };
}

const pageNumber = (query: SiteQuery): number => Math.min(MAX_PAGE_NUMBER, positiveNumber(query.page) ?? 1);
const positiveNumber = (text: string | undefined): number | undefined =>
  text !== undefined && ROW_ID.test(text) ? Number(text) : undefined;

/** The canonical address of a page, relative to the origin. */
export function sitePath(lang: SiteLang, route: SiteRoute, defaultLang: SiteLang): string {
  return localPath(lang, pathOfRoute(route), defaultLang);
}

/** The address of the home page for links. It names its language also in the default language: `/` follows the browser's language. */
export const homeLink = (lang: SiteLang): string => `/${lang}`;

/** Puts the prefix of a language before a path without one. */
export const localPath = (lang: SiteLang, path: string, defaultLang: SiteLang): string =>
  lang === defaultLang ? path : path === '/' ? `/${lang}` : `/${lang}${path}`;

function pathOfRoute(route: SiteRoute): string {
  switch (route.page) {
    case 'home':
      return '/';
    case 'list':
      return `/${SITE_SECTIONS[route.section].path}${printQuery({
        category: route.category,
        page: route.number > 1 ? route.number : undefined,
      })}`;
    case 'detail':
      return `/${SITE_SECTIONS[route.section].path}/${route.key}`;
    case 'page':
      return `/page/${route.slug}`;
    case 'module':
      return `/${route.path}${printQuery({ page: route.number > 1 ? route.number : undefined })}`;
    case 'search':
      return `/search${printQuery({
        q: route.q === '' ? undefined : route.q,
        in: route.within,
        page: route.number !== undefined && route.number > 1 ? route.number : undefined,
      })}`;
    default:
      return `/${route.page}`;
  }
}

function printQuery(values: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
