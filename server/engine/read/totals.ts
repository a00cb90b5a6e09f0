/** The total of a list, the row count that pagination needs: counted up to a cap; where COUNT is slow, a counter follows the change log. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import { filterPrecision } from '../../../common/query/compileFilter';
import { compileMeasure, type CompiledMeasure } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { Tx } from '../../context';
import { loadLogHead, type LogHead } from '../../live/log/changeLog';
import { quoteIdentifier } from '../../platform/database/sql';
import type { SqlFragment } from './filterToSql';

/** The value of a counter in the snapshot that ends with a change; undefined when it is not available soon. */
export type TotalAt = (compiledMeasure: CompiledMeasure, seq: number) => Promise<number | undefined>;

export interface CountRequest {
  readonly entity: AnyEntity;
  /** The rows as SQL, and as a filter where a filter alone decides. */
  readonly where: SqlFragment;
  readonly filter: Filter | undefined;
  /** The index hint. */
  readonly hint: string;
}
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}
/** A total, and the head of the change log in the same snapshot: both come from one statement. */
export interface CountResult extends Total {
  readonly head: LogHead;
}
export type Totals = (tx: Tx, request: CountRequest) => Promise<CountResult>;

/** Milliseconds a list waits for its total; after that the response says that there are more rows than counted. */
const COUNTER_TIMEOUT_MS = 400;
const withTimeout = <T>(promise: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, COUNTER_TIMEOUT_MS, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Above this number of rows, counting costs more than the page itself: the total of a repeated query comes from a counter. */
const COUNTER_THRESHOLD = 2_000;
/** Number of queries that are remembered to detect repeated ones. */
const MAX_REMEMBERED_QUERIES = 500;

/** Detects whether a query was asked before and remembers it. The oldest ones are dropped. */
function createRepeatDetector(): (request: CountRequest) => boolean {
  const seenKeys = new Set<string>();
  return ({ entity, where }) => {
    const key = JSON.stringify([entity.name, where.sql, where.params]);
    const isRepeated = seenKeys.delete(key);
    seenKeys.add(key);
    const [oldest] = seenKeys;
    if (seenKeys.size > MAX_REMEMBERED_QUERIES && oldest !== undefined) seenKeys.delete(oldest);
    return isRepeated;
  };
}

/** Creates the counting of lists; without counters every total ends at the cap. */
export function createTotals(totalAt: TotalAt = () => Promise.resolve(undefined)): Totals {
  /** By entity: the largest number of rows counted, at most one more than the cap. */
  const sizes = new Map<string, number>();
  const isRepeated = createRepeatDetector();
  const loadCounter = async ({ entity, filter }: CountRequest, { last }: LogHead) =>
    filter !== undefined && filterPrecision(entity, filter) === 'exact'
      ? withTimeout(totalAt(compileMeasure(entity, { e: entity.name }, filter), last))
      : undefined;
  const isCheapToCount = (request: CountRequest): boolean => {
    const size = sizes.get(request.entity.name) ?? 0;
    return size <= COUNTER_THRESHOLD || (size <= LIMITS.exactTotalRows && !isRepeated(request));
  };
  return async (tx, request) => {
    const { entity } = request;
    if (!isCheapToCount(request)) {
      const head = await loadLogHead(tx);
      const total = await loadCounter(request, head);
      if (total !== undefined) return { total, capped: false, head };
    }
    const { total, head } = await countWithHead(tx, request);
    const largestTotal = sizes.get(entity.name) ?? 0;
    sizes.set(entity.name, Math.max(largestTotal, total));
    if (total <= LIMITS.exactTotalRows) return { total, capped: false, head };
    const exactTotal = largestTotal <= LIMITS.exactTotalRows ? await loadCounter(request, head) : undefined;
    return exactTotal === undefined
      ? { total: LIMITS.exactTotalRows, capped: true, head }
      : { total: exactTotal, capped: false, head };
  };
}

/** Counts up to one more than the cap, and reads the head of the change log in the same statement. */
async function countWithHead(tx: Tx, { entity, where, hint }: CountRequest) {
  const counted = `SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${quoteIdentifier(entity.name)}${hint} WHERE ${where.sql} LIMIT ?) AS counted`;
  const [row] = await tx.rows<LogHead & { readonly total: number }>(
    `SELECT epoch, last, low, (${counted}) AS total FROM change_head WHERE id = 1`,
    [...where.params, LIMITS.exactTotalRows + 1],
  );
  if (!row) throw new Error('change_head has no row');
  const { epoch, last, low, total } = row;
  return { total: Number(total), head: { epoch, last: Number(last), low: Number(low) } };
}
