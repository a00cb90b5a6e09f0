/** Dashboard cards as data: their metrics, content and position, and the default dashboard. A new kind of card is added here. */
import { isObject } from '../json';
import { MATCH_ALL, type Filter } from '../entity/filter';
import type { ListQuery } from '../query/listQuery';
import type { Metric, Measure } from '../protocol/liveEvents';
import { COUNTERS } from './counters';
import { isFilterShape } from './measure';
import { TASK_STATUS } from '../terminal';

/** The kinds of cards with their stored values. */
export const CARD_KIND = {
  /** One number, and what is new today. */
  metric: 'figure',
  /** One number of today, beside yesterday's. */
  today: 'today',
  barChart: 'bars',
  lineChart: 'line',
  /** The running total over time. */
  cumulative: 'growth',
  /** By the values of a column (group by). */
  breakdown: 'split',
  latestRows: 'latest',
  /** Working time of the admins. */
  workingTime: 'working',
  onlineUsers: 'online',
  /** The queue of the command terminal. */
  terminalTasks: 'tasks',
} as const;
export type CardKind = (typeof CARD_KIND)[keyof typeof CARD_KIND];
const CARD_KINDS: ReadonlySet<unknown> = new Set(Object.values(CARD_KIND));

/** One card as it is stored and sent; the short keys are those of `Measure`. */
export interface DashboardCard {
  /** Unique within the dashboard. */
  readonly id: string;
  readonly kind: CardKind;
  /** Title chosen by a person; otherwise the standard title, or one derived from the metric. */
  readonly title?: string;
  /** The same in English; English readers see `title` when it is absent. */
  readonly title_en?: string;
  /** Entity whose rows are counted or listed. */
  readonly e?: string;
  /** Only rows that match. */
  readonly when?: Filter;
  /** Column to sum; the rows are counted when absent. */
  readonly add?: string;
  /** Column to group by. */
  readonly by?: string;
  /** Column with the time of a row. */
  readonly at?: string;
  /** A second column to sum, over the same time axis. */
  readonly also?: string;
  /** Values of the grouping column (`by`) that are shown; all when absent. */
  readonly pick?: readonly string[];
  readonly grain?: 'hour' | 'day';
  /** Number of periods, or of rows in a list of the latest. */
  readonly count?: number;
  /** Width in columns of the grid (of twelve). */
  readonly w: number;
  /** Height in rows of the grid. */
  readonly h: number;
}

export const CARD_LIMITS = { cards: 40, title: 40, columns: 12, rows: 8, count: 92, pick: 20 } as const;

/** The queue of the command terminal by state. */
export const TASK_QUEUE_COUNTER = COUNTERS.tasks;

const SMALL_CARD = { w: 2, h: 2 } as const;
/** The default dashboard. Cards about entities that the reader may not see are left out. */
export const DEFAULT_CARDS: readonly DashboardCard[] = [
  { id: 'members', kind: CARD_KIND.metric, ...COUNTERS.members, ...SMALL_CARD },
  { id: 'visitors', kind: CARD_KIND.today, ...COUNTERS.visitors, ...SMALL_CARD },
  { id: 'pages', kind: CARD_KIND.today, ...COUNTERS.visits, ...SMALL_CARD },
  { id: 'leads', kind: CARD_KIND.metric, ...COUNTERS.leads, pick: ['0', '1'], ...SMALL_CARD },
  { id: 'requests', kind: CARD_KIND.metric, ...COUNTERS.requests, pick: ['0'], ...SMALL_CARD },
  { id: 'attachments', kind: CARD_KIND.metric, ...COUNTERS.attachments, ...SMALL_CARD },
  { id: 'money', kind: CARD_KIND.today, ...COUNTERS.money, ...SMALL_CARD },
  { id: 'points', kind: CARD_KIND.today, ...COUNTERS.points, ...SMALL_CARD },
  { id: 'modules', kind: CARD_KIND.metric, ...COUNTERS.modules, ...SMALL_CARD },
  { id: 'working', kind: CARD_KIND.workingTime, ...SMALL_CARD },
  { id: 'tasks', kind: CARD_KIND.terminalTasks, ...SMALL_CARD },
  { id: 'online', kind: CARD_KIND.onlineUsers, ...SMALL_CARD },
  {
    id: 'visit_hours',
    kind: CARD_KIND.lineChart,
    ...COUNTERS.visits,
    also: 'visitors',
    grain: 'hour',
    count: 24,
    w: 8,
    h: 4,
  },
  { id: 'sources', kind: CARD_KIND.breakdown, ...COUNTERS.member_sources, w: 4, h: 4 },
  { id: 'registrations', kind: CARD_KIND.barChart, ...COUNTERS.members, grain: 'day', count: 30, w: 4, h: 4 },
  { id: 'member_growth', kind: CARD_KIND.cumulative, ...COUNTERS.members, grain: 'day', count: 30, w: 4, h: 4 },
  { id: 'attachment_growth', kind: CARD_KIND.cumulative, ...COUNTERS.attachments, grain: 'day', count: 30, w: 4, h: 4 },
  { id: 'new_members', kind: CARD_KIND.latestRows, e: 'user', count: 6, w: 6, h: 4 },
  { id: 'new_leads', kind: CARD_KIND.latestRows, e: 'lead', count: 6, w: 6, h: 4 },
];
/** Names of the standard cards. */
export const DEFAULT_CARD_IDS: ReadonlySet<string> = new Set(DEFAULT_CARDS.map(({ id }) => id));

/** Time range of the sparkline of a metric. */
const SPARKLINE_DAYS = 14;

function cardMeasure(card: DashboardCard): Measure {
  const { e: entityName = '', when: filter, add: sumColumn, by: groupColumn, at: timeColumn } = card;
  return {
    e: entityName,
    ...(filter === undefined ? {} : { when: filter }),
    ...(sumColumn === undefined ? {} : { add: sumColumn }),
    ...(groupColumn === undefined ? {} : { by: groupColumn }),
    ...(timeColumn === undefined ? {} : { at: timeColumn }),
  };
}

/** The entity of a card; undefined for cards about people. */
export const findCardEntity = ({ kind, e: entityName }: DashboardCard): string | undefined =>
  kind === CARD_KIND.terminalTasks ? TASK_QUEUE_COUNTER.e : entityName;

/** The metrics of a card. */
export interface CardMetrics {
  readonly total?: Metric;
  readonly series?: Metric & { readonly span: NonNullable<Metric['span']> };
}
export function getCardMetrics(card: DashboardCard): CardMetrics {
  const measure = cardMeasure(card);
  const withSpan = (grain: 'hour' | 'day', count: number) => ({ ...measure, span: { grain, count } });
  switch (card.kind) {
    case CARD_KIND.metric:
      return { total: measure, ...(card.at === undefined ? {} : { series: withSpan('day', SPARKLINE_DAYS) }) };
    case CARD_KIND.today:
      return { series: withSpan('day', SPARKLINE_DAYS) };
    case CARD_KIND.breakdown:
      return { total: measure };
    case CARD_KIND.barChart:
    case CARD_KIND.lineChart:
      return { series: withSpan(card.grain ?? 'day', card.count ?? 30) };
    case CARD_KIND.cumulative:
      return { total: measure, series: withSpan(card.grain ?? 'day', card.count ?? 30) };
    case CARD_KIND.terminalTasks:
      return { total: TASK_QUEUE_COUNTER };
    case CARD_KIND.latestRows:
    case CARD_KIND.workingTime:
    case CARD_KIND.onlineUsers:
      return {};
  }
}

/** The list that a card reads. */
export interface CardListQuery {
  /** Entity name. */
  readonly e: string;
  readonly query: ListQuery;
}
const newestFirst = (limit: number, where: Filter): ListQuery => ({
  page: 1,
  limit,
  sort: [{ field: 'id', dir: 'desc' }],
  where,
});
/** The query of the running task; one runs at a time. */
export const RUNNING_TASK_LIST: CardListQuery = {
  e: TASK_QUEUE_COUNTER.e,
  query: {
    page: 1,
    limit: 1,
    sort: [{ field: 'position', dir: 'asc' }],
    where: { all: [{ field: 'status', op: 'IN', value: [TASK_STATUS.connecting, TASK_STATUS.executing] }] },
  },
};
/** Crossed thresholds are shown above the cards. */
export const CROSSED_THRESHOLDS_LIST: CardListQuery = {
  e: 'threshold',
  query: newestFirst(5, { all: [{ field: 'state', op: '<>', value: 'calm' }] }),
};
export const latestRowsQuery = ({ when: filter = MATCH_ALL, count = 6 }: DashboardCard): ListQuery =>
  newestFirst(count, 'field' in filter ? { all: [filter] } : filter);

/** The list that a card reads; undefined when it reads none. */
export function findCardListQuery(card: DashboardCard): CardListQuery | undefined {
  const { kind, e: entityName } = card;
  if (kind === CARD_KIND.terminalTasks) return RUNNING_TASK_LIST;
  return kind === CARD_KIND.latestRows && entityName !== undefined
    ? { e: entityName, query: latestRowsQuery(card) }
    : undefined;
}
/** All metrics that a card requests. */
export function listCardMetrics(card: DashboardCard): readonly Metric[] {
  const { total, series } = getCardMetrics(card);
  const { also: secondColumn } = card;
  const secondSeries =
    series !== undefined && secondColumn !== undefined ? { ...series, add: secondColumn } : undefined;
  return [total, series, secondSeries].filter((metric) => metric !== undefined);
}

const isIntegerWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value);
const isKind = (value: unknown): value is CardKind => CARD_KINDS.has(value);

const isCardTitle = (value: unknown): boolean => typeof value === 'string' && value.length <= CARD_LIMITS.title;
const OPTIONAL_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isCardTitle,
  title_en: isCardTitle,
  e: isName,
  when: (value) => isFilterShape(value) && JSON.stringify(value).length <= 2_000,
  add: isName,
  by: isName,
  at: isName,
  also: isName,
  pick: (value) =>
    Array.isArray(value) &&
    value.length <= CARD_LIMITS.pick &&
    value.every((text) => typeof text === 'string' && text.length <= 60),
  grain: (value) => value === 'hour' || value === 'day',
  count: (value) => isIntegerWithin(value, 1, CARD_LIMITS.count),
};

/** Parses a sent or stored card; undefined when it is invalid. Unknown keys are dropped. */
export function parseCard(value: unknown): DashboardCard | undefined {
  if (!isObject(value)) return undefined;
  const { id, kind, w, h } = value;
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || !isKind(kind)) return undefined;
  if (!isIntegerWithin(w, 1, CARD_LIMITS.columns) || !isIntegerWithin(h, 1, CARD_LIMITS.rows)) return undefined;
  const options: Record<string, unknown> = {};
  for (const [key, isValid] of Object.entries(OPTIONAL_KEYS)) {
    const optionValue = value[key];
    if (optionValue === undefined) continue;
    if (!isValid(optionValue)) return undefined;
    options[key] = optionValue;
  }
  return { ...options, id, kind, w, h };
}

/** Parses a sent or stored dashboard; undefined when any part is invalid. */
export function parseCards(value: unknown): readonly DashboardCard[] | undefined {
  if (!Array.isArray(value) || value.length > CARD_LIMITS.cards) return undefined;
  const cards = value.map(parseCard);
  if (!cards.every((card) => card !== undefined)) return undefined;
  return new Set(cards.map(({ id }) => id)).size === cards.length ? cards : undefined;
}
