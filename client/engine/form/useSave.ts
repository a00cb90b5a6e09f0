/**
 * Saves a form: sends changed fields with their base values; resolves with the stored row, or dispatches the conflict
 * or rejection.
 */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Issue } from '../../../common/entity/issue';
import { findColumn } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import type { UpdateBody } from '../../../common/protocol/liveEvents';
import { initialValues, validate } from '../../../common/entity/validate';
import { useApp } from '../../shared/app/appContext';
import { fieldErrors, isCallFault, isRetryable, isShownAsToast } from '../../shared/api/faults';
import { translateIssue, useEntityLabels } from '../../shared/i18n/i18n';
import { rejectionToDraftEvent, rootField } from '../conflict/rejectionToDraftEvent';
import { useActorName } from '../useActorName';
import {
  collectChanges,
  currentValue,
  isShared,
  listDirtyFields,
  type Draft,
  type DraftEvent,
  type QueuedSave,
  type FormShape,
} from '../formState/draft';
import { draftReducer } from '../formState/draftReducer';
import { listContestedTexts, mergeContestedTexts } from '../formState/useMergeTexts';
import { manuallyResolvedFields } from '../formState/resolutions';
import { resumeNext, chooseNextSave } from '../formState/saveQueue';
import { newIdempotencyKey, rowsApi, type SaveResult } from '../data/rowsApi';
import { useUndo } from '../history/useUndo';
import type { EntityPermissions } from '../usePermissions';

/** One idempotency key per request body, so that a retry after a broken connection is applied once. */
function useIdempotencyKey() {
  const last = useRef({ body: '', idempotencyKey: '' });
  return (body: unknown) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, idempotencyKey: newIdempotencyKey() };
    return last.current.idempotencyKey;
  };
}

interface SaveContext {
  readonly entity: AnyEntity;
  readonly formShape: FormShape;
  readonly permissions: EntityPermissions;
  readonly refetch: () => void;
  /** Successful saves show no message, unless they were merged with changes of others. */
  readonly savesQuietly: boolean;
}
type DispatchDraftEvent = (event: DraftEvent) => void;

/** Validates the draft as it would be saved; returns the messages by field. */
function useValidateDraft({ entity, formShape, permissions }: SaveContext) {
  const { i18n } = useTranslation();
  const formatIssues = (issues: readonly Issue[]) =>
    Object.fromEntries([...issues].reverse().map((issue) => [rootField(issue.path), translateIssue(i18n, issue)]));
  return (draft: Draft): Draft['faults'] => {
    const { values } = collectChanges(formShape, draft);
    const columns = permissions.columns.filter(({ name }) => permissions.writable.has(name));
    const secretColumns = formShape.fields.flatMap((field) =>
      permissions.readable.has(field) ? [] : (findColumn(entity, field) ?? []),
    );
    const { issues } = validate(entity, draft.id === null ? { ...draft.base, ...values } : values, {
      mode: draft.id === null ? 'create' : 'update',
      columns: [...columns, ...secretColumns],
    });
    return formatIssues(issues.filter(({ path }) => formShape.fields.includes(rootField(path))));
  };
}

/** Shows the success message of a save. */
function useSaveToast({ entity, savesQuietly }: SaveContext, dispatch: DispatchDraftEvent) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { fields: labels, one } = useEntityLabels(entity);
  const { offerUndo } = useUndo();
  const actorName = useActorName();
  return (draft: Draft, { merged, changes = [], cid, message }: SaveResult) => {
    if (draft.id === null) {
      toasts.show('success', message ?? t('engine.done.added', { one }));
      return;
    }
    if (merged.length === 0 && savesQuietly) return;
    if (merged.length === 0) {
      offerUndo(message ?? t('engine.done.saved'), cid);
      return;
    }
    const fields = merged.map((field) => labels[field] ?? field).join(t('history.comma'));
    const name = [...new Set(changes.flatMap(({ by }) => (by ? [actorName(by)] : [])))].join(t('history.comma'));
    const text = name === '' ? t('engine.done.merged', { fields }) : t('engine.done.merged_by', { fields, name });
    const view = {
      label: t('conflict.view'),
      run: () => dispatch({ type: 'mergedSaveViewed', mergedSave: { changes, cid } }),
    };
    toasts.show('success', text, view, cid);
  };
}

export interface FormSaving {
  /**
   * Validates, sends, and shows rejections. Opens the conflict dialog first if conflicts are open; ignores the call
   * while a save is in progress.
   */
  readonly save: (draft: Draft) => Promise<SaveResult | undefined>;
  /** Sends the save that was queued while offline. */
  readonly flush: (draft: Draft) => Promise<SaveResult | undefined>;
  readonly resolve: (draft: Draft, values: WireRow) => Promise<SaveResult | undefined>;
  /** Saves as a new record; the form then belongs to that record. */
  readonly saveAsNew: (draft: Draft) => Promise<SaveResult | undefined>;
  readonly discard: (draft: Draft) => void;
  readonly restore: (draft: Draft) => Promise<void>;
}

/** Dispatches the outcome of a rejected save and shows its message. */
function useExplainRejection({ refetch }: SaveContext, dispatch: DispatchDraftEvent) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  return (fault: unknown) => {
    const outcome = rejectionToDraftEvent(fault);
    dispatch(outcome);
    if (outcome.type === 'conflicted') refetch();
    // The banner of the form already shows that the record was removed.
    if (outcome.type === 'removed') return;
    const atField = Object.keys(fieldErrors(fault)).length > 0;
    if (!isCallFault(fault)) return;
    if (fault.kind === 'conflict' && atField) toasts.show('warning', t('conflict.invalid'));
    else if ((isShownAsToast(fault) || fault.kind === 'locked') && !atField) toasts.show('error', fault.msg);
  };
}

/** The preset values of a new record. They are saved as well, because the form shows them although nobody typed them. */
function presetValues({ entity, fields, writable }: FormShape, { base }: Draft): WireRow {
  const initial = initialValues(entity);
  const isPreset = (value: Json | undefined, defaultValue: Json | undefined) =>
    value !== undefined && value !== null && JSON.stringify(value) !== JSON.stringify(defaultValue);
  const presetFields = fields.filter(
    (field) => writable?.has(field) !== false && isPreset(base[field], initial[field]),
  );
  return Object.fromEntries(presetFields.map((field) => [field, base[field] ?? null]));
}

/** Names the values that come from shared drafts, with the stored texts that these continued. */
function getSharedFields({ shared = {} }: Draft, values: WireRow): Pick<UpdateBody, '_draft'> {
  const bases = Object.entries(shared).filter(([field]) => field in values);
  return bases.length === 0 ? {} : { _draft: Object.fromEntries(bases) };
}

const savedEvent = ({ id, row }: SaveResult): DraftEvent => ({ type: 'saved', id, row, at: Date.now() });

/** The fields of a save whose texts can come from shared drafts. */
const listDraftTexts = ({ entity }: FormShape, { values }: QueuedSave): readonly string[] =>
  Object.keys(values).filter((field) => findColumn(entity, field)?.options.collaborative);
/** Whether the server has what was typed in shared drafts; undefined when none of them is open. */
async function findSharedState({ entity }: FormShape, { id }: Draft, fields: readonly string[]) {
  if (fields.length === 0) return undefined;
  return (await import('../richText/sharedDraft/openDrafts')).findDraftState(entity.name, id, fields);
}
/** The edits of a queued save, with the present text of shared drafts. */
const getQueuedEdits = (draft: Draft, { values }: QueuedSave): WireRow =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      isShared(draft, field) ? currentValue(draft, field) : value,
    ]),
  );

/** Sends a valid draft. */
function useSendSave(context: SaveContext, dispatch: DispatchDraftEvent) {
  const { entity, formShape } = context;
  const [create] = rowsApi.useCreateMutation();
  const [update] = rowsApi.useUpdateMutation();
  const idempotencyKeyFor = useIdempotencyKey();
  const explainRejection = useExplainRejection(context, dispatch);
  const showSaveToast = useSaveToast(context, dispatch);
  const { isOnline } = useApp();
  const sendSave = async (draft: Draft, queued: QueuedSave): Promise<SaveResult | undefined> => {
    const apart = listDraftTexts(formShape, queued).filter((field) => !isShared(draft, field));
    // without its connection a draft would get the text twice: from the save, and as it was typed
    if (!isOnline() || (apart.length > 0 && (await findSharedState(formShape, draft, apart)) === 'offline')) {
      dispatch({ type: 'queued', queued });
      return undefined;
    }
    const sent: DraftEvent = { type: 'sent', ...queued };
    dispatch(sent);
    const request = { e: entity.name, body: queued.body };
    const response = await (draft.id === null ? create(request) : update(request));
    if (response.error !== undefined) return handleFailure(draft, queued, response.error);
    const saved = savedEvent(response.data);
    dispatch(saved);
    showSaveToast(draft, response.data);
    const next = [sent, saved].reduce((current, event) => draftReducer(formShape, current, event), draft);
    return next.queued ? sendSave(next, next.queued) : response.data;
  };
  const handleFailure = (draft: Draft, queued: QueuedSave, error: unknown) => {
    if (isCallFault(error) && error.kind === 'network') {
      dispatch({ type: 'queued', queued: { ...queued, mayHaveArrived: true } });
      return undefined;
    }
    const { queued: next } = resumeNext(formShape, draft, queued.next);
    // The following save holds all values of the rejected one and is validated on its own.
    if (next && draft.id !== null && !isRetryable(error)) return sendSave({ ...draft, unanswered: null }, next);
    explainRejection(error);
    return undefined;
  };
  const saveDraft = (draft: Draft) => {
    const { values, base } = collectChanges(formShape, draft);
    const content =
      draft.id === null
        ? { ...presetValues(formShape, draft), ...values }
        : { ...values, id: draft.id, revision: draft.revision, _base: base, ...getSharedFields(draft, values) };
    return sendSave(draft, chooseNextSave(draft, { values, content, idempotencyKeyFor }));
  };
  return { saveDraft, sendSave };
}

/** Restores the deleted record and refetches it. 404 marks the record as purged meanwhile. */
function useRestore({ entity, refetch }: SaveContext, dispatch: DispatchDraftEvent) {
  const { toasts } = useApp();
  const [restore] = rowsApi.useRestoreMutation();
  return async ({ id }: Draft) => {
    if (id === null) return;
    const { error } = await restore({ e: entity.name, ids: [id] });
    if (error === undefined) refetch();
    else if (isCallFault(error) && error.status === 404) {
      dispatch({ type: 'removed', removal: { why: 'purged', by: null } });
      refetch();
    } else if (isCallFault(error) && isShownAsToast(error)) toasts.show('error', error.msg);
  };
}

export function useSave(context: SaveContext, dispatch: DispatchDraftEvent): FormSaving {
  const { formShape } = context;
  const { toasts } = useApp();
  const { t } = useTranslation();
  const validateDraft = useValidateDraft(context);
  const { saveDraft, sendSave } = useSendSave(context, dispatch);
  const restore = useRestore(context, dispatch);
  const isValid = (draft: Draft) => {
    const faults = validateDraft(draft);
    const isClean = Object.keys(faults).length === 0;
    if (!isClean) dispatch({ type: 'validationFailed', faults });
    return isClean;
  };
  const mergeTexts = async (draft: Draft) => {
    const events = await mergeContestedTexts(formShape, draft);
    events.forEach(dispatch);
    return events.reduce((current, event) => draftReducer(formShape, current, event), draft);
  };
  return {
    save: async (contested) => {
      if (contested.pendingSave) return undefined;
      const hasTexts = listContestedTexts(formShape, contested).length > 0;
      const draft = hasTexts ? await mergeTexts(contested) : contested;
      if (Object.keys(draft.conflicts).length + manuallyResolvedFields(draft.resolutions).length > 0) {
        dispatch({ type: 'reviewOpened' });
        return undefined;
      }
      return isValid(draft) ? saveDraft(draft) : undefined;
    },
    flush: async (draft) => {
      const { queued, shared = {} } = draft;
      if (queued === null || draft.pendingSave) return undefined;
      const state = await findSharedState(formShape, draft, listDraftTexts(formShape, queued));
      if (state === undefined) return sendSave(draft, queued);
      // what was typed reaches the draft first
      const isReady = state === 'stored' && Object.keys(queued.values).some((field) => field in shared);
      return isReady ? saveDraft({ ...draft, mine: getQueuedEdits(draft, queued) }) : undefined;
    },
    resolve: async (draft, values) => {
      const event: DraftEvent = { type: 'resolved', values };
      const next = draftReducer(formShape, draft, event);
      if (draft.pendingSave || !isValid(next)) return undefined;
      dispatch(event);
      if (listDirtyFields(formShape, next).length > 0) return saveDraft(next);
      dispatch({ type: 'reviewClosed' });
      toasts.show('info', t('conflict.theirs_stand'));
      return undefined;
    },
    saveAsNew: async (draft) => {
      const next = draftReducer(formShape, draft, { type: 'detached' });
      dispatch({ type: 'detached' });
      return isValid(next) ? saveDraft(next) : undefined;
    },
    restore,
    discard: (draft) => {
      dispatch({ type: 'discarded' });
      const undo = { label: t('conflict.undo'), run: () => dispatch({ type: 'discardUndone', before: draft }) };
      toasts.show('info', t('conflict.discarded'), undo);
    },
  };
}
