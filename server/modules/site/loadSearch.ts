/** Search over the published rows of the site, section by section, within the limits of public reads. */
import { stringOrEmpty } from '../../../common/json';
import { GUEST } from '../../../common/entity/access';
import { defaultSort } from '../../../common/query/compileFilter';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { CardGroup, PageContent } from '../../../common/site/pageData';
import { SECTION_NAMES, SITE_SECTIONS } from '../../../common/site/siteSections';
import type { RequestContext } from '../../context';
import type { Reader } from '../../engine/read/reader';
import { toCards } from './cards';
import { hrefTo, siteText, textOf, type PageScope } from './pageScope';

const RESULTS_PER_SECTION = 8;

/** `visitor`: who searches; the limits of public reads apply to it. */
export async function loadSearch(
  scope: PageScope,
  q: string,
  { reader, visitor }: { readonly reader: Reader; readonly visitor: RequestContext },
): Promise<PageContent> {
  if (q === '') return { kind: 'search', q, groups: [], total: 0 };
  const groups: CardGroup[] = [];
  let total = 0;
  const ctx = { ...visitor, actor: GUEST };
  for (const section of SECTION_NAMES) {
    const entity = scope.services.registry.get(SITE_SECTIONS[section].entity);
    if (entity === undefined) continue;
    const query = { page: 1, limit: RESULTS_PER_SECTION, sort: defaultSort(entity), where: MATCH_ALL, q };
    const found = await reader.list(ctx, entity, query);
    if (found.list.length === 0) continue;
    total += found.total;
    const moreHref = hrefTo(scope, { page: 'list', section, number: 1 });
    groups.push({
      title: siteText(scope, `sections.${section}`),
      cards: await toCards(scope, section, found.list),
      moreHref,
    });
  }
  const pages = await findPages(scope, q, { reader, visitor: ctx });
  return { kind: 'search', q, groups: [...groups, ...pages.groups], total: total + pages.total };
}

async function findPages(
  scope: PageScope,
  q: string,
  { reader, visitor }: { readonly reader: Reader; readonly visitor: RequestContext },
): Promise<{ readonly groups: readonly CardGroup[]; readonly total: number }> {
  const entity = scope.services.registry.get('page');
  if (entity === undefined) return { groups: [], total: 0 };
  const query = { page: 1, limit: RESULTS_PER_SECTION, sort: defaultSort(entity), where: MATCH_ALL, q };
  const { list, total } = await reader.list(visitor, entity, query);
  if (list.length === 0) return { groups: [], total: 0 };
  const cards = list.map((row) => ({
    title: textOf(scope, row, 'title'),
    text: textOf(scope, row, 'seo_description'),
    href: hrefTo(scope, { page: 'page', slug: stringOrEmpty(row['slug']) }),
    picture: '',
    icon: '',
    meta: '',
    labels: [],
    isRecommended: false,
  }));
  return { groups: [{ title: siteText(scope, 'pages'), cards, moreHref: '' }], total };
}
