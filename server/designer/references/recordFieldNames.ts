/** Records which fields a change of a definition renamed or removed, so that the history is read with the present names. */
import type { Tx } from '../../context';
import { hasField } from '../appliedNames';
import type { DefinitionChange } from '../definitionChange';

type ChangedNames = Readonly<Record<string, string | null>>;

/** The new name of each renamed field, and null for each removed one. */
export function findChangedNames({
  from,
  to,
  renames,
}: Pick<DefinitionChange, 'from' | 'to' | 'renames'>): ChangedNames {
  if (from === null || to === null) return {};
  const renamed = new Map(renames.map((rename) => [rename.from, rename.to]));
  const newNames = new Set(renamed.values());
  return Object.fromEntries(
    Object.keys(from.spec.fields).flatMap((name): readonly (readonly [string, string | null])[] => {
      const next = renamed.get(name);
      if (next !== undefined) return [[name, next]];
      return hasField(to, name) && !newNames.has(name) ? [] : [[name, null]];
    }),
  );
}

/** The fields that a change removes. */
export const listRemovedFields = (change: Parameters<typeof findChangedNames>[0]): readonly string[] =>
  Object.entries(findChangedNames(change)).flatMap(([name, next]) => (next === null ? [name] : []));

/** The last sequence number of the change log: after the columns were renamed, no later change has the former names. */
async function loadLastSeq(tx: Pick<Tx, 'rows'>): Promise<number> {
  const [head] = await tx.rows<{ readonly last: number }>('SELECT last FROM change_head WHERE id = 1');
  return Number(head?.last ?? 0);
}

/** Records the change of names by a record; call it after the columns were renamed. `undoes`: the record that it rolls back; 0: none. */
export async function recordFieldNames(
  tx: Pick<Tx, 'rows' | 'run'>,
  table: string,
  { recordId, undoes, names }: { readonly recordId: number; readonly undoes: number; readonly names: ChangedNames },
): Promise<void> {
  if (undoes === 0 && Object.keys(names).length === 0) return;
  await tx.run('INSERT INTO field_name_change (record_id, ent, before_seq, undoes, names) VALUES (?, ?, ?, ?, ?)', [
    ...[recordId, table, (await loadLastSeq(tx)) + 1],
    ...[undoes, JSON.stringify(names)],
  ]);
}
