/** Entries of `record_history` as one reader may see them: unreadable fields are only counted. */
import { hasPermission, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column, StoredRow } from '../../../common/entity/columns';
import { toWireValue } from '../../../common/entity/projectRow';
import type { HistoryField, HistoryEntry } from '../../../common/protocol/history';
import { placeholders } from '../../platform/database/sql';
import type { Tx } from '../../context';
import type { Diff, StoredHistoryEntry } from '../../engine/read/storedHistory';

/** Columns that the history leaves out although they are readable: they belong to the engine. */
const INTERNAL_COLUMNS: ReadonlySet<string> = new Set(['delete_time']);
export const visibleHistoryColumns = (actor: Actor, entity: AnyEntity): ReadonlyMap<string, Column> =>
  new Map(
    readableColumns(actor, entity)
      .filter(({ name }) => !INTERNAL_COLUMNS.has(name))
      .map((column) => [column.name, column]),
  );

interface UndoRow {
  readonly cid: string;
  readonly actor: string;
  readonly actor_name: string;
  readonly at: number;
}
/** Finds those of the change-sets that were undone, each with the admin who did it. */
export async function findUndoMarks(
  tx: Pick<Tx, 'rows'>,
  cids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<HistoryEntry['undone']>>> {
  if (cids.length === 0) return new Map();
  const found = await tx.rows<UndoRow>(
    `SELECT cid, actor, actor_name, \`at\` FROM change_undo WHERE cid IN (${placeholders(cids.length)})`,
    cids,
  );
  return new Map(
    found.map(({ cid, actor, actor_name, at }) => [cid, { by: { id: actor, name: actor_name }, at: Number(at) }]),
  );
}

export interface EntryProjection {
  readonly actor: Actor;
  readonly columns: ReadonlyMap<string, Column>;
  /** The record was purged: its values are not shown any more. */
  readonly isPurged: boolean;
  /** Whether long values are included. */
  readonly includeLongValues: boolean;
}
function projectField(
  column: Column,
  [before, after]: Diff[string],
  { isPurged, includeLongValues }: EntryProjection,
): HistoryField {
  const { name } = column;
  if (isPurged) return { field: name, before: null, after: null };
  if (column.long && !includeLongValues) return { field: name, before: null, after: null, long: true };
  return { field: name, before: toWireValue(column, before), after: toWireValue(column, after) };
}

/** One entry as a reader may see it. */
export function projectEntry(entry: StoredHistoryEntry, projection: EntryProjection): HistoryEntry {
  const { actor, columns } = projection;
  const names = Object.keys(entry.diff).filter((name) => !INTERNAL_COLUMNS.has(name));
  const fields = names.flatMap((name) => {
    const [column, change] = [columns.get(name), entry.diff[name]];
    return column && change ? [projectField(column, change, projection)] : [];
  });
  return {
    seq: String(entry.seq),
    cid: entry.cid,
    revision: entry.revision,
    op: entry.op,
    by: { id: entry.actor, name: entry.actor_name },
    channel: entry.channel,
    ...(hasPermission(actor, 'admin_log/see_restricted') ? { ip: entry.ip } : {}),
    at: entry.at,
    fields,
    hidden: names.length - fields.length,
  };
}

/** Every value of the entries as rows, so that references in them get their titles. */
export const entryValuesAsRows = (entries: readonly StoredHistoryEntry[]): readonly StoredRow[] =>
  entries.flatMap(({ diff }) =>
    [0, 1].map((side) => Object.fromEntries(Object.entries(diff).map(([name, pair]) => [name, pair[side] ?? null]))),
  );
