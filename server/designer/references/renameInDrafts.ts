/** Unsaved input follows a renamed field: personal drafts, and the texts that several people write together. */
import type { Tx } from '../../context';
import { deleteSharedDraft, draftKey } from '../../live/sharedDrafts/draftRepository';
import type { Rename } from '../schemaChange';

/** The values by field under the new names; one that was typed under the new name stays. */
function renameInPatch(patch: string, names: ReadonlyMap<string, string>): string {
  const fields = Object.entries(JSON.parse(patch) as Readonly<Record<string, unknown>>); // `saveDraft` wrote it
  const renamed = fields.flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const next = names.get(name);
    return next === undefined ? [] : [[next, value]];
  });
  return JSON.stringify(Object.fromEntries([...renamed, ...fields.filter(([name]) => !names.has(name))]));
}

async function renameInPersonalDrafts(tx: Tx, table: string, names: ReadonlyMap<string, string>): Promise<void> {
  const sql = 'SELECT id, patch FROM draft WHERE ent = ?';
  for (const { id, patch } of await tx.rows<{ readonly id: string; readonly patch: string }>(sql, [table])) {
    const renamed = renameInPatch(patch, names);
    if (renamed !== patch) await tx.run('UPDATE draft SET patch = ? WHERE id = ?', [renamed, id]);
  }
}

interface StoredKey {
  readonly id: string;
  readonly eid: number;
}
async function moveSharedDrafts(tx: Tx, table: string, { from, to }: Rename): Promise<void> {
  const sql = 'SELECT id, eid FROM shared_draft WHERE ent = ? AND field = ?';
  for (const { id, eid } of await tx.rows<StoredKey>(sql, [table, from])) {
    const key = draftKey({ e: table, id: Number(eid), f: to });
    // A form that knew the new name first has begun with the saved text; the draft has what people wrote.
    await deleteSharedDraft(tx, key);
    await tx.run('UPDATE shared_draft SET id = ?, field = ? WHERE id = ?', [key, to, id]);
    await tx.run('UPDATE shared_draft_update SET draft = ? WHERE draft = ?', [key, id]);
    const editors = await tx.rows<{ readonly id: string; readonly c: number }>(
      'SELECT id, c FROM shared_draft_editor WHERE draft = ?',
      [id],
    );
    for (const { id: editor, c } of editors)
      await tx.run('UPDATE shared_draft_editor SET id = ?, draft = ? WHERE id = ?', [
        `${key}:${Number(c)}`,
        key,
        editor,
      ]);
  }
}

export async function renameInDrafts(tx: Tx, table: string, renames: readonly Rename[]): Promise<void> {
  await renameInPersonalDrafts(tx, table, new Map(renames.map(({ from, to }) => [from, to])));
  for (const rename of renames) await moveSharedDrafts(tx, table, rename);
}
