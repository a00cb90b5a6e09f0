/**
 * Saves of shared drafts (collaborative texts): `_draft` names the fields whose text comes from a draft, and the stored text that each draft is based
 * on. A save whose draft is based on an older text is refused.
 * Afterwards the draft continues from the saved text, so text that others typed meanwhile stays unsaved and causes no conflict.
 */
import { readableColumns } from '../../../../common/entity/access';
import { findColumn, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { projectRow } from '../../../../common/entity/projectRow';
import type { SavedDraftBase, UpdateBody } from '../../../../common/protocol/liveEvents';
import { truncate } from '../../../../common/text/normalize';
import { createTextUpdate } from '../../../live/sharedDrafts/createTextUpdate';
import { createStoredDocument, matchesContent } from '../../../live/sharedDrafts/draftContent';
import { findEarlierText } from '../../../live/sharedDrafts/findEarlierText';
import { mergeIntoDraft, type StoredTextChange } from '../../../live/sharedDrafts/mergeIntoDraft';
import { isNamed, type DraftWriter } from '../../../live/sharedDrafts/people/draftWriters';
import { parseHtmlDocument } from '../../../live/sharedDrafts/richText/parseHtmlDocument';
import {
  appendUpdate,
  draftKey,
  hashText,
  readDraft,
  setBase,
  type StoredSharedDraft,
} from '../../../live/sharedDrafts/draftRepository';
import { rowLockClause } from '../../../platform/database/sql';
import { actorKey } from '../context/actorKey';
import type { UnitOfWork } from '../context/openUnitOfWork';
import type { ChangedField } from './merge';

/** A draft that is saved. */
interface SavedDraft {
  readonly field: string;
  readonly key: string;
  /** The SHA-256 of the text that the draft continued, or a decision. */
  readonly base: SavedDraftBase;
  /** Undefined when the draft is no longer stored, or another one has replaced it: that one gets the text like any other change. */
  readonly stored: StoredSharedDraft | undefined;
}

/** The parts of `hash:epoch`; older clients send the hash alone. */
function parseBase(base: SavedDraftBase): { readonly base: SavedDraftBase; readonly epoch: string | undefined } {
  if (typeof base !== 'string') return { base, epoch: undefined };
  const [hash = '', epoch] = base.split(':');
  return { base: hash, epoch };
}

/** Locks the drafts that an update saves; `sent` has the fields that it may write. */
export async function lockSavedDrafts(
  { tx, ctx }: UnitOfWork,
  entity: AnyEntity,
  { id, _draft: fields = {} }: UpdateBody,
  sent: StoredRow,
): Promise<readonly SavedDraft[]> {
  const saved: SavedDraft[] = [];
  for (const [field, named] of Object.entries(fields)) {
    if (!Object.hasOwn(sent, field) || findColumn(entity, field)?.options.collaborative !== true) continue;
    const key = draftKey({ e: entity.name, id, f: field });
    const { base, epoch } = parseBase(named);
    const found = await readDraft(tx, key, 0, rowLockClause(ctx.services.db.dialect));
    saved.push({ field, key, base, stored: epoch === undefined || found?.epoch === epoch ? found : undefined });
  }
  return saved;
}

const findText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** An update whose texts from drafts have the stored texts that they continue as base values. */
export interface RebasedUpdate {
  readonly body: UpdateBody;
  /** By field: who changed such a text since. */
  readonly since: ReadonlyMap<string, ChangedField>;
}
/**
 * Replaces the base values of texts from drafts, whatever the caller sent: the row that it has loaded can be newer than the text that the
 * draft continues. The decision of a conflict keeps its base value, which is the stored text that the person decided about.
 */
export async function rebaseOnDrafts(
  { tx, ctx }: UnitOfWork,
  entity: AnyEntity,
  drafts: readonly SavedDraft[],
  body: UpdateBody,
  before: StoredRow,
): Promise<RebasedUpdate> {
  const base: Record<string, Json> = {};
  const since = new Map<string, ChangedField>();
  for (const { field, base: hash } of drafts) {
    if (typeof hash !== 'string') continue;
    if (hash === hashText(findText(before[field]))) {
      base[field] = before[field] ?? null;
      continue;
    }
    const earlier = await findEarlierText(tx, { e: entity.name, id: body.id, f: field }, hash);
    base[field] = earlier === undefined ? hash : earlier.html;
    if (earlier) since.set(field, { before: earlier.html, by: earlier.by, at: earlier.at });
  }
  if (Object.keys(base).length === 0) return { body, since };
  if (body.revision !== undefined) return { body: { ...body, _base: { ...body._base, ...base } }, since };
  const isCurrent = Object.entries(base).every(([field, value]) => value === (before[field] ?? null));
  if (isCurrent) return { body, since };
  // Without a revision the other fields are written as they are sent.
  const others = projectRow(entity, before, readableColumns(ctx.actor, entity));
  return { body: { ...body, revision: Number(before['revision']), _base: { ...others, ...base } }, since };
}

/** Gives a draft the text that the save made of it: changes of others are merged into it, and conflicts are decided. */
async function continueDraft(
  { tx, ctx }: UnitOfWork,
  { key }: SavedDraft,
  stored: StoredSharedDraft,
  { from, to }: StoredTextChange,
): Promise<void> {
  const [base, content] = [hashText(to), parseHtmlDocument(to)];
  const document = createStoredDocument(stored.updates);
  try {
    const doc = document.open();
    const isSaved = matchesContent(doc, content);
    // Text that a person typed after the value was read stays unsaved text of that person.
    const listWriters = (hasAll: boolean) => (hasAll ? [] : stored.writers);
    if (isSaved !== false || from === to) {
      await setBase(tx, key, base, listWriters(isSaved === true));
      return;
    }
    const next = mergeIntoDraft(doc, { from, to }).document;
    const { update, suggesters } = createTextUpdate(doc, next, stored.suggesters);
    const writers = listWriters(next.eq(content));
    const now = ctx.services.clock.now();
    await appendUpdate(tx, key, { n: stored.last + 1, update, base, writers, suggesters, now });
  } finally {
    document.destroy();
  }
}

/**
 * Lets the drafts continue from the saved texts, and names everybody who wrote them as author of the change. `sent` has the texts as the caller
 * took them from the drafts.
 */
export async function continueDrafts(
  unit: UnitOfWork,
  entity: AnyEntity,
  drafts: readonly SavedDraft[],
  { sent, before, after }: { readonly sent: StoredRow; readonly before: StoredRow; readonly after: StoredRow },
): Promise<void> {
  for (const draft of drafts) {
    const { field, base, stored } = draft;
    if (stored === undefined) continue;
    const to = findText(after[field]);
    const takenText = findText(typeof base === 'string' ? sent[field] : base.replaces);
    // a draft that continues the text before this save has everything that the save took over from it
    const hasMerged =
      typeof base === 'string' && base !== stored.base && stored.base === hashText(findText(before[field]));
    await continueDraft(unit, draft, stored, { from: hasMerged ? to : takenText, to });
  }
  addWritersToAuthor(
    unit,
    entity,
    Number(after['id']),
    drafts.flatMap(({ stored }) => stored?.writers ?? []),
  );
}

const MAX_NAMES_LENGTH = 255;
function addWritersToAuthor(
  { changes, ctx }: UnitOfWork,
  entity: AnyEntity,
  id: number,
  writers: readonly DraftWriter[],
): void {
  const others = writers
    .filter((writer) => isNamed(writer) && writer.p !== actorKey(ctx.actor))
    .map(({ name }) => name);
  const index = changes.findIndex(({ entityName, rowId }) => entityName === entity.name && rowId === id);
  const change = changes[index];
  if (change === undefined || others.length === 0) return;
  const names = [ctx.actor.name, ...new Set(others)].join(', ');
  changes[index] = { ...change, actorName: truncate(names, MAX_NAMES_LENGTH) };
}
