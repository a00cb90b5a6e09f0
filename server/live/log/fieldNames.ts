/**
 * Maps names of fields in the record history to the present names. The history is append-only and keeps the names of its time; the table
 * `field_name_change` has each change of a definition that renamed or removed fields, with its place among the changes.
 */
import type { Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';

type Reader = Pick<Tx, 'rows'>;

/** The change of field names by one record of the log of definitions. */
export interface FieldNameChange {
  /** Id of the `crud_record`. */
  readonly recordId: number;
  readonly ent: string;
  /** Changes of rows before this sequence number have the former names. */
  readonly beforeSeq: number;
  /** The record whose change was rolled back; 0: none. */
  readonly undoes: number;
  /** The new name of each renamed field; null for a removed one. */
  readonly names: Readonly<Record<string, string | null>>;
}
interface StoredChange {
  readonly record_id: number;
  readonly ent: string;
  readonly before_seq: number;
  readonly undoes: number;
  readonly names: string;
}

/** Reads the changes of some entities, oldest first. */
export async function loadFieldNameChanges(tx: Reader, ents: Iterable<string>): Promise<readonly FieldNameChange[]> {
  const names = [...new Set(ents)];
  if (names.length === 0) return [];
  const rows = await tx.rows<StoredChange>(
    `SELECT record_id, ent, before_seq, undoes, names FROM field_name_change WHERE ent IN (${placeholders(names.length)}) ORDER BY record_id`,
    names,
  );
  return rows.map((row) => ({
    recordId: Number(row.record_id),
    ent: row.ent,
    beforeSeq: Number(row.before_seq),
    undoes: Number(row.undoes),
    names: JSON.parse(row.names) as FieldNameChange['names'], // `recordFieldNames` wrote it
  }));
}

/** The name of a field that a record removed; no field of a definition can have it. */
const removedName = (recordId: number, name: string) => `removed:${recordId}:${name}`;

function applyChange(name: string, { recordId, undoes, names }: FieldNameChange): string {
  const restored = removedName(undoes, '');
  if (undoes > 0 && name.startsWith(restored)) return name.slice(restored.length);
  const next = Object.hasOwn(names, name) ? names[name] : name;
  return next ?? removedName(recordId, name);
}

interface Position {
  readonly ent: string;
  readonly seq: number;
}
/** The present name of a field that had a name at a change of its row. Removed fields get a name that no field has. */
export const presentFieldName = (changes: readonly FieldNameChange[], { ent, seq }: Position, name: string): string =>
  changes
    .filter((change) => change.ent === ent && seq < change.beforeSeq)
    .reduce((current, change) => applyChange(current, change), name);

/** Gives the values of a history entry the present names of their fields. */
export const withPresentNames = <T>(
  changes: readonly FieldNameChange[],
  position: Position,
  diff: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> =>
  changes.length === 0
    ? diff
    : Object.fromEntries(
        Object.entries(diff).map(([name, value]) => [presentFieldName(changes, position, name), value]),
      );
