/** Lines of the recycle and the sensitive data log as their readers ask for them: only those within their reach. */
import type { AnyEntity } from '../../../../common/entity/entity';
import { columnNamed, type StoredRow } from '../../../../common/entity/meta';
import type { LeftRow } from '../../../../common/protocol/history';
import { fault, type Fault } from '../../../../common/protocol/faults';
import { textIn } from '../../../behaviours/watchRules';
import { errorSummary } from '../../../engine/write/errorSummary';
import { isInScope } from '../../../engine/write/authorize';
import { decodeRow } from '../../../engine/schema/model';
import type { HookContext } from '../../../engine/write/writer';
import type { RequestContext, Tx } from '../../../context';
import { ident, marks } from '../../../platform/sql';

/** Lines of a log, newest first; one that is not there for the reader refuses all. */
export async function linesOf(
  { tx, ctx }: { readonly tx: Pick<Tx, 'rows'>; readonly ctx: Pick<RequestContext, 'actor'> },
  log: AnyEntity,
  ids: readonly number[],
): Promise<readonly StoredRow[]> {
  const sql = `SELECT * FROM ${ident(log.name)} WHERE id IN (${marks(ids.length)}) ORDER BY id DESC`;
  const rows = (await tx.rows<object>(sql, ids)).map((raw) => decodeRow(log, raw));
  if (rows.length !== ids.length || !rows.every((row) => isInScope(ctx.actor, log, 'read', row))) {
    throw fault('row.missing');
  }
  return rows;
}

/** The noun a line speaks of; its table may have gone since. */
export function nounOf({ services }: Pick<RequestContext, 'services'>, line: StoredRow): AnyEntity {
  const entity = services.registry.get(textIn(line, 'data_table'));
  if (entity === undefined) throw fault('row.missing');
  return entity;
}

export interface Outcome {
  /** Lines whose row is as it was before. */
  readonly ids: readonly number[];
  readonly left: readonly LeftRow[];
}

/** Tries each line by itself, and again while that helped: rows may hold each other. A single refusal is told as it is. */
export async function tryEach(
  hook: HookContext,
  lines: readonly StoredRow[],
  work: (entity: AnyEntity, line: StoredRow) => Promise<unknown>,
): Promise<Outcome> {
  const ids: number[] = [];
  let waiting = lines.map((line) => ({ line, entity: nounOf(hook, line), refusal: undefined as Fault | undefined }));
  for (let helped = true; helped && waiting.length > 0;) {
    helped = false;
    const still: typeof waiting = [];
    for (const one of waiting) {
      const tried = await hook.savepoint(() => work(one.entity, one.line));
      if ('fault' in tried) still.push({ ...one, refusal: tried.fault });
      else ids.push(Number(one.line['id']));
      helped ||= !('fault' in tried);
    }
    waiting = still;
  }
  const [first] = waiting;
  if (first?.refusal && ids.length === 0 && waiting.length === 1) throw first.refusal;
  return { ids, left: waiting.map(({ line, entity, refusal }) => leftRow(hook, { line, entity, refusal })) };
}

function leftRow(
  { lang }: HookContext,
  { line, entity, refusal }: { line: StoredRow; entity: AnyEntity; refusal: Fault | undefined },
): LeftRow {
  const why =
    refusal?.code === 'row.conflict' ? 'changed' : refusal?.code === 'access.denied' ? 'forbidden' : 'refused';
  const msg = refusal ? errorSummary(lang, entity, refusal) : '';
  return { e: entity.name, id: Number(line['id_value']), title: textIn(line, 'title'), why, by: null, msg };
}

/** The column a line speaks of, while its noun still has it. */
export const columnOf = (entity: AnyEntity, line: StoredRow) => columnNamed(entity, textIn(line, 'data_field'));
