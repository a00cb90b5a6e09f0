/** Entries that belong together: one, and the one that took it back. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Cond, Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { rowsWhere } from '../../engine/write/hookContext';
import { whereSql } from '../../engine/read/where';
import type { Db, Tx } from '../../context';

const REVERSAL = 'reversal:';

export interface Counterpart {
  /** Its number in the account. */
  readonly n: number;
  readonly receipt: string;
}
const counterpartOf = ({ n, receipt }: StoredRow): Counterpart => ({
  n: Number(n),
  receipt: typeof receipt === 'string' ? receipt : '',
});
const reversedId = ({ ref }: StoredRow): number =>
  typeof ref === 'string' && ref.startsWith(REVERSAL) ? Number(ref.slice(REVERSAL.length)) : 0;

/** By the number in the account of each of these entries: the entry that took it back, or that it takes back itself. */
export async function counterparts(
  tx: Tx,
  dialect: Db['dialect'],
  entity: AnyEntity,
  userId: number,
  entries: readonly Wire[],
): Promise<ReadonlyMap<number, Counterpart>> {
  if (entries.length === 0) return new Map();
  const find = (filter: Filter) => rowsWhere(tx, entity, whereSql(entity, filter, dialect));
  const numbers = entries.map(({ n }) => Number(n));
  const own = await find({
    all: [
      { field: 'user_id', op: '=', value: userId },
      { field: 'n', op: 'IN', value: numbers },
    ],
  });
  const takers = own.filter((entry) => reversedId(entry) > 0);
  const asked: readonly Cond[] = [
    { field: 'ref', op: 'IN', value: own.map(({ id }) => `${REVERSAL}${Number(id)}`) },
    ...(takers.length > 0 ? [{ field: 'id', op: 'IN', value: takers.map(reversedId) } as const] : []),
  ];
  const [back = [], taken = []] = await Promise.all(asked.map(find));
  const byId = new Map([...own, ...taken].map((entry) => [Number(entry['id']), entry]));
  const pairs = [...back, ...takers].flatMap((taker) => {
    const original = byId.get(reversedId(taker));
    return original ? [[taker, original] as const, [original, taker] as const] : [];
  });
  return new Map(pairs.map(([entry, other]) => [Number(entry['n']), counterpartOf(other)]));
}
