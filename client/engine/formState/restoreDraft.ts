/** Restores typed text into a form over its old base, with later remote changes as conflicts. */
import type { Json } from '../../../common/entity/field';
import type { StoredDraft } from '../../../common/protocol/draft';
import {
  omitKeys,
  isDirty,
  isGroupDirty,
  isSameValue,
  type Draft,
  type TransferredEdit,
  type RemoteChange,
  type FormShape,
} from './draft';
import { mergeRemoteField, setBase } from './mergeRemoteField';
import { renameKeys, getRenames } from './renamedFields';
import { createManualResolution, findManualText } from './resolutions';

type ChangeAuthor = Pick<RemoteChange, 'by' | 'at'>;

/** Applies an edit over a base that may have changed since. */
export function applyEditOver(
  formShape: FormShape,
  draft: Draft,
  { field, base, mine }: TransferredEdit,
  since?: ChangeAuthor,
): Draft {
  const theirs = draft.base[field] ?? null;
  const typed = setBase({ ...draft, mine: { ...draft.mine, [field]: mine } }, field, base);
  const { by = null, at = 0 } = since ?? {};
  return mergeRemoteField(formShape, typed, field, theirs, { row: {}, by, at, idempotencyKey: null });
}

/** Restores a stored draft as if the form had stayed open. Fields that are dirty now do not change. */
export function restoreStoredDraft(formShape: FormShape, draft: Draft, storedDraft: StoredDraft): Draft {
  const { form } = storedDraft;
  const renames = getRenames(formShape.entity);
  const [fields, since] = [renameKeys(storedDraft.fields, renames), renameKeys(storedDraft.since, renames)];
  // Fields that are dirty now stay in the stored draft.
  const isTaken = (field: string) =>
    isDirty(formShape, draft, field) || findManualText(draft.resolutions, field) !== undefined;
  const isComplete = !Object.keys(fields).some(isTaken);
  const start = isComplete ? { ...draft, adopted: [...draft.adopted, form] } : draft;
  const isUpToDate = (field: string, { base, mine }: StoredDraft['fields'][string]) =>
    isTaken(field) || (isGroupDirty(formShape, draft, field) && isSameValue(formShape.entity, field, base, mine));
  const restorable = Object.entries(fields).filter(
    ([field, fieldPatch]) => formShape.fields.includes(field) && !isUpToDate(field, fieldPatch),
  );
  const manualResolutions = restorable.flatMap(([field, fieldPatch]) =>
    fieldPatch.written === undefined ? [] : [[field, createManualResolution(fieldPatch.written)] as const],
  );
  // All fields first: a merge group is compared as a whole.
  const typed: Draft = {
    ...start,
    base: { ...start.base, ...Object.fromEntries(restorable.map(([field, { base }]) => [field, base])) },
    mine: { ...start.mine, ...Object.fromEntries(restorable.map(([field, { mine }]) => [field, mine])) },
    resolutions: { ...start.resolutions, ...Object.fromEntries(manualResolutions) },
  };
  return restorable.reduce<Draft>((current, [field]) => {
    const { by = null, at = 0 } = since[field] ?? {};
    return mergeRemoteField(formShape, current, field, draft.base[field] ?? null, {
      row: {},
      by,
      at,
      idempotencyKey: null,
    });
  }, typed);
}

/** The newest remote value of a field and its author. */
function latestRemoteValue(draft: Draft, field: string): ChangeAuthor & { readonly theirs: Json } {
  const waitingChange = draft.waiting[field];
  if (waitingChange) return waitingChange;
  return { by: null, at: 0, ...draft.highlights[field], theirs: draft.base[field] ?? null };
}

/** Restores one field, keeping the author of a remote change already known. */
function mergeField(
  formShape: FormShape,
  draft: Draft,
  before: Draft,
  [field, newest]: [string, ReturnType<typeof latestRemoteValue>],
): Draft {
  const remoteChange = before.conflicts[field];
  if (remoteChange?.hidden) return { ...draft, conflicts: { ...draft.conflicts, [field]: remoteChange } };
  const source = remoteChange !== undefined && remoteChange.theirs === newest.theirs ? remoteChange : newest;
  const { by, at } = source;
  return mergeRemoteField(formShape, draft, field, newest.theirs, { row: {}, by, at, idempotencyKey: null });
}

/**
 * Undoes a discard: restores base and conflicts, then applies later changes. Text typed since stays, values the user
 * stored since are not conflicts, and unreadable values are not restored.
 */
export function undoDiscard(formShape: FormShape, draft: Draft, before: Draft): Draft {
  const restorable = (field: string) =>
    field in before.mine || field in before.conflicts || isGroupDirty(formShape, before, field);
  const fields = formShape.fields.filter((field) => restorable(field) && !isGroupDirty(formShape, draft, field));
  const acceptedFields = fields.filter((field) => field in draft.base && !(field in draft.stored));
  const pick = <T>(table: Readonly<Record<string, T>>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(table).filter(([key]) => keys.includes(key)));
  const restored: Draft = {
    ...draft,
    base: { ...draft.base, ...pick(before.base, acceptedFields) },
    mine: { ...draft.mine, ...pick(before.mine, fields) },
    resolutions: before.resolutions,
    waiting: omitKeys(draft.waiting, ...acceptedFields),
    highlights: omitKeys(draft.highlights, ...fields),
    ...(draft.unanswered?.mid === before.unanswered?.mid
      ? { queued: before.queued, unanswered: before.unanswered }
      : {}),
  };
  const remoteValues = acceptedFields.map((field): [string, ReturnType<typeof latestRemoteValue>] => [
    field,
    latestRemoteValue(draft, field),
  ]);
  return remoteValues.reduce((current, remoteValue) => mergeField(formShape, current, before, remoteValue), restored);
}
