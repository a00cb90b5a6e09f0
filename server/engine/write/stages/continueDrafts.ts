/**
 * Saves of shared drafts: the texts named in `_draft` come from a draft that several people wrote. The draft continues from the saved text,
 * so text that others typed meanwhile stays unsaved and causes no conflict.
 */
import { findColumn, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { UpdateBody } from '../../../../common/protocol/liveEvents';
import { showsText } from '../../../live/sharedDrafts/draftContent';
import { draftKey, hashText, readDraft, setBase, type DraftWriter } from '../../../live/sharedDrafts/sharedDraftStore';
import { truncate } from '../../../../common/text/normalize';
import { rowLockClause } from '../../../platform/database/sql';
import { actorKey } from '../context/actorKey';
import type { UnitOfWork } from '../context/openUnitOfWork';

/** A draft that is saved, with those who wrote since the last save. */
interface SavedDraft {
  readonly field: string;
  readonly key: string;
  /** SHA-256 of the stored text that the draft continued when the value was taken. */
  readonly base: string;
  /** The draft continues that text still. */
  readonly isCurrent: boolean;
  readonly state: readonly Uint8Array[];
  readonly writers: readonly DraftWriter[];
}

/** Locks the drafts that an update saves; `sent` has the fields that it may write. */
export async function lockSavedDrafts(
  { tx, ctx }: UnitOfWork,
  entity: AnyEntity,
  { id, _draft: fields = {} }: UpdateBody,
  sent: StoredRow,
): Promise<readonly SavedDraft[]> {
  const saved: SavedDraft[] = [];
  for (const [field, base] of Object.entries(fields)) {
    if (!Object.hasOwn(sent, field) || findColumn(entity, field)?.options.collaborative !== true) continue;
    const key = draftKey({ e: entity.name, id, f: field });
    const stored = await readDraft(tx, key, 0, rowLockClause(ctx.services.db.dialect));
    if (stored)
      saved.push({
        field,
        key,
        base,
        isCurrent: base === stored.base,
        state: stored.updates,
        writers: stored.writers,
      });
  }
  return saved;
}

const getText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The update with the stored texts as base values where the draft continues from them. */
export function rebaseOnDrafts(drafts: readonly SavedDraft[], body: UpdateBody, before: StoredRow): UpdateBody {
  const current = drafts.filter(({ field, base, isCurrent }) => isCurrent && base === hashText(getText(before[field])));
  const bases = Object.fromEntries(current.map(({ field }) => [field, before[field] ?? null]));
  return current.length === 0 ? body : { ...body, _base: { ...body._base, ...bases } };
}

/** Lets the drafts continue from the saved texts, and names everybody who wrote them as author of the change. */
export async function continueDrafts(
  unit: UnitOfWork,
  entity: AnyEntity,
  drafts: readonly SavedDraft[],
  after: StoredRow,
): Promise<void> {
  for (const { field, key, state, writers } of drafts) {
    const text = getText(after[field]);
    // Text that a person typed after the value was read stays unsaved text of that person.
    await setBase(unit.tx, key, hashText(text), showsText(state, text) ? [] : writers);
  }
  nameWriters(
    unit,
    entity,
    Number(after['id']),
    drafts.flatMap(({ writers }) => writers),
  );
}

const MAX_NAMES_LENGTH = 255;
function nameWriters(
  { changes, ctx }: UnitOfWork,
  entity: AnyEntity,
  id: number,
  writers: readonly DraftWriter[],
): void {
  const others = writers.filter(({ p }) => p !== actorKey(ctx.actor)).map(({ name }) => name);
  const index = changes.findIndex(({ ent, eid }) => ent === entity.name && eid === id);
  const change = changes[index];
  if (change === undefined || others.length === 0) return;
  const names = [ctx.actor.name, ...new Set(others)].join(', ');
  changes[index] = { ...change, actor_name: truncate(names, MAX_NAMES_LENGTH) };
}
