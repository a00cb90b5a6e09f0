/** How many rows a list has: counted up to a cap, and beyond it kept as a figure that follows every change of the log. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Filter } from '../../common/entity/filter';
import { exactness } from '../../common/entity/match';
import { foldingOf, type Folding } from '../../common/live/measure';
import { LIMITS } from '../../common/limits';
import type { Tx } from '../kit';
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
  /** The last change the snapshot holds. */
  readonly seq: number;
}
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}
export type Totals = (tx: Tx, counting: Counting) => Promise<Total>;

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
  const figure = async ({ entity, filter, seq }: Counting) =>
    filter !== undefined && exactness(entity, filter) === 'exact'
      ? soon(totalAt(foldingOf(entity, { e: entity.name }, filter), seq))
      : undefined;
  return async (tx, counting) => {
    const { entity, where, hint } = counting;
    const known = big.has(entity.name) ? await figure(counting) : undefined;
    if (known !== undefined) return { total: known, capped: false };
    const sql = `SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${ident(entity.name)}${hint} WHERE ${where.sql} LIMIT ?) AS counted`;
    const [counted] = await tx.rows<{ total: number }>(sql, [...where.params, LIMITS.countCap + 1]);
    const total = Number(counted?.total ?? 0);
    if (total <= LIMITS.countCap) return { total, capped: false };
    const isNew = !big.has(entity.name);
    big.add(entity.name);
    const whole = isNew ? await figure(counting) : undefined;
    return whole === undefined ? { total: LIMITS.countCap, capped: true } : { total: whole, capped: false };
  };
}
