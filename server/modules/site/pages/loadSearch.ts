/** Search over the published rows of the site, section by section, within the limits of public reads. */
import { stringOrEmpty } from '../../../../common/json';
import { GUEST } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Filter } from '../../../../common/entity/filter';
import { defaultSort } from '../../../../common/query/compileFilter';
import type { WireRow } from '../../../../common/entity/projectRow';
import { LIMITS } from '../../../../common/limits';
import type { Card, CardGroup, PageContent, Pager } from '../../../../common/site/pageData';
import { SEARCH_PARTS, type SearchPart, type SiteRoute } from '../../../../common/site/sitePaths';
import { SITE_SECTIONS } from '../../../../common/site/siteSections';
import type { RequestContext } from '../../../context';
import type { Reader } from '../../../engine/read/reader';
import { Fault } from '../../../../common/protocol/faults';
import { PLAIN_CARD, toCards } from './cards';
import { createHref, getSiteText, readLocalizedText, readNumber, type PageScope } from './pageScope';
import { findTextMatches, type TextMatches } from './findTextMatches';
import { getSearchedChildren } from './searchedTexts';

/** Results of each part of the site, and on a page of one part. */
const RESULTS_PER_PART = 8;
const RESULTS_PER_PAGE = 24;

type SearchRoute = SiteRoute & { readonly page: 'search' };

/** The rows of one part of the site that a search found. */
interface Matches {
  readonly part: SearchPart;
  readonly rows: readonly WireRow[];
  readonly total: number;
  /** What the texts of rows say around a word, by the id of the row. */
  readonly excerpts: ReadonlyMap<number, string>;
}
export interface SearchMatches {
  readonly parts: readonly Matches[];
  /** Whether only the newest rows of a large table were searched. */
  readonly isPartial: boolean;
}
export const NO_MATCHES: SearchMatches = { parts: [], isPartial: false };

/**
 * Finds the rows of a search. Call it outside of a snapshot: its reads wait in the queue of public reads, and a snapshot that is open
 * meanwhile would hold a connection. `visitor`: who searches; the limits of public reads apply to it.
 */
export async function findMatches(
  reader: Reader,
  visitor: RequestContext,
  { q, within, number = 1 }: SearchRoute,
): Promise<SearchMatches> {
  const limit = within === undefined ? RESULTS_PER_PART : RESULTS_PER_PAGE;
  if (q === '' || number * limit > LIMITS.publicListRows) return NO_MATCHES;
  const ctx = { ...visitor, actor: GUEST };
  const parts: Matches[] = [];
  let isPartial = false;
  const searchedParts = within === undefined ? SEARCH_PARTS : [within];
  const found = await findInTexts(reader, ctx, { q, parts: searchedParts });
  for (const part of searchedParts) {
    const entity = getEntity(ctx, part);
    if (entity === undefined) continue;
    const { excerpts, isPartial: isPartPartial } = found.get(part) ?? UNREAD_TEXTS;
    isPartial ||= isPartPartial;
    if (excerpts.size === 0) continue;
    const where: Filter = { field: 'id', op: 'IN', value: [...excerpts.keys()] };
    const query = { page: number, limit, sort: defaultSort(entity), where };
    const { list, total } = await reader.list(ctx, entity, query);
    if (list.length > 0) parts.push({ part, rows: list, total, excerpts });
  }
  return { parts, isPartial };
}

const getEntity = ({ services }: RequestContext, part: SearchPart): AnyEntity | undefined =>
  services.registry.get(part === 'pages' ? 'page' : SITE_SECTIONS[part].entity);

/** The result for texts that the deadline left unread. */
const UNREAD_TEXTS: TextMatches = { excerpts: new Map(), isPartial: true };

/** Matches by part, in one snapshot; after its deadline those that were found until then. */
async function findInTexts(
  reader: Reader,
  ctx: RequestContext,
  { q, parts }: { readonly q: string; readonly parts: readonly SearchPart[] },
): Promise<ReadonlyMap<SearchPart, TextMatches>> {
  const found = new Map<SearchPart, TextMatches>();
  const { lang, services } = ctx;
  const { registry, db } = services;
  try {
    await reader.scan(ctx, async (tx) => {
      for (const part of parts) {
        const entity = getEntity(ctx, part);
        if (entity === undefined) continue;
        const children = getSearchedChildren(entity, (name) => registry.get(name));
        found.set(part, await findTextMatches(tx, { entity, children, q, lang, dialect: db.dialect }));
      }
    });
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'request.too_slow')) throw error;
  }
  return found;
}

/** The page with the rows that `findMatches` found; undefined beyond the last page of one part. */
export async function loadSearch(
  scope: PageScope,
  route: SearchRoute,
  { parts, isPartial }: SearchMatches,
): Promise<PageContent | undefined> {
  const { q, within, number = 1 } = route;
  if (number > 1 && parts.length === 0) return undefined;
  const groups: CardGroup[] = [];
  for (const { part, rows, total, excerpts } of parts) {
    const allOfPart = createHref(scope, { page: 'search', q, within: part, number: 1 });
    const moreHref = within === undefined && total > rows.length ? allOfPart : '';
    const cards = part === 'pages' ? pageCards(scope, rows) : await toCards(scope, part, rows);
    groups.push({
      title: getSiteText(scope, part === 'pages' ? 'pages' : `sections.${part}`),
      cards: cards.map((card, at) => ({ ...card, text: excerpts.get(readNumber(rows[at] ?? {}, 'id')) || card.text })),
      moreHref,
    });
  }
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return {
    kind: 'search',
    q,
    groups,
    total,
    isPartial,
    allHref: within === undefined ? '' : createHref(scope, { page: 'search', q }),
    ...(within === undefined ? {} : { pager: createPager(scope, { ...route, number }, total) }),
  };
}

function createPager(scope: PageScope, route: SearchRoute & { readonly number: number }, total: number): Pager {
  const { number } = route;
  const pages = Math.max(1, Math.ceil(Math.min(total, LIMITS.publicListRows) / RESULTS_PER_PAGE));
  const pageHref = (at: number) => (at < 1 || at > pages ? '' : createHref(scope, { ...route, number: at }));
  return { number, pages, previousHref: pageHref(number - 1), nextHref: pageHref(number + 1) };
}

const pageCards = (scope: PageScope, rows: readonly WireRow[]): readonly Card[] =>
  rows.map((row) => ({
    ...PLAIN_CARD,
    title: readLocalizedText(scope, row, 'title'),
    text: readLocalizedText(scope, row, 'seo_description'),
    href: createHref(scope, { page: 'page', slug: stringOrEmpty(row['slug']) }),
  }));
