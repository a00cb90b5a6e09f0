/** Loads all data of one page of the site in one snapshot. */
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PageContent, RefusedForm, SitePageData } from '../../../../common/site/pageData';
import { localPath, sitePath, type SiteLang, type SiteRoute } from '../../../../common/site/sitePaths';
import type { Services } from '../../../context';
import { loadDetail } from './loadDetail';
import { loadForm } from './loadForms';
import { loadSiteLayout } from './loadSiteLayout';
import { loadHome } from './loadHome';
import { loadList } from './loadList';
import { loadModulePage } from './loadModulePage';
import { loadSearch, NO_MATCHES, type SearchMatches } from './loadSearch';
import { loadContentPage } from './loadContentPage';
import { pageMeta } from './pageMeta';
import type { PageScope } from './pageScope';
import { addImageSizes } from './imageSizes';
import { createLayoutRowsCache, type LayoutRowsCache } from '../layoutRows';
import { readSite, type RowOverlay } from '../siteReader';

export interface LoadedPage {
  readonly status: 200 | 401 | 404;
  /** Undefined when no published row belongs to the route: only what the decision read was loaded. */
  readonly data: SitePageData | undefined;
  /** Entities whose changes may change the page. */
  readonly dependencies: ReadonlySet<string>;
}

export interface PageRequest {
  readonly lang: SiteLang;
  /** A route, or the page for a missing or refused address, or for that of a row that is not shown. */
  readonly route: SiteRoute | 'notFound' | 'forbidden' | 'missingRow';
  /** Scheme, host and port of the site, for canonical addresses. */
  readonly origin: string;
}

interface Loaded {
  readonly content: PageContent;
  readonly row?: WireRow;
  readonly blockStyles?: SitePageData['blockStyles'];
}

export interface PageInput {
  /** Navigation and banners that renderings share. */
  readonly layoutRows?: LayoutRowsCache;
  /** The rows that a search found. */
  readonly matches?: SearchMatches;
  /** A form that is shown again with its errors. */
  readonly refused?: RefusedForm;
  /** Unsaved rows, for a preview. */
  readonly overlays?: readonly RowOverlay[];
}

export function loadPage(
  services: Services,
  request: PageRequest,
  { layoutRows = createLayoutRowsCache(), matches = NO_MATCHES, refused, overlays = [] }: PageInput,
): Promise<LoadedPage> {
  const ownLayoutRows = layoutRows.begin();
  return readSite(
    services,
    async (reader) => {
      const { lang, route, origin } = request;
      const scope: PageScope = { services, reader, lang, defaultLang: services.settings.defaultLocale };
      reader.dependOn('config');
      const found = typeof route === 'string' ? undefined : await loadContent(scope, route, { matches, refused });
      if (found === undefined && typeof route !== 'string')
        return { status: 404, data: undefined, dependencies: reader.dependencies };
      const missing: PageContent = { kind: route === 'forbidden' ? 'forbidden' : 'notFound' };
      const loaded: Loaded = found ?? { content: missing };
      const isMissing = found === undefined || typeof route === 'string';
      const path = isMissing ? '/' : unprefixedPath(route);
      const { content, row, blockStyles = [] } = loaded;
      const layout = await loadSiteLayout(scope, ownLayoutRows, isMissing ? undefined : path);
      const data = {
        lang,
        // A page without a path is not followed live.
        path: isMissing || route.page === 'search' ? '' : localPath(lang, path, scope.defaultLang),
        shownPath: isMissing ? getShownPath(scope, route) : '',
        meta: pageMeta(scope, { path, origin, content, layout, ...(row ? { row } : {}) }),
        layout,
        content,
        blockStyles,
      };
      return {
        status: content.kind === 'notFound' ? 404 : content.kind === 'forbidden' ? 401 : 200,
        dependencies: reader.dependencies,
        data: await addImageSizes(reader.tx, data, services.settings.cdnUrl),
      };
    },
    overlays,
  );
}

/** The address that replaces the requested one. That of a row stays, because the row may be shown soon. */
const getShownPath = ({ lang, defaultLang }: PageScope, route: PageRequest['route']): string =>
  route === 'missingRow' ? '' : localPath(lang, route === 'forbidden' ? '/401' : '/404', defaultLang);

/** The address of a route as in the default language. */
const unprefixedPath = (route: SiteRoute): string => sitePath('en', route, 'en');

async function loadContent(
  scope: PageScope,
  route: SiteRoute,
  { matches, refused }: { readonly matches: SearchMatches; readonly refused: RefusedForm | undefined },
): Promise<Loaded | undefined> {
  switch (route.page) {
    case 'home':
      return loadHome(scope);
    case 'list':
      return toLoaded(await loadList(scope, route));
    case 'detail':
      return loadDetail(scope, route);
    case 'page':
      return loadContentPage(scope, route.slug);
    case 'module':
      return toLoaded(await loadModulePage(scope, route));
    case 'search':
      return toLoaded(await loadSearch(scope, route, matches));
    default:
      return { content: await loadForm(scope, route.page, refused) };
  }
}

const toLoaded = (content: PageContent | undefined): Loaded | undefined => content && { content };
