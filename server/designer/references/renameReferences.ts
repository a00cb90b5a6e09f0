/** Stored references to fields of an entity follow its renamed fields: in the job of the change, through the write path. */
import type { Tx } from '../../context';
import { logSavedViewChange, type SavedViewChange } from '../../live/features/savedViewEvents';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { JobRun } from '../../modules/jobs/jobKind';
import type { Rename } from '../schemaChange';
import { FIELD_REFERENCES, renameInRow, type FieldReference } from './fieldReferences';
import { renameInDrafts } from './renameInDrafts';
import { renameInViewQuery, type RenameField } from './renameInValues';

interface RenamedFields {
  readonly table: string;
  readonly rename: RenameField;
}

/** Changes the rows of one kind of reference. A row that its rules refuse stays, and the output of the job names it. */
async function renameInRows(
  { hook, writer, job }: { readonly hook: HookContext; readonly writer: TxWriter; readonly job: JobRun },
  reference: FieldReference,
  { table, rename }: RenamedFields,
): Promise<void> {
  const { entity, where } = reference;
  for (const row of await hook.find(entity.name, where(table))) {
    const changes = renameInRow(reference, row, table, rename);
    if (changes === undefined) continue;
    const id = Number(row['id']);
    const outcome = await hook.savepoint(() => writer.update(entity, { ...changes, id }));
    if ('fault' in outcome) job.report(`${entity.name} ${id} keeps the former field names: ${outcome.fault.code}`);
  }
}

interface StoredView {
  readonly id: string;
  readonly admin_id: number;
  readonly query: string;
  readonly shared: number;
}
/** Saved views have no entity. Returns the changes of which open consoles are notified. */
async function renameInViews(
  tx: Pick<Tx, 'rows' | 'run'>,
  { table, rename }: RenamedFields,
): Promise<readonly SavedViewChange[]> {
  const views = await tx.rows<StoredView>('SELECT id, admin_id, query, shared FROM saved_view WHERE ent = ?', [table]);
  const changes: SavedViewChange[] = [];
  for (const { id, admin_id: admin, query, shared } of views) {
    const renamed = renameInViewQuery(query, rename);
    if (renamed === renameInViewQuery(query, (name) => name)) continue;
    await tx.run('UPDATE saved_view SET query = ? WHERE id = ?', [renamed, id]);
    changes.push({ admin: Number(admin), e: table, shared: Number(shared) === 1 });
  }
  return changes;
}

/**
 * Renames the fields of a table in every stored reference, once for each key of the job's state. Call it after the definition is active: the
 * rules of the changed rows check the new names.
 */
export async function renameReferences(
  job: JobRun,
  key: 'references' | 'referencesBack',
  table: string,
  renames: readonly Rename[],
): Promise<void> {
  if (renames.length === 0 || job.state()[key] !== undefined) return;
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const renamed: RenamedFields = { table, rename: (name) => names.get(name) ?? name };
  let views: readonly SavedViewChange[] = [];
  await job.transact(async (writer, hook) => {
    for (const reference of FIELD_REFERENCES) await renameInRows({ hook, writer, job }, reference, renamed);
    views = await renameInViews(hook.tx, renamed);
    await renameInDrafts(hook.tx, table, renames);
    return { [key]: true };
  });
  const { db, clock, live } = job.services;
  if (views.length === 0) return;
  await db.transact(async (tx) => {
    for (const view of views) await logSavedViewChange(tx, db.dialect, view, clock.now());
  });
  live.wakeTailer();
}
