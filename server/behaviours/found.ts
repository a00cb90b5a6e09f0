/** Rows a behaviour looks at beside its own: simply read, or locked until the act ends. */
import type { StoredRow } from '../../common/entity/meta';
import { lockClause } from '../engine/rows';
import type { Step } from '../engine/writer';
import { ident } from '../platform/sql';

/** The living row of an id; undefined when there is none. */
export async function rowNamed(step: Step, entity: string, id: unknown): Promise<StoredRow | undefined> {
  if (typeof id !== 'number') return undefined;
  const [row] = await step.find(entity, { field: 'id', op: '=', value: id });
  return row;
}

/** Takes a row for oneself until the act ends, so that acts that count or compare what hangs on it come one after another. */
export async function lockRow(step: Step, entity: string, id: number): Promise<void> {
  const { dialect } = step.kit.db;
  await step.tx.rows(`SELECT id FROM ${ident(entity)} WHERE id = ?${lockClause(dialect)}`, [id]);
}
