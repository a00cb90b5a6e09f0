/** Rows a behaviour looks at beside its own: simply read, or locked until the act ends. */
import type { StoredRow } from '../../common/entity/columns';
import { rowLockClause } from '../platform/database/sql';
import type { HookContext } from '../engine/write/context/hookContext';
import { quoteIdentifier } from '../platform/database/sql';

/** The living row of an id; undefined when there is none. */
export async function findRowById(hook: HookContext, entity: string, id: unknown): Promise<StoredRow | undefined> {
  if (typeof id !== 'number') return undefined;
  const [row] = await hook.find(entity, { field: 'id', op: '=', value: id });
  return row;
}

/** Takes a row for oneself until the act ends, so that acts that count or compare what hangs on it come one after another. */
export async function lockRow(hook: HookContext, entity: string, id: number): Promise<void> {
  const { dialect } = hook.services.db;
  await hook.tx.rows(`SELECT id FROM ${quoteIdentifier(entity)} WHERE id = ?${rowLockClause(dialect)}`, [id]);
}
