/** Lines of `record_history` and what one reader may see of them: fields he may not read are counted, never told. */
import { holds, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column, StoredRow } from '../../../common/entity/meta';
import { toWire } from '../../../common/entity/project';
import type { HistoryChannel, HistoryField, HistoryLine, HistoryOp } from '../../../common/protocol/history';
import { marks } from '../../platform/sql';
import type { Tx } from '../../context';

export type Diff = Readonly<Record<string, readonly [before: Json, after: Json]>>;
export interface StoredLine {
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
type Raw = { readonly [K in keyof StoredLine]: unknown };
const COLUMNS = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';

const lineOf = (raw: Raw): StoredLine => ({
  seq: Number(raw.seq),
  cid: String(raw.cid),
  ent: String(raw.ent),
  eid: Number(raw.eid),
  revision: Number(raw.revision),
  op: raw.op as HistoryOp, // written by the change log
  actor: String(raw.actor),
  actor_name: String(raw.actor_name),
  channel: raw.channel as HistoryChannel, // a channel of `Ctx`
  ip: String(raw.ip),
  at: Number(raw.at),
  diff: JSON.parse(String(raw.diff)) as Diff,
});

/** Lines that meet a condition. */
export async function linesWhere(
  tx: Pick<Tx, 'rows'>,
  where: string,
  params: readonly (string | number)[],
): Promise<StoredLine[]> {
  return (await tx.rows<Raw>(`SELECT ${COLUMNS} FROM record_history WHERE ${where}`, params)).map(lineOf);
}

/** The first lines of a change-set without what they changed: however large it is, little of it is read. */
export async function outlineOf(tx: Pick<Tx, 'rows'>, cid: string, limit: number): Promise<StoredLine[]> {
  const columns = COLUMNS.replace(/diff$/, "'{}' AS diff");
  const sql = `SELECT ${columns} FROM record_history WHERE cid = ? ORDER BY seq LIMIT ?`;
  return (await tx.rows<Raw>(sql, [cid, limit])).map(lineOf);
}

/** Lines by their numbers, in their order. */
export const linesAt = async (tx: Pick<Tx, 'rows'>, lines: readonly StoredLine[]): Promise<StoredLine[]> =>
  lines.length === 0
    ? []
    : linesWhere(
        tx,
        `seq IN (${marks(lines.length)}) ORDER BY seq`,
        lines.map(({ seq }) => seq),
      );

/** The columns a history tells of: those the reader may read, but for the engine's own clockwork. */
const CLOCKWORK: ReadonlySet<string> = new Set(['delete_time']);
export const toldColumns = (actor: Actor, entity: AnyEntity): ReadonlyMap<string, Column> =>
  new Map(
    readableColumns(actor, entity)
      .filter(({ name }) => !CLOCKWORK.has(name))
      .map((column) => [column.name, column]),
  );

interface Undone {
  readonly cid: string;
  readonly actor: string;
  readonly actor_name: string;
  readonly at: number;
}
/** Which of the change-sets were taken back, and by whom. */
export async function undoneAmong(
  tx: Pick<Tx, 'rows'>,
  cids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<HistoryLine['undone']>>> {
  if (cids.length === 0) return new Map();
  const found = await tx.rows<Undone>(
    `SELECT cid, actor, actor_name, \`at\` FROM change_undo WHERE cid IN (${marks(cids.length)})`,
    cids,
  );
  return new Map(
    found.map(({ cid, actor, actor_name, at }) => [cid, { by: { id: actor, name: actor_name }, at: Number(at) }]),
  );
}

export interface Telling {
  readonly actor: Actor;
  readonly columns: ReadonlyMap<string, Column>;
  /** The record is gone for good: its values went with it. */
  readonly scrubbed: boolean;
  /** Long values as well. */
  readonly whole: boolean;
}
function fieldOf(column: Column, [before, after]: Diff[string], { scrubbed, whole }: Telling): HistoryField {
  const { name } = column;
  if (scrubbed) return { field: name, before: null, after: null };
  if (column.long && !whole) return { field: name, before: null, after: null, long: true };
  return { field: name, before: toWire(column, before), after: toWire(column, after) };
}

/** One line as a reader may see it. */
export function tellLine(line: StoredLine, telling: Telling): HistoryLine {
  const { actor, columns } = telling;
  const names = Object.keys(line.diff).filter((name) => !CLOCKWORK.has(name));
  const fields = names.flatMap((name) => {
    const [column, change] = [columns.get(name), line.diff[name]];
    return column && change ? [fieldOf(column, change, telling)] : [];
  });
  return {
    seq: String(line.seq),
    cid: line.cid,
    revision: line.revision,
    op: line.op,
    by: { id: line.actor, name: line.actor_name },
    channel: line.channel,
    ...(holds(actor, 'admin_log/see_restricted') ? { ip: line.ip } : {}),
    at: line.at,
    fields,
    hidden: names.length - fields.length,
  };
}

/** Every value the lines name, as rows, so that references in them get their titles. */
export const rowsOf = (lines: readonly StoredLine[]): readonly StoredRow[] =>
  lines.flatMap(({ diff }) =>
    [0, 1].map((side) => Object.fromEntries(Object.entries(diff).map(([name, pair]) => [name, pair[side] ?? null]))),
  );
