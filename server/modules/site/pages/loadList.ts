/** Loads one page of a section's list. */
import type { Filter } from '../../../../common/entity/filter';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { PageContent } from '../../../../common/site/pageData';
import type { SiteRoute } from '../../../../common/site/sitePaths';
import { SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import { toCards } from './cards';
import { createHref, readNumber, getSiteText, readLocalizedText, type PageScope } from './pageScope';

type ListRoute = SiteRoute & { readonly page: 'list' };

/** Sections whose rows belong to categories: the entity of the categories and the field that refers to them. */
const CATEGORIES: Partial<
  Readonly<
    Record<SectionName, { readonly entity: string; readonly title: string; readonly filter: (id: number) => Filter }>
  >
> = {
  news: {
    entity: 'news_category',
    title: 'name',
    filter: (id) => ({ field: 'cat_ids', op: 'FIND_IN_SET', value: id }),
  },
  plugins: {
    entity: 'plugin_category',
    title: 'title',
    filter: (id) => ({ field: 'cate_id', op: '=', value: id }),
  },
};

/** The list page of a route; undefined beyond the last page, and for an unknown category. */
export async function loadList(scope: PageScope, route: ListRoute): Promise<PageContent | undefined> {
  const { section, number, category } = route;
  const { entity, pageSize } = SITE_SECTIONS[section];
  const kinds = CATEGORIES[section];
  const categoryRows = kinds === undefined ? [] : await scope.reader.rows(kinds.entity);
  const chosen = categoryRows.find((row) => row['id'] === category);
  if (category !== undefined && chosen === undefined) return undefined;
  const where = kinds !== undefined && category !== undefined ? kinds.filter(category) : MATCH_ALL;
  const total = await scope.reader.count(entity, where);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (number > pages) return undefined;
  const rows = await scope.reader.rows(entity, { where, limit: pageSize, offset: (number - 1) * pageSize });
  const pageHref = (at: number) => (at < 1 || at > pages ? '' : createHref(scope, { ...route, number: at }));
  const sectionTitle = getSiteText(scope, `sections.${section}`);
  return {
    kind: 'list',
    section,
    title: chosen === undefined ? sectionTitle : readLocalizedText(scope, chosen, kinds?.title ?? 'title'),
    text: getSiteText(scope, `intros.${section}`),
    cards: await toCards(scope, section, rows),
    categories:
      categoryRows.length === 0
        ? []
        : [
            {
              title: getSiteText(scope, 'all'),
              href: createHref(scope, { page: 'list', section, number: 1 }),
              isCurrent: category === undefined,
            },
            ...categoryRows.map((row) => ({
              title: readLocalizedText(scope, row, kinds?.title ?? 'title'),
              href: createHref(scope, { page: 'list', section, number: 1, category: readNumber(row, 'id') }),
              isCurrent: row['id'] === category,
            })),
          ],
    pager: { number, pages, previousHref: pageHref(number - 1), nextHref: pageHref(number + 1) },
  };
}
