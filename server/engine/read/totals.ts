/** How many rows a list has: counted up to a cap, and kept by a counter that follows the change log where counting is slow. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import { exactness } from '../../../common/entity/match';
import { foldingOf, type Folding } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { Tx } from '../../context';
import { readHead, type Head } from '../../live/log';
import { ident } from '../../platform/sql';
import type { Sql } from './where';

/** What a counter comes to in the snapshot that ends with a change; undefined when nobody can say that soon. */
export type TotalAt = (aggregate: Folding, seq: number) => Promise<number | undefined>;

export interface CountRequest {
  readonly entity: AnyEntity;
  /** The rows in the words of the database, and as a filter where one alone decides. */
  readonly where: Sql;
  readonly filter: Filter | undefined;
  /** What stands behind the table's name. */
  readonly hint: string;
}
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}
/** A total, and the head of the log in its snapshot: both come in one statement. */
export interface CountResult extends Total {
  readonly head: Head;
}
export type Totals = (tx: Tx, counting: CountRequest) => Promise<CountResult>;

/** No list waits for its total longer than this; it says that there are more. Milliseconds. */
const WAIT_MS = 400;
const countSoon = <T>(wanted: Promise<T>): Promise<T | undefined> =>
  new Promise((done, fail) => {
    const late = setTimeout(done, WAIT_MS, undefined);
    wanted.then(done, fail).finally(() => clearTimeout(late));
  });

/** Above this many rows, counting costs more than the page itself: a question asked again is answered from a counter. */
const MANY = 2_000;
/** How many questions are remembered for that. */
const MAX_CACHED = 500;

/** Tells whether a question was asked before, and remembers it. The oldest ones are forgotten. */
function createCache(): (counting: CountRequest) => boolean {
  const asked = new Set<string>();
  return ({ entity, where }) => {
    const key = JSON.stringify([entity.name, where.sql, where.params]);
    const isRepeated = asked.delete(key);
    asked.add(key);
    const [oldest] = asked;
    if (asked.size > MAX_CACHED && oldest !== undefined) asked.delete(oldest);
    return isRepeated;
  };
}

/** Makes the counting of a running system; without counters every total ends at the cap. */
export function createTotals(totalAt: TotalAt = () => Promise.resolve(undefined)): Totals {
  /** By entity: the most rows that were counted, at most one more than the cap. */
  const sizes = new Map<string, number>();
  const isRepeated = createCache();
  const fromCounter = async ({ entity, filter }: CountRequest, { last }: Head) =>
    filter !== undefined && exactness(entity, filter) === 'exact'
      ? countSoon(totalAt(foldingOf(entity, { e: entity.name }, filter), last))
      : undefined;
  const isFasterCounted = (counting: CountRequest): boolean => {
    const size = sizes.get(counting.entity.name) ?? 0;
    return size <= MANY || (size <= LIMITS.countCap && !isRepeated(counting));
  };
  return async (tx, counting) => {
    const { entity } = counting;
    if (!isFasterCounted(counting)) {
      const head = await readHead(tx);
      const total = await fromCounter(counting, head);
      if (total !== undefined) return { total, capped: false, head };
    }
    const { total, head } = await countWithHead(tx, counting);
    const known = sizes.get(entity.name) ?? 0;
    sizes.set(entity.name, Math.max(known, total));
    if (total <= LIMITS.countCap) return { total, capped: false, head };
    const whole = known <= LIMITS.countCap ? await fromCounter(counting, head) : undefined;
    return whole === undefined ? { total: LIMITS.countCap, capped: true, head } : { total: whole, capped: false, head };
  };
}

/** Counts up to one more than the cap, and reads the head of the log in the same statement. */
async function countWithHead(tx: Tx, { entity, where, hint }: CountRequest) {
  const counted = `SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${ident(entity.name)}${hint} WHERE ${where.sql} LIMIT ?) AS counted`;
  const [row] = await tx.rows<Head & { readonly total: number }>(
    `SELECT epoch, last, low, (${counted}) AS total FROM change_head WHERE id = 1`,
    [...where.params, LIMITS.countCap + 1],
  );
  if (!row) throw new Error('change_head has no row');
  const { epoch, last, low, total } = row;
  return { total: Number(total), head: { epoch, last: Number(last), low: Number(low) } };
}
