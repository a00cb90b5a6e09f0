/** Search over the published rows of the site, section by section, within the limits of public reads. */
import { stringOrEmpty } from '../../../../common/json';
import { GUEST } from '../../../../common/entity/access';
import { defaultSort } from '../../../../common/query/compileFilter';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CardGroup, PageContent } from '../../../../common/site/pageData';
import { SECTION_NAMES, SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import type { RequestContext } from '../../../context';
import type { Reader } from '../../../engine/read/reader';
import { PLAIN_CARD, toCards } from './cards';
import { createHref, getSiteText, readLocalizedText, type PageScope } from './pageScope';

const RESULTS_PER_SECTION = 8;

/** The rows of one section, or of the written pages, that a search found. */
interface Matches {
  readonly section: SectionName | 'pages';
  readonly rows: readonly WireRow[];
  readonly total: number;
}
export type SearchMatches = readonly Matches[];

/**
 * Finds the rows of a search. Call it outside of a snapshot: its reads wait in the queue of public reads, and a snapshot that is open
 * meanwhile would hold a connection. `visitor`: who searches; the limits of public reads apply to it.
 */
export async function findMatches(reader: Reader, visitor: RequestContext, q: string): Promise<SearchMatches> {
  if (q === '') return [];
  const ctx = { ...visitor, actor: GUEST };
  const matches: Matches[] = [];
  for (const section of [...SECTION_NAMES, 'pages'] as const) {
    const entity = ctx.services.registry.get(section === 'pages' ? 'page' : SITE_SECTIONS[section].entity);
    if (entity === undefined) continue;
    const query = { page: 1, limit: RESULTS_PER_SECTION, sort: defaultSort(entity), where: MATCH_ALL, q };
    const { list, total } = await reader.list(ctx, entity, query);
    if (list.length > 0) matches.push({ section, rows: list, total });
  }
  return matches;
}

/** The page with the rows that `findMatches` found. */
export async function loadSearch(scope: PageScope, q: string, found: SearchMatches): Promise<PageContent> {
  const groups: CardGroup[] = [];
  for (const { section, rows } of found)
    groups.push(section === 'pages' ? pageGroup(scope, rows) : await sectionGroup(scope, section, rows));
  return { kind: 'search', q, groups, total: found.reduce((sum, { total }) => sum + total, 0) };
}

const sectionGroup = async (scope: PageScope, section: SectionName, rows: readonly WireRow[]): Promise<CardGroup> => ({
  title: getSiteText(scope, `sections.${section}`),
  cards: await toCards(scope, section, rows),
  moreHref: createHref(scope, { page: 'list', section, number: 1 }),
});

const pageGroup = (scope: PageScope, rows: readonly WireRow[]): CardGroup => ({
  title: getSiteText(scope, 'pages'),
  cards: rows.map((row) => ({
    ...PLAIN_CARD,
    title: readLocalizedText(scope, row, 'title'),
    text: readLocalizedText(scope, row, 'seo_description'),
    href: createHref(scope, { page: 'page', slug: stringOrEmpty(row['slug']) }),
  })),
  moreHref: '',
});
