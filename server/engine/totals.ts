/** How many rows a list has: counted up to a cap, and beyond it kept as a figure that follows every change of the log. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Filter } from '../../common/entity/filter';
import { exactness } from '../../common/entity/match';
import { foldingOf, type Folding } from '../../common/live/measure';
import { LIMITS } from '../../common/limits';
import type { Tx } from '../kit';
import { readHead, type Head } from '../live/log';
import { ident } from '../platform/sql';
import type { Sql } from './where';

/** What a figure comes to in the snapshot that ends with a change; undefined when nobody can say that soon. */
export type TotalAt = (folding: Folding, seq: number) => Promise<number | undefined>;

export interface Counting {
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
export interface Counted extends Total {
  readonly head: Head;
}
export type Totals = (tx: Tx, counting: Counting) => Promise<Counted>;

/** No list waits for its total longer than this; it says that there are more. Milliseconds. */
const PATIENCE = 400;
const soon = <T>(wanted: Promise<T>): Promise<T | undefined> =>
  new Promise((done, fail) => {
    const late = setTimeout(done, PATIENCE, undefined);
    wanted.then(done, fail).finally(() => clearTimeout(late));
  });

/** Makes the counting of a house; without figures every total ends at the cap. */
export function createTotals(totalAt: TotalAt = () => Promise.resolve(undefined)): Totals {
  /** Tables that were too big to be counted once: of these the figure is asked first. */
  const big = new Set<string>();
  const figure = async ({ entity, filter }: Counting, { last }: Head) =>
    filter !== undefined && exactness(entity, filter) === 'exact'
      ? soon(totalAt(foldingOf(entity, { e: entity.name }, filter), last))
      : undefined;
  return async (tx, counting) => {
    const { entity } = counting;
    if (big.has(entity.name)) {
      const head = await readHead(tx);
      const total = await figure(counting, head);
      if (total !== undefined) return { total, capped: false, head };
    }
    const { total, head } = await countWithHead(tx, counting);
    if (total <= LIMITS.countCap) return { total, capped: false, head };
    const isNew = !big.has(entity.name);
    big.add(entity.name);
    const whole = isNew ? await figure(counting, head) : undefined;
    return whole === undefined ? { total: LIMITS.countCap, capped: true, head } : { total: whole, capped: false, head };
  };
}

/** Counts up to one more than the cap, and reads the head of the log in the same statement. */
async function countWithHead(tx: Tx, { entity, where, hint }: Counting) {
  const counted = `SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${ident(entity.name)}${hint} WHERE ${where.sql} LIMIT ?) AS counted`;
  const [row] = await tx.rows<Head & { readonly total: number }>(
    `SELECT epoch, last, low, (${counted}) AS total FROM change_head WHERE id = 1`,
    [...where.params, LIMITS.countCap + 1],
  );
  if (!row) throw new Error('change_head has no row');
  const { epoch, last, low, total } = row;
  return { total: Number(total), head: { epoch, last: Number(last), low: Number(low) } };
}
