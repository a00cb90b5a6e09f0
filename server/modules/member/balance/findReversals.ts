/** Finds the counterpart of ledger entries: the reversal of an entry, and the entry that a reversal reverses. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Condition, Filter } from '../../../../common/entity/filter';
import type { StoredRow } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { selectRowsWhere } from '../../../engine/read/selectRowsWhere';
import { filterToSql } from '../../../engine/read/filterToSql';
import type { Db, Tx } from '../../../context';

const REVERSAL_PREFIX = 'reversal:';

export interface ReversalLink {
  /** Its number in the account. */
  readonly n: number;
  readonly receipt: string;
}
const toReversalLink = ({ n, receipt }: StoredRow): ReversalLink => ({
  n: Number(n),
  receipt: typeof receipt === 'string' ? receipt : '',
});
const reversedId = ({ ref }: StoredRow): number =>
  typeof ref === 'string' && ref.startsWith(REVERSAL_PREFIX) ? Number(ref.slice(REVERSAL_PREFIX.length)) : 0;

/** Map from the number of an entry to the number of its counterpart. */
export async function findReversals(
  tx: Tx,
  dialect: Db['dialect'],
  entity: AnyEntity,
  userId: number,
  entries: readonly WireRow[],
): Promise<ReadonlyMap<number, ReversalLink>> {
  if (entries.length === 0) return new Map();
  const find = (filter: Filter) => selectRowsWhere(tx, entity, filterToSql(entity, filter, dialect));
  const numbers = entries.map(({ n }) => Number(n));
  const stored = await find({
    all: [
      { field: 'user_id', op: '=', value: userId },
      { field: 'n', op: 'IN', value: numbers },
    ],
  });
  const reversals = stored.filter((entry) => reversedId(entry) > 0);
  const conditions: readonly Condition[] = [
    { field: 'ref', op: 'IN', value: stored.map(({ id }) => `${REVERSAL_PREFIX}${Number(id)}`) },
    ...(reversals.length > 0 ? [{ field: 'id', op: 'IN', value: reversals.map(reversedId) } as const] : []),
  ];
  const [reversalsOfOwn = [], reversed = []] = await Promise.all(conditions.map(find));
  const byId = new Map([...stored, ...reversed].map((entry) => [Number(entry['id']), entry]));
  const pairs = [...reversalsOfOwn, ...reversals].flatMap((reversal) => {
    const original = byId.get(reversedId(reversal));
    return original ? [[reversal, original] as const, [original, reversal] as const] : [];
  });
  return new Map(pairs.map(([entry, other]) => [Number(entry['n']), toReversalLink(other)]));
}
