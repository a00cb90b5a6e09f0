/** Reads entries of the recycle log and the sensitive data log within the reader's scope. */
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { SkippedRow } from '../../../common/protocol/history';
import { fault, type Fault } from '../../../common/protocol/faults';
import { errorSummary } from '../../engine/write/errorSummary';
import { isInScope } from '../../engine/write/stages/authorize';
import { decodeRow } from '../../engine/schema/model';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { RequestContext, Tx } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';

/** Entries of a log, newest first; throws `row.missing` when the reader cannot see one of them. */
export async function loadLogEntries(
  { tx, ctx }: { readonly tx: Pick<Tx, 'rows'>; readonly ctx: Pick<RequestContext, 'actor'> },
  log: AnyEntity,
  ids: readonly number[],
): Promise<readonly StoredRow[]> {
  const sql = `SELECT * FROM ${quoteIdentifier(log.name)} WHERE id IN (${placeholders(ids.length)}) ORDER BY id DESC`;
  const rows = (await tx.rows<object>(sql, ids)).map((raw) => decodeRow(log, raw));
  if (rows.length !== ids.length || !rows.every((row) => isInScope(ctx.actor, log, 'read', row))) {
    throw fault('row.missing');
  }
  return rows;
}

/** The entity of an entry; throws `row.missing` when it is no longer registered. */
export function requireWatchedEntity({ services }: Pick<RequestContext, 'services'>, entry: StoredRow): AnyEntity {
  const entity = services.registry.get(stringOrEmpty(entry['data_table']));
  if (entity === undefined) throw fault('row.missing');
  return entity;
}

export interface RestoreOutcome {
  /** Entries whose row is restored. */
  readonly ids: readonly number[];
  readonly left: readonly SkippedRow[];
}

/**
 * Applies each entry in a savepoint, and repeats while that makes progress, because rows may depend on each other. A single failure is
 * thrown as it is.
 */
export async function applyEach(
  hook: HookContext,
  entries: readonly StoredRow[],
  applyEntry: (entity: AnyEntity, entry: StoredRow) => Promise<unknown>,
): Promise<RestoreOutcome> {
  const ids: number[] = [];
  let remaining = entries.map((entry) => ({
    entry,
    entity: requireWatchedEntity(hook, entry),
    refusal: undefined as Fault | undefined,
  }));
  for (let hasProgress = true; hasProgress && remaining.length > 0;) {
    hasProgress = false;
    const failed: typeof remaining = [];
    for (const item of remaining) {
      const outcome = await hook.savepoint(() => applyEntry(item.entity, item.entry));
      if ('fault' in outcome) failed.push({ ...item, refusal: outcome.fault });
      else ids.push(Number(item.entry['id']));
      hasProgress ||= !('fault' in outcome);
    }
    remaining = failed;
  }
  const [first] = remaining;
  if (first?.refusal && ids.length === 0 && remaining.length === 1) throw first.refusal;
  return {
    ids,
    left: remaining.map((item) => toSkippedRow(hook, item)),
  };
}

function toSkippedRow(
  { lang }: HookContext,
  { entry, entity, refusal }: { entry: StoredRow; entity: AnyEntity; refusal: Fault | undefined },
): SkippedRow {
  const reason =
    refusal?.code === 'row.conflict' ? 'changed' : refusal?.code === 'access.denied' ? 'forbidden' : 'refused';
  const msg = refusal ? errorSummary(lang, entity, refusal) : '';
  return {
    e: entity.name,
    id: Number(entry['id_value']),
    title: stringOrEmpty(entry['title']),
    why: reason,
    by: null,
    msg,
  };
}
