/** Metadata for search engines and shared links: title, description, canonical and alternate addresses, Open Graph, structured data. */
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CardGroup, PageContent, PageMeta, SiteLayout } from '../../../../common/site/pageData';
import { localPath, SITE_LANGS } from '../../../../common/site/sitePaths';
import type { SectionName } from '../../../../common/site/siteSections';
import { plainText } from '../../../../common/text/richText/plainText';
import { siteTextsIn } from '../../../platform/settings';
import { truncate } from '../../../../common/text/normalize';
import { translate } from '../../../../common/locales/translate';
import { breadcrumbList } from './breadcrumbs';
import { readNumber, getPublishTime, getSiteText, readLocalizedText, type PageScope } from './pageScope';

export interface MetaOptions {
  /** Address without the prefix of a language. */
  readonly path: string;
  /** Scheme, host and port of the site. */
  readonly origin: string;
  readonly content: PageContent;
  readonly layout: Pick<SiteLayout, 'siteLogo' | 'topBanners'>;
  /** The row that the page shows. */
  readonly row?: WireRow;
}

const MAX_DESCRIPTION = 160;

export function pageMeta(scope: PageScope, options: MetaOptions): PageMeta {
  const { lang, defaultLang, services } = scope;
  const { path, origin, content, layout, row } = options;
  const { siteName } = siteTextsIn(services.settings, lang);
  const isFound = content.kind !== 'notFound' && content.kind !== 'forbidden';
  const title = getTitle(scope, content, row);
  const picture = sharedPicture(content, layout);
  const meta = {
    title: `${title} - ${siteName}`,
    description: truncate(getDescription(scope, content, row), MAX_DESCRIPTION),
    canonical: origin + localPath(lang, path, defaultLang),
    image: toUrl(picture || layout.siteLogo, origin),
    card: picture === '' ? 'summary' : 'summary_large_image',
    type: getType(content),
  } as const;
  return {
    ...meta,
    alternates: isFound
      ? [
          ...SITE_LANGS.map((other) => ({ lang: other, href: origin + localPath(other, path, defaultLang) })),
          { lang: 'x-default', href: origin + path },
        ]
      : [],
    isIndexed: isFound && content.kind !== 'search',
    structuredData: isFound
      ? [...structuredData(scope, { ...options, ...meta }), ...breadcrumbList(scope, { content, origin, ...meta })]
      : [],
    feedHref: localPath(lang, '/feed.xml', defaultLang),
  };
}

const toUrl = (address: string, origin: string): string => (address === '' ? '' : new URL(address, origin).href);

const IMAGE = /<img src="([^"<>]+)"/;
const decode = (attribute: string): string => attribute.replaceAll('&amp;', '&');
const pictureInHtml = (html: string): string => decode(IMAGE.exec(html)?.[1] ?? '');
const getFirst = (pictures: readonly string[]): string => pictures.find((picture) => picture !== '') ?? '';
const cardPictures = (groups: readonly Pick<CardGroup, 'cards'>[]): readonly string[] =>
  groups.flatMap(({ cards }) => cards.map(({ picture }) => picture));

/** The image for a shared link: the first of the content, else the first banner of the page; empty without one. */
function sharedPicture(content: PageContent, { topBanners }: MetaOptions['layout']): string {
  return getFirst([...contentPictures(content), ...topBanners.map(({ image }) => image)]);
}

function contentPictures(content: PageContent): readonly string[] {
  switch (content.kind) {
    case 'home':
      return [
        ...content.blocks.map(({ picture }) => picture),
        ...cardPictures([...content.blocks.flatMap(({ groups }) => groups), ...content.groups]),
      ];
    case 'list':
      return cardPictures([content]);
    case 'detail':
      return [content.picture, pictureInHtml(content.html)];
    case 'page':
      return [pictureInHtml(content.html)];
    default:
      return [];
  }
}

function getTitle(scope: PageScope, content: PageContent, row: WireRow | undefined): string {
  switch (content.kind) {
    case 'home':
      return translate(scope.lang, 'console.title.home');
    case 'notFound':
      return translate(scope.lang, 'pages.missing');
    case 'forbidden':
      return translate(scope.lang, 'pages.refused');
    case 'search':
      return content.q === ''
        ? getSiteText(scope, 'search.title')
        : `${getSiteText(scope, 'search.title')}: ${content.q}`;
    case 'page':
      return (row && readLocalizedText(scope, row, 'seo_title')) || content.title;
    case 'list':
      return numberedTitle(scope, withSection(scope, content), content.pager.number);
    case 'rows':
      return numberedTitle(scope, content.title, content.pager.number);
    case 'detail':
      return content.section === 'hardware' || content.section === 'devices'
        ? withSection(scope, content)
        : content.title;
    default:
      return content.title;
  }
}

/** Titles of categories, hardware and platforms are short words that other pages have too: the section tells them apart. */
function withSection(scope: PageScope, { section, title }: { readonly section: SectionName; readonly title: string }) {
  const sectionTitle = getSiteText(scope, `sections.${section}`);
  return title === sectionTitle ? title : `${title} - ${sectionTitle}`;
}

const numberedTitle = (scope: PageScope, title: string, number: number): string =>
  number > 1 ? getSiteText(scope, 'page_of', { title, number }) : title;

function getDescription(scope: PageScope, content: PageContent, row: WireRow | undefined): string {
  switch (content.kind) {
    case 'home':
      return content.tagline || (content.blocks[0]?.contents[0] ?? translate(scope.lang, 'pages.tagline'));
    case 'page':
      return (row && readLocalizedText(scope, row, 'seo_description')) || plainText(content.html);
    case 'detail':
      return content.text || content.subTitle || plainText(content.html) || describeRelated(scope, content);
    case 'list':
    case 'rows':
    case 'form':
      return content.text;
    default:
      return '';
  }
}

/** Names the rows that belong to a row without a text of its own, such as the products of a platform. */
function describeRelated(scope: PageScope, { section, title, related }: PageContent & { readonly kind: 'detail' }) {
  const names = related.flatMap(({ cards }) => cards.map((card) => card.title));
  return [title, names.join(', '), getSiteText(scope, `intros.${section}`)].filter((part) => part !== '').join(' · ');
}

const getType = (content: PageContent): PageMeta['type'] => {
  if (content.kind !== 'detail') return 'website';
  if (content.section === 'products' || content.section === 'plugins') return 'product';
  return content.section === 'news' || content.section === 'articles' ? 'article' : 'website';
};

interface StructuredDataOptions extends MetaOptions {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
}

/** Entries of schema.org: the organization, and what the page shows. */
function structuredData(scope: PageScope, options: StructuredDataOptions): readonly object[] {
  const { content, row, origin, canonical, layout } = options;
  const { siteName } = siteTextsIn(scope.services.settings, scope.lang);
  const publisher = { '@type': 'Organization', name: siteName, url: origin, ...getLogo(layout, origin) };
  if (content.kind === 'home')
    return [
      { '@context': 'https://schema.org', ...publisher },
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: siteName,
        url: origin,
        inLanguage: scope.lang === 'en' ? 'en' : 'zh-CN',
      },
    ];
  if (content.kind === 'list' || content.kind === 'page' || content.kind === 'form')
    return [listOrPage(scope, content, options)];
  if (content.kind !== 'detail' || row === undefined) return [];
  const picture = getFirst(contentPictures(content));
  const shown = {
    '@context': 'https://schema.org',
    name: content.title,
    description: options.description,
    url: canonical,
    ...(picture === '' ? {} : { image: toUrl(picture, origin) }),
  };
  if (content.section === 'news' || content.section === 'articles')
    return [
      {
        ...shown,
        '@type': content.section === 'news' ? 'NewsArticle' : 'Article',
        headline: content.title,
        datePublished: isoTime(getPublishTime(row)),
        dateModified: isoTime(readNumber(row, 'update_time')),
        author: publisher,
        publisher,
      },
    ];
  return [
    { ...shown, '@type': content.section === 'products' || content.section === 'plugins' ? 'Product' : 'CreativeWork' },
  ];
}

const getLogo = ({ siteLogo }: MetaOptions['layout'], origin: string): { readonly logo?: string } =>
  siteLogo === '' ? {} : { logo: toUrl(siteLogo, origin) };

type DescribedPage = PageContent & { readonly kind: 'list' | 'page' | 'form' };
function getPageType(content: DescribedPage): string {
  if (content.kind === 'list') return 'CollectionPage';
  return content.kind === 'form' && content.form.name === 'lead' ? 'ContactPage' : 'WebPage';
}

/** The entry of a list, which names its rows in their order, of a form, or of a page that is written in the console. */
function listOrPage(
  scope: PageScope,
  content: DescribedPage,
  { canonical, description, origin }: StructuredDataOptions,
): object {
  const shown = {
    '@context': 'https://schema.org',
    '@type': getPageType(content),
    name: content.title,
    description,
    url: canonical,
    inLanguage: scope.lang === 'en' ? 'en' : 'zh-CN',
  };
  if (content.kind !== 'list') return shown;
  const itemListElement = content.cards.map(({ title, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    ...(href === '' ? {} : { url: toUrl(href, origin) }),
  }));
  return { ...shown, mainEntity: { '@type': 'ItemList', itemListElement } };
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();
