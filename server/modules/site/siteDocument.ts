/** The HTML document of a page and its content security policy (CSP). The document is the same for every visitor, so that it can be cached. */
import { createHash } from 'node:crypto';
import { ACQUISITION_SCRIPT } from '../../../common/acquisition';
import type { PageMeta, SitePageData } from '../../../common/site/pageData';
import { SITE_ICON_URL, stylesheetLinks } from '../../platform/http/builtinPages';
import { escapeHtml } from '../../platform/http/escapeHtml';
import type { InlineSources } from '../../platform/http/securityHeaders';
import type { SiteBundle } from './siteBundle';

export interface SiteDocument {
  readonly html: string;
  /** HTML inside the root element, as live updates send it. */
  readonly body: string;
  readonly title: string;
  /** Styles of the home blocks of this page. */
  readonly blockStyles: string;
  /** Changes with anything that a visitor sees. */
  readonly version: string;
  /** Hashes of the scripts and styles that the document contains, for the content security policy. */
  readonly inlineSources: InlineSources;
}

export interface DocumentOptions {
  /** URLs of further stylesheets that the operator set. */
  readonly stylesheets: readonly string[];
  /** The page is shown inside another page, where no visit starts. */
  readonly isFramed?: boolean;
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const VERSION_LENGTH = 16;

export function createDocument(bundle: SiteBundle, data: SitePageData, options: DocumentOptions): SiteDocument {
  const body = bundle.renderBody(data);
  const blockStyles = data.blockStyles.map(scopeBlockStyles).join('');
  const { title } = data.meta;
  const version = createHash('sha256')
    .update(`${bundle.script}\0${title}\0${blockStyles}\0${body}`)
    .digest('base64url')
    .slice(0, VERSION_LENGTH);
  const loader = loaderScript(bundle.script, {
    isFramed: options.isFramed === true,
    shownPath: data.shownPath,
  });
  const styles = [bundle.styles, ...(blockStyles === '' ? [] : [blockStyles])];
  const laterLinks =
    bundle.laterModules.map((address) => preloadLink(address, 'low')).join('') + stylesheetLinks(options.stylesheets);
  const html = `<!doctype html>
<html lang="${data.lang === 'en' ? 'en' : 'zh-CN'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${metaTags(data)}
<link rel="icon" href="${SITE_ICON_URL}"><style>${bundle.styles}</style>${blockStyles === '' ? '' : `<style data-blocks>${blockStyles}</style>`}
${[bundle.script, ...bundle.modules].map((address) => preloadLink(address)).join('')}</head>
<body>${rootTag(data.path)} data-version="${version}">${body}</div><script>${loader}</script>${laterLinks}</body></html>`;
  return {
    html,
    body,
    title,
    blockStyles,
    version,
    inlineSources: { scripts: [hashSource(loader)], styles: styles.map(hashSource) },
  };
}

/** The document of a page without a path, with live updates of this path. */
export const setFollowedPath = (html: string, path: string): string => html.replace(rootTag(''), () => rootTag(path));

/** The start of the root element, which comes after escaped texts and styles only. */
const rootTag = (path: string): string => `<div id="site" data-path="${escapeHtml(path)}"`;

/** Requests a module before the page has loaded. With a low priority it comes after the images that the visitor sees. */
const preloadLink = (address: string, priority?: 'low'): string =>
  `<link rel="modulepreload" href="${address}"${priority === undefined ? '' : ` fetchpriority="${priority}"`}>`;

/**
 * An empty page with the styles of the site. The console sends it the pages that it previews; it shows nothing by itself. Chromium applies
 * `strict-dynamic` to an import of an inline script, so that the module must be preloaded.
 */
export function createPreviewDocument(bundle: SiteBundle): Pick<SiteDocument, 'html' | 'inlineSources'> {
  const loader = `import(${JSON.stringify(bundle.previewScript)})`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Preview</title><link rel="icon" href="${SITE_ICON_URL}"><style>${bundle.styles}</style><link rel="modulepreload" href="${bundle.previewScript}"></head>
<body><div id="site"></div><script>${loader}</script></body></html>`;
  return { html, inlineSources: { scripts: [hashSource(loader)], styles: [hashSource(bundle.styles)] } };
}

interface LoaderOptions {
  readonly isFramed: boolean;
  readonly shownPath: string;
}
/** Stores where the visitor came from, corrects the shown address, then loads the script of the site. */
function loaderScript(script: string, { isFramed, shownPath }: LoaderOptions): string {
  return [
    ...(isFramed ? [] : [ACQUISITION_SCRIPT]),
    ...(shownPath === '' ? [] : [`history.replaceState(null,'','${shownPath}')`]),
    `import(${JSON.stringify(script)})`,
  ].join(';');
}

/** The width from which the styles for desktops apply, as in the site's own styles. */
const WIDE = '(min-width:720px)';
const NARROW = '(max-width:719.98px)';

/**
 * Styles of a home block apply inside its element only: they were checked when they were stored, and nested below the element's selector
 * no rule can leave it.
 */
function scopeBlockStyles({ id, wide, narrow }: SitePageData['blockStyles'][number]): string {
  const nested = (media: string, css: string) =>
    css.trim() === '' ? '' : `@media ${media}{[data-block="${id}"]{${css.replaceAll('<', '')}}}`;
  return nested(WIDE, wide) + nested(NARROW, narrow);
}

function metaTags({ lang, meta }: SitePageData): string {
  const tag = (attribute: 'name' | 'property', key: string, content: string): string =>
    content === '' ? '' : `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(meta.title)}</title>`,
    tag('name', 'description', meta.description),
    meta.isIndexed ? `<link rel="canonical" href="${escapeHtml(meta.canonical)}">` : tag('name', 'robots', 'noindex'),
    ...(meta.isIndexed ? meta.alternates.map(alternateLink) : []),
    `<link rel="alternate" type="application/rss+xml" href="${escapeHtml(meta.feedHref)}">`,
    tag('name', 'color-scheme', 'light dark'),
    tag('property', 'og:title', meta.title),
    tag('property', 'og:description', meta.description),
    tag('property', 'og:type', meta.type === 'article' ? 'article' : 'website'),
    tag('property', 'og:url', meta.canonical),
    tag('property', 'og:image', meta.image),
    tag('property', 'og:locale', lang === 'en' ? 'en_US' : 'zh_CN'),
    tag('name', 'twitter:card', meta.card),
    ...meta.structuredData.map(structuredDataTag),
  ].join('');
}

const alternateLink = ({ lang, href }: PageMeta['alternates'][number]): string =>
  `<link rel="alternate" hreflang="${lang === 'zh-cn' ? 'zh-CN' : lang}" href="${escapeHtml(href)}">`;

/** A data block: browsers do not run it, and no text in it can end it. */
const structuredDataTag = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
