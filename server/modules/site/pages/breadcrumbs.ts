/** Structured data that says where a page stands in the site: home page, list, row. */
import { translate } from '../../../../common/locales/translate';
import type { PageContent, SiteLink } from '../../../../common/site/pageData';
import { createHref, getSiteText, type PageScope } from './pageScope';

interface BreadcrumbOptions {
  readonly content: PageContent;
  /** Scheme, host and port of the site. */
  readonly origin: string;
  /** Absolute URL of the page. */
  readonly canonical: string;
}

/** The entry of schema.org for a list, a row, a form or a page that is written in the console; none for other pages. */
export function breadcrumbList(scope: PageScope, { content, origin, canonical }: BreadcrumbOptions): readonly object[] {
  const trail = listTrail(scope, content, canonical);
  if (trail.length === 0) return [];
  const home = { title: translate(scope.lang, 'console.title.home'), href: createHref(scope, { page: 'home' }) };
  const itemListElement = [home, ...trail].map(({ title, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: new URL(href, origin).href,
  }));
  return [{ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement }];
}

/** The pages below the home page, this one last. */
function listTrail(scope: PageScope, content: PageContent, canonical: string): readonly SiteLink[] {
  switch (content.kind) {
    case 'list': {
      const { section, title, categories } = content;
      const list = {
        title: getSiteText(scope, `sections.${section}`),
        href: createHref(scope, { page: 'list', section, number: 1 }),
      };
      const category = categories.find(({ isCurrent, href }) => isCurrent && href !== list.href);
      return category === undefined ? [list] : [list, { title, href: category.href }];
    }
    case 'detail':
      return [content.back, { title: content.title, href: canonical }];
    case 'page':
    case 'form':
      return [{ title: content.title, href: canonical }];
    default:
      return [];
  }
}
