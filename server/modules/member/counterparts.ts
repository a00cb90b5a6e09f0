/** Entries that belong together: one, and the one that took it back. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Cond } from '../../../common/entity/filter';
import type { Wire } from '../../../common/entity/project';
import { rowsWhere } from '../../engine/rows';
import { whereSql } from '../../engine/where';
import type { Kit, Tx } from '../../kit';

const REVERSAL = 'reversal:';

/** By the id of each of these entries that of the one that took it back, or that it takes back itself; both are of the same account. */
export async function counterparts(
  { db }: Kit,
  entity: AnyEntity,
  entries: readonly Wire[],
): Promise<ReadonlyMap<number, number>> {
  if (entries.length === 0) return new Map();
  const ids = (of: readonly Wire[]) => of.map(({ id }) => Number(id));
  const takers = ids(entries.filter(({ type }) => type === 'reversal'));
  const asked: readonly Cond[] = [
    { field: 'ref', op: 'IN', value: ids(entries).map((id) => `${REVERSAL}${id}`) },
    ...(takers.length > 0 ? [{ field: 'id', op: 'IN', value: takers } as const] : []),
  ];
  const find = (tx: Pick<Tx, 'rows'>, cond: Cond) => rowsWhere(tx, entity, whereSql(entity, cond, db.dialect));
  const found = (await Promise.all(asked.map((cond) => find(db, cond)))).flat();
  return new Map(
    found.flatMap(({ id, ref }) => {
      const [taker, taken] = [Number(id), Number(typeof ref === 'string' ? ref.slice(REVERSAL.length) : 0)];
      return [[taker, taken] as const, [taken, taker] as const];
    }),
  );
}
