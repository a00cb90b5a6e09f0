/** Reads stored rows, removed ones included, and their entries in `record_history`. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { keepsHistory } from '../../../common/definition/keepsHistory';
import type { Json } from '../../../common/entity/field';
import type { HistoryChannel, HistoryOp } from '../../../common/protocol/history';
import type { Tx } from '../../context';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';
import { decodeRow } from '../schema/model';
import { loadFieldNameChanges, withPresentNames } from '../../live/log/fieldNames';

/** Whether staff can read the history of such rows. */
export const hasHistory = (entity: AnyEntity): boolean => {
  const { staff } = entity.spec.access;
  return keepsHistory(entity) && (staff === 'crud' || staff?.read !== undefined);
};

/** Reads one stored row, removed or not; `undefined` when it was purged. */
export async function loadStoredRow(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  id: number,
): Promise<StoredRow | undefined> {
  const [raw] = await tx.rows<object>(`SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id = ?`, [id]);
  return raw && decodeRow(entity, raw);
}

/** Reads several rows of an entity like `loadStoredRow`; the map leaves out purged ids. */
export async function loadStoredRows(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  const found = await tx.rows<object>(
    `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)})`,
    ids,
  );
  return new Map(found.map((raw) => decodeRow(entity, raw)).map((row) => [Number(row['id']), row]));
}

export type Diff = Readonly<Record<string, readonly [before: Json, after: Json]>>;
export interface StoredHistoryEntry {
  readonly seq: number;
  readonly cid: string;
  readonly ent: string;
  readonly eid: number;
  readonly revision: number;
  readonly op: HistoryOp;
  readonly actor: string;
  readonly actor_name: string;
  readonly channel: HistoryChannel;
  readonly ip: string;
  readonly at: number;
  readonly diff: Diff;
}
type RawEntryRow = { readonly [K in keyof StoredHistoryEntry]: unknown };
const COLUMNS = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';

const parseEntryRow = (raw: RawEntryRow): StoredHistoryEntry => ({
  seq: Number(raw.seq),
  cid: String(raw.cid),
  ent: String(raw.ent),
  eid: Number(raw.eid),
  revision: Number(raw.revision),
  op: raw.op as HistoryOp, // written by the change log
  actor: String(raw.actor),
  actor_name: String(raw.actor_name),
  channel: raw.channel as HistoryChannel, // a channel of `RequestContext`
  ip: String(raw.ip),
  at: Number(raw.at),
  diff: JSON.parse(String(raw.diff)) as Diff,
});

/** Reads history entries, with the present names of fields; `where` is the SQL after WHERE and may include ORDER BY and LIMIT. */
export async function selectHistoryEntries(
  tx: Pick<Tx, 'rows'>,
  where: string,
  params: readonly (string | number)[],
): Promise<StoredHistoryEntry[]> {
  const rows = await tx.rows<RawEntryRow>(`SELECT ${COLUMNS} FROM record_history WHERE ${where}`, params);
  const entries = rows.map(parseEntryRow);
  const changes = await loadFieldNameChanges(
    tx,
    entries.map(({ ent }) => ent),
  );
  return entries.map((entry) => ({ ...entry, diff: withPresentNames(changes, entry, entry.diff) }));
}

/** Reads the first `limit` entries of a change-set with an empty `diff`, so that the cost does not grow with its size. */
export async function selectEntryHeaders(
  tx: Pick<Tx, 'rows'>,
  cid: string,
  limit: number,
): Promise<StoredHistoryEntry[]> {
  const columns = COLUMNS.replace(/diff$/, "'{}' AS diff");
  const sql = `SELECT ${columns} FROM record_history WHERE cid = ? ORDER BY seq LIMIT ?`;
  return (await tx.rows<RawEntryRow>(sql, [cid, limit])).map(parseEntryRow);
}

/** Reads complete entries for headers, ordered by `seq`. */
export const loadFullEntries = async (
  tx: Pick<Tx, 'rows'>,
  entries: readonly StoredHistoryEntry[],
): Promise<StoredHistoryEntry[]> =>
  entries.length === 0
    ? []
    : selectHistoryEntries(
        tx,
        `seq IN (${placeholders(entries.length)}) ORDER BY seq`,
        entries.map(({ seq }) => seq),
      );
