/** Row scope of a kiosk display: which lists, metrics and queries its cards cover. Everything else is refused. */
import { createHash } from 'node:crypto';
import { readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { canonicalFilter } from '../../../common/entity/filter';
import { parseQuery, type ListQuery } from '../../../common/query/listQuery';
import {
  listCardMetrics,
  findCardListQuery,
  CROSSED_THRESHOLDS_LIST,
  type DashboardCard,
  type CardListQuery,
} from '../../../common/live/dashboardCards';
import type { Metric } from '../../../common/protocol/liveEvents';

/** The cards and data that a kiosk display may read. */
export interface KioskScope {
  readonly name: string;
  readonly cards: readonly DashboardCard[];
  readonly lists: readonly CardListQuery[];
  /** Canonical JSON. */
  readonly metrics: ReadonlySet<string>;
  /** Equal for equal cards. */
  readonly fingerprint: string;
}
const kioskScopes = new WeakMap<Actor, KioskScope>();
export const setKioskScope = (actor: Actor, scope: KioskScope): void => {
  kioskScopes.set(actor, scope);
};
/** The scope of an actor that is a kiosk display; undefined for all others. */
export const findKioskScope = (actor: Actor): KioskScope | undefined => kioskScopes.get(actor);

const canonicalMetric = ({ e, when, add, by, at, span }: Metric): string =>
  JSON.stringify([
    e,
    when ? canonicalFilter(when) : null,
    add ?? '',
    by ?? '',
    at ?? '',
    span?.grain ?? '',
    span?.count ?? 0,
  ]);
export const coversMetric = ({ metrics }: KioskScope, metric: Metric): boolean => metrics.has(canonicalMetric(metric));

const hasSameRows = (a: Pick<ListQuery, 'where' | 'sort'>, b: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  JSON.stringify([canonicalFilter(a.where), a.sort]) === JSON.stringify([canonicalFilter(b.where), b.sort]);
/** Whether a card shows the rows of a topic. */
export const coversList = ({ lists }: KioskScope, e: string, query: Pick<ListQuery, 'where' | 'sort'>): boolean =>
  lists.some((list) => list.e === e && hasSameRows(list.query, query));

/** Whether the query of a list equals that of a card. */
export function coversQuery(
  kioskScope: KioskScope,
  actor: Actor,
  entity: AnyEntity,
  raw: Readonly<Record<string, unknown>>,
): boolean {
  const read = parseQuery(entity, raw, readableColumns(actor, entity));
  if (!('query' in read)) return false;
  const { page, limit, q, select, initKey, initValue } = read.query;
  const hasOtherParams = q !== undefined || select === true || initKey !== undefined || initValue !== undefined;
  const isSameList = ({ e, query }: CardListQuery) =>
    e === entity.name && limit <= query.limit && hasSameRows(query, read.query);
  return page === 1 && !hasOtherParams && kioskScope.lists.some(isSameList);
}

/** The scope of a kiosk display with these cards. */
export function createKioskScope(name: string, cards: readonly DashboardCard[]): KioskScope {
  const lists = [CROSSED_THRESHOLDS_LIST, ...cards.map(findCardListQuery).filter((list) => list !== undefined)];
  const metrics = new Set(cards.flatMap(listCardMetrics).map(canonicalMetric));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, cards]))
    .digest('base64url')
    .slice(0, 16);
  return { name, cards, lists, metrics, fingerprint };
}
