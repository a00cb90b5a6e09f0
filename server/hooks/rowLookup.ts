/** Other rows that a hook reads: without a lock, or locked until the transaction ends. */
import type { StoredRow } from '../../common/entity/columns';
import { rowLockClause } from '../platform/database/sql';
import type { HookContext } from '../engine/write/context/hookContext';
import { quoteIdentifier } from '../platform/database/sql';

/** The row of an id; undefined when it does not exist or is deleted. */
export async function findRowById(hook: HookContext, entity: string, id: unknown): Promise<StoredRow | undefined> {
  if (typeof id !== 'number') return undefined;
  const [row] = await hook.find(entity, { field: 'id', op: '=', value: id });
  return row;
}

/** Locks a row until the transaction ends, so that transactions that count or compare its related rows run one after another. */
export async function lockRow(hook: HookContext, entity: string, id: number): Promise<void> {
  const { dialect } = hook.services.db;
  await hook.tx.rows(`SELECT id FROM ${quoteIdentifier(entity)} WHERE id = ?${rowLockClause(dialect)}`, [id]);
}
