/** Applies events to a draft. While a save is in progress only typing changes the form. */
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { markRecordBack, markRecordRemoved, isInaccessible, redactUnreadable } from './recordRemoval';
import {
  omitKeys,
  findMergeGroup,
  isDirty,
  isWritable,
  newDraft,
  isSameValue,
  isShared,
  mergeGroupKey,
  currentValue,
  type RemoteVersion,
  type SaveConflict,
  type Draft,
  type DraftEvent,
  type TransferredEdit,
  type RemoteChange,
  type PendingSave,
  type FormShape,
} from './draft';
import { acceptValue, mergeRemoteField, markStoredBy, setBase } from './mergeRemoteField';
import { renameDraftFields } from './renamedFields';
import { removeResolution } from './resolutions';
import { resumeNext } from './saveQueue';
import { restoreStoredDraft, undoDiscard, applyEditOver } from './restoreDraft';

/** A password is stored but never returned. */
const isSecretField = ({ entity }: FormShape, field: string) => findColumn(entity, field)?.sensitivity === 'secret';

/** A secret saved as typed is no longer unsaved. */
const dropSavedSecret = ({ entity }: FormShape, draft: Draft, field: string, sent: Json): Draft =>
  isSameValue(entity, field, draft.mine[field], sent) ? { ...draft, mine: omitKeys(draft.mine, field) } : draft;

/** Applies the change of the user's own save from the live channel: the stored values become the base values. */
function applyOwnSave(formShape: FormShape, draft: Draft, row: WireRow, values: WireRow): Draft {
  return Object.entries(values).reduce<Draft>((current, [field, sent]) => {
    const stored = row[field];
    if (stored === undefined)
      return isSecretField(formShape, field) ? dropSavedSecret(formShape, current, field, sent) : current;
    const unchanged = isSameValue(formShape.entity, field, current.mine[field], sent);
    if (!unchanged && isMergedText(formShape, field, stored, sent)) return contestText(current, field, stored, sent);
    return markStoredBy(unchanged ? acceptValue(current, field, stored) : setBase(current, field, stored), field, true);
  }, draft);
}

/** The server merged the sent text with a change of another person. */
const isMergedText = ({ entity }: FormShape, field: string, stored: Json, sent: Json): boolean =>
  findColumn(entity, field)?.kind === 'rich_text' && !isSameValue(entity, field, stored, sent);
/** Text that was typed since does not hold that change yet. */
const contestText = (draft: Draft, field: string, stored: Json, sent: Json): Draft => ({
  ...setBase(draft, field, sent),
  conflicts: { ...draft.conflicts, [field]: { base: sent, theirs: stored, by: null, at: 0 } },
});

const getRevision = (row: WireRow, otherwise: number) =>
  typeof row['revision'] === 'number' ? row['revision'] : otherwise;

function applyRemoteVersion(formShape: FormShape, draft: Draft, remoteVersion: RemoteVersion): Draft {
  const { row, idempotencyKey } = remoteVersion;
  const revision = getRevision(row, draft.revision);
  if (!draft.isLoaded) return { ...draft, isLoaded: true, revision, base: { ...draft.base, ...row } };
  if (revision < draft.revision) return draft;
  if (isInaccessible(draft)) return markRecordBack(formShape, draft, remoteVersion, revision);
  const pendingSave =
    idempotencyKey === null
      ? undefined
      : [draft.pendingSave, draft.unanswered].find((candidate) => candidate?.mid === idempotencyKey);
  const initial = pendingSave ? applyOwnSave(formShape, draft, row, pendingSave.values) : draft;
  const merged = formShape.fields.reduce<Draft>((current, field) => {
    const remoteValue = row[field];
    return remoteValue === undefined
      ? current
      : mergeRemoteField(formShape, current, field, remoteValue, remoteVersion);
  }, initial);
  // Values outside the form still matter: the locking state and the title in the header.
  const otherValues = Object.fromEntries(Object.entries(row).filter(([field]) => !formShape.fields.includes(field)));
  const removal = revision > draft.revision ? null : draft.removal;
  const next: Draft = { ...merged, base: { ...merged.base, ...otherValues }, revision, removal };
  if (pendingSave === undefined || pendingSave !== draft.unanswered) return next;
  return resumeNext(formShape, { ...next, unanswered: null, savedAt: remoteVersion.at }, draft.queued?.next);
}

function applyTyping(formShape: FormShape, draft: Draft, field: string, value: Json): Draft {
  const typed: Draft = {
    ...draft,
    mine: { ...draft.mine, [field]: value },
    faults: omitKeys(draft.faults, field),
    highlights: omitKeys(draft.highlights, field),
  };
  const remoteChange = draft.waiting[field];
  if (remoteChange === undefined || !isDirty(formShape, typed, field)) return typed;
  return {
    ...typed,
    waiting: omitKeys(draft.waiting, field),
    conflicts: { ...typed.conflicts, [field]: remoteChange },
  };
}

function applyBlur(draft: Draft, at: number): Draft {
  return Object.entries(draft.waiting).reduce<Draft>(
    (current, [field, remoteChange]) => ({
      ...acceptValue(current, field, remoteChange.theirs),
      highlights: { ...current.highlights, [field]: { by: remoteChange.by, at } },
    }),
    { ...draft, focused: null },
  );
}

function decideField(formShape: FormShape, draft: Draft, field: string, theirs: boolean): Draft {
  const initial: Draft = {
    ...draft,
    resolutions: removeResolution(draft.resolutions, mergeGroupKey(formShape, field)),
  };
  return findMergeGroup(formShape, field).reduce<Draft>((current, member) => {
    const remoteChange = current.conflicts[member];
    if (remoteChange !== undefined && theirs) return acceptValue(current, member, remoteChange.theirs);
    if (remoteChange !== undefined) return keepMine(current, member, remoteChange);
    return theirs ? { ...current, mine: omitKeys(current.mine, member) } : current;
  }, initial);
}
/** The conflict is open again, unless another text was stored meanwhile. */
function undoDecision(
  draft: Draft,
  { field, remoteChange, mine, decided }: Extract<DraftEvent, { type: 'decisionUndone' }>,
): Draft {
  const current = currentValue(draft, field);
  if (draft.base[field] !== remoteChange.theirs) return draft;
  return {
    ...setBase(draft, field, remoteChange.base),
    mine: { ...draft.mine, [field]: current === decided ? mine : current },
    conflicts: { ...draft.conflicts, [field]: remoteChange },
  };
}
/** A value that replaces the text of a shared draft by decision continues the stored text, not the one that the draft continues. */
const markDecided = (draft: Draft, field: string): Draft =>
  isShared(draft, field)
    ? { ...draft, shared: { ...draft.shared, [field]: { replaces: currentValue(draft, field) as string | null } } }
    : draft;
/** Keeps the typed value over the newer base; a field without one becomes an edit with the old value, because the user chose it. */
const keepMine = (draft: Draft, field: string, remoteChange: RemoteChange): Draft => ({
  ...setBase(markDecided(draft, field), field, remoteChange.theirs),
  mine: { ...draft.mine, [field]: currentValue(draft, field) },
  conflicts: omitKeys(draft.conflicts, field),
});

function applySaved(formShape: FormShape, draft: Draft, event: Extract<DraftEvent, { type: 'saved' }>): Draft {
  const afterOwnSave = applyOwnSave(formShape, draft, event.row, draft.pendingSave?.values ?? {});
  const remoteVersion: RemoteVersion = { row: event.row, by: null, at: event.at, idempotencyKey: null };
  const mergedDraft = applyRemoteVersion(formShape, { ...afterOwnSave, isLoaded: true }, remoteVersion);
  // The success message names remote changes; highlights without an author would only repeat it.
  const settled = { pendingSave: null, unanswered: null, queued: null, review: null, resolutions: {}, faults: {} };
  const stored: Draft = {
    ...mergedDraft,
    ...settled,
    id: event.id,
    savedAt: event.at,
    highlights: afterOwnSave.highlights,
  };
  return resumeNext(formShape, stored, draft.pendingSave?.next);
}

const MS = 1000;

/** Records conflicting fields for a decision and merges the other remote changes. */
function applyConflict(
  formShape: FormShape,
  draft: Draft,
  { fields, merged, revision, lacksDetails }: SaveConflict,
): Draft {
  const remoteChanges = fields.map(({ field, theirs, base, by, at }): [string, RemoteChange] => {
    const hidden = theirs === undefined ? { hidden: true as const } : {};
    const from = base ?? draft.base[field] ?? null;
    return [field, { base: from, theirs: theirs ?? null, by, at: at * MS, ...hidden }];
  });
  const shared = remoteChanges.filter(([field]) => isShared(draft, field));
  const initial: Draft = {
    ...draft,
    // a shared draft continues an older text than the row that the form has loaded
    base: { ...draft.base, ...Object.fromEntries(shared.map(([field, { base }]) => [field, base])) },
    pendingSave: null,
    unanswered: unansweredAfterReply(draft),
    revision: Math.max(draft.revision, revision),
    review: { merged, isRejected: true, ...(lacksDetails ? { lacksDetails } : {}) },
    conflicts: { ...draft.conflicts, ...Object.fromEntries(remoteChanges) },
    stored: omitKeys(draft.stored, ...fields.map(({ field }) => field)),
  };
  return merged.reduce<Draft>(
    (current, { field, theirs, by, at }) =>
      formShape.fields.includes(field)
        ? mergeRemoteField(formShape, current, field, theirs, { row: {}, by, at: at * MS, idempotencyKey: null })
        : current,
    initial,
  );
}

/** Each conflicting field gets the remote value as base and the resolved value as edit. */
function applyResolution(formShape: FormShape, draft: Draft, values: WireRow): Draft {
  return Object.entries(draft.conflicts).reduce<Draft>(
    (current, [field, remoteChange]) => {
      const value = values[field];
      if (remoteChange.hidden) return { ...current, conflicts: omitKeys(current.conflicts, field) };
      if (
        value === undefined ||
        !isWritable(formShape, field) ||
        isSameValue(formShape.entity, field, value, remoteChange.theirs)
      )
        return acceptValue(current, field, remoteChange.theirs);
      return { ...keepMine(current, field, remoteChange), mine: { ...current.mine, [field]: value } };
    },
    { ...withGroupValues(draft, values), resolutions: {} },
  );
}
/** Fields of the same merge group are resolved together with the conflicting one. */
const withGroupValues = (draft: Draft, values: WireRow): Draft => ({
  ...draft,
  mine: {
    ...draft.mine,
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !(field in draft.conflicts))),
  },
});

/** The merged text stays typed text, over the remote value. */
function applyMergedText(
  formShape: FormShape,
  draft: Draft,
  { field, remoteChange, mine, value }: Extract<DraftEvent, { type: 'textMerged' }>,
): Draft {
  if (draft.conflicts[field] !== remoteChange || currentValue(draft, field) !== mine) return draft;
  const { theirs, by, at } = remoteChange;
  const mergedDraft = isSameValue(formShape.entity, field, value, theirs)
    ? acceptValue(draft, field, theirs)
    : { ...keepMine(draft, field, remoteChange), mine: { ...draft.mine, [field]: value } };
  return {
    ...mergedDraft,
    resolutions: removeResolution(draft.resolutions, field),
    highlights: { ...draft.highlights, [field]: { by, at } },
  };
}

/** A rejection is a response too: the rejected save did not arrive earlier either. */
const unansweredAfterReply = ({ pendingSave, unanswered }: Draft): Draft['unanswered'] =>
  pendingSave !== null && pendingSave.mid === unanswered?.mid ? null : unanswered;

const applyRejection = (
  draft: Draft,
  { faults, lost, needsApproval = false }: Extract<DraftEvent, { type: 'rejected' }>,
): Draft => ({
  ...draft,
  pendingSave: null,
  unanswered: lost && draft.pendingSave ? { ...draft.pendingSave, mayHaveArrived: true } : unansweredAfterReply(draft),
  review: null,
  faults,
  needsApproval,
});

/** Copies the edits of a duplicate form, with later remote changes as conflicts. */
function applyDuplicate(
  formShape: FormShape,
  draft: Draft,
  { fields, formId }: Extract<DraftEvent, { type: 'duplicateTaken' }>,
): Draft {
  const initial = formId === undefined ? draft : { ...draft, adopted: [...draft.adopted, formId] };
  return Object.entries(fields).reduce<Draft>((current, [field, { base, mine }]) => {
    const remoteChange = current.conflicts[field];
    if (remoteChange?.hidden) return { ...current, mine: { ...current.mine, [field]: mine } };
    const settled = remoteChange ? acceptValue(current, field, remoteChange.theirs) : current;
    return applyEditOver(formShape, settled, { field, base, mine }, remoteChange);
  }, initial);
}
function applyTransferredEdit(formShape: FormShape, draft: Draft, transferredEdit: TransferredEdit): Draft {
  const typed = applyEditOver(formShape, draft, transferredEdit);
  return transferredEdit.rejection ? draftReducer(formShape, typed, transferredEdit.rejection) : typed;
}

const getPendingSave = ({ type: _type, ...pendingSave }: Extract<DraftEvent, { type: 'sent' }>): PendingSave =>
  pendingSave;

function setShared(draft: Draft, field: string, base: string | null): Draft {
  const { shared = {} } = draft;
  if ((shared[field] ?? null) === base) return draft;
  return { ...draft, shared: base === null ? omitKeys(shared, field) : { ...shared, [field]: base } };
}

/** Returns the draft after one event. */
export function draftReducer(formShape: FormShape, draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'remoteVersionReceived':
      return applyRemoteVersion(formShape, draft, event.remoteVersion);
    case 'typed':
      return applyTyping(formShape, draft, event.field, event.value);
    case 'sharingChanged':
      return setShared(draft, event.field, event.base);
    case 'focused':
      return { ...draft, focused: event.field };
    case 'blurred':
      return applyBlur(draft, event.at);
    case 'tookTheirs':
    case 'keptMine':
      return decideField(formShape, draft, event.field, event.type === 'tookTheirs');
    case 'decisionUndone':
      return undoDecision(draft, event);
    case 'sent':
      return { ...draft, pendingSave: getPendingSave(event), queued: null, faults: {} };
    case 'queued':
      return { ...draft, pendingSave: null, unanswered: event.queued, queued: event.queued, faults: {} };
    case 'saved':
      return applySaved(formShape, draft, event);
    case 'rejected':
      return applyRejection(draft, event);
    case 'validationFailed':
      return { ...draft, faults: event.faults, needsApproval: false };
    case 'conflicted':
      return applyConflict(formShape, draft, event.conflict);
    case 'reviewOpened':
    case 'reviewClosed':
      return { ...draft, review: event.type === 'reviewOpened' ? { merged: [] } : null };
    case 'resolutionChosen':
      return { ...draft, resolutions: { ...draft.resolutions, [event.unit]: event.resolution } };
    case 'resolved':
      return applyResolution(formShape, draft, event.values);
    case 'textMerged':
      return applyMergedText(formShape, draft, event);
    case 'mergedSaveViewed':
      return { ...draft, viewedMerge: event.mergedSave };
    case 'removed':
      return markRecordRemoved(formShape, draft, event.removal);
    case 'draftRestored':
      return restoreStoredDraft(formShape, draft, event.draft);
    case 'duplicateTaken':
      return applyDuplicate(formShape, draft, event);
    case 'editTransferred':
      return applyTransferredEdit(formShape, draft, event.transferredEdit);
    case 'discarded':
      return discardEdits(draft);
    case 'discardUndone':
      return undoDiscard(formShape, draft, event.before);
    case 'permissionsChanged':
      return redactUnreadable(draft, event.readable);
    case 'fieldsRenamed':
      return renameDraftFields(draft, event.renames);
    case 'detached':
      return detachDraft(formShape, draft);
  }
}
/** A new record with the values that the form shows. */
const detachDraft = (formShape: FormShape, draft: Draft): Draft => ({
  ...newDraft(null, {}, draft.formId),
  mine: { ...getFormValues(formShape, withRemoteValues(draft)), ...draft.mine },
});
const NO_EDITS = { mine: {}, resolutions: {}, faults: {}, conflicts: {}, queued: null, review: null };
/** Texts of shared drafts stay: they are not this form's own. */
function discardEdits(draft: Draft): Draft {
  const { mine, conflicts, shared = {} } = draft;
  const own = Object.keys({ ...mine, ...conflicts }).filter((field) => !isShared(draft, field));
  return {
    ...draft,
    ...NO_EDITS,
    mine: omitKeys(mine, ...own),
    conflicts: omitKeys(conflicts, ...own),
    unanswered: echoOnly(draft),
    base: withRemoteValues({ ...draft, conflicts: omitKeys(conflicts, ...Object.keys(shared)) }),
  };
}
/** Keeps the idempotency key of a discarded save, so that its change is still recognized as the user's own; the save is not sent again. */
const echoOnly = ({ unanswered }: Draft): Draft['unanswered'] =>
  unanswered && { mid: unanswered.mid, values: unanswered.values };
/** Discarding typed values keeps the remote values. */
const withRemoteValues = (draft: Draft): WireRow => ({
  ...draft.base,
  ...Object.fromEntries(Object.entries(draft.conflicts).map(([field, remoteChange]) => [field, remoteChange.theirs])),
});
const getFormValues = (formShape: FormShape, row: WireRow): WireRow =>
  Object.fromEntries(formShape.fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));
