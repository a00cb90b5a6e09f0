/** State of a form on one record: loads the row, follows it live, keeps typed values, and saves only changed fields. */
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { lockedState } from '../../../common/entity/lockedState';
import { initialValues } from '../../../common/entity/validate';
import type { Change } from '../../../common/protocol/liveEvents';
import { useApp } from '../../shared/app/appContext';
import { selectConnection } from '../../shared/store/connectionSlice';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { rowsEvicted } from '../../shared/store/entities';
import { newFormId } from '../../shared/store/openFormRegistry';
import {
  currentValue,
  isShared,
  listRevokedFields,
  listDirtyFields,
  newDraft,
  type Draft,
  type DraftEvent,
  type FormShape,
} from '../formState/draft';
import { draftReducer } from '../formState/draftReducer';
import type { EntityFormState, FieldHandlers } from '../formState/entityFormState';
import { formFieldNames } from '../formState/formLayout';
import { renameDraftFields, getRenames, useFollowDefinition } from '../formState/renamedFields';
import { manuallyResolvedFields } from '../formState/resolutions';
import { useFlushWhenOnline } from '../queue/useFlushWhenOnline';
import { useAutosave } from '../autosave/useAutosave';
import { useReceiveTransferredEdits } from '../formState/useTransferEdit';
import { useMergeTexts } from '../formState/useMergeTexts';
import { useCachedDraft, useCacheDraft } from '../formState/useCachedDraft';
import { useLiveFormTitles } from '../data/useLiveTitles';
import { usePermissions, type EntityPermissions } from '../usePermissions';
import { useRow } from '../data/useRow';
import { useSave } from './useSave';

function readOnlyReason(entity: AnyEntity, draft: Draft, permissions: EntityPermissions): EntityFormState['readOnly'] {
  if (draft.removal) return 'removed';
  if (!permissions.can(draft.id === null ? 'create' : 'update')) return 'permission';
  return findLockState(entity, draft) === undefined ? null : 'locked';
}

/** The name of the state that locks the record, from the newest known value. */
function findLockState(entity: AnyEntity, draft: Draft): string | undefined {
  const { locked } = entity.spec;
  if (locked === undefined || draft.id === null) return undefined;
  const { field } = locked;
  const state = draft.conflicts[field]?.theirs ?? draft.waiting[field]?.theirs ?? draft.base[field] ?? null;
  return lockedState(entity, { [field]: state });
}

/**
 * Marks the record as removed when the server responds with 404. The reason is `left` (no longer visible to the user) if permissions changed since
 * the form was opened, else `missing`.
 */
function useDetectRemoval(isMissing: boolean, send: (event: DraftEvent) => void): void {
  const permissionChanges = useAppSelector(selectConnection).permissionsChangeCount;
  const [before] = useState(permissionChanges);
  const reason = permissionChanges > before ? 'left' : 'missing';
  useEffect(() => {
    if (isMissing) send({ type: 'removed', removal: { why: reason, by: null } });
  }, [isMissing, reason, send]);
}

/**
 * Passes each new version of the row to the draft. Refetches the row when a field that is too long for the live
 * channel is missing.
 */
function useRemoteVersions(
  form: { entity: AnyEntity; shape: FormShape; permissions: EntityPermissions },
  { id, isLoaded }: Draft,
  send: (event: DraftEvent) => void,
) {
  const dispatch = useAppDispatch();
  const onChange = ({ op, by }: Change) => {
    if (op !== 'leave' || id === null) return;
    dispatch(rowsEvicted([[form.entity.name, [id]]]));
    send({ type: 'removed', removal: { why: 'left', by: by ?? null } });
  };
  const { ownMutations } = useApp();
  const { cachedRow, version, fault, refetch } = useRow(form.entity, id, onChange);
  useDetectRemoval(isLoaded && fault?.status === 404, send);
  const lastRequest = useRef('');
  // A layout effect: React counts updates of passive effects as nested when many forms of one screen load one after the other.
  useLayoutEffect(() => {
    if (!cachedRow || !version) return;
    const { lastChange } = cachedRow;
    if (cachedRow.isDeleted) {
      send({ type: 'removed', removal: { why: 'deleted', by: lastChange?.by ?? null } });
      return;
    }
    const fields = lastChange !== undefined && lastChange.fields.length > 0 ? { fields: lastChange.fields } : {};
    const ownPageFlag = ownMutations.has(lastChange?.idempotencyKey ?? null) ? { isOwnPage: true as const } : {};
    const remoteVersion = {
      row: cachedRow.row,
      by: lastChange?.by ?? null,
      at: lastChange?.at ?? Date.now(),
      idempotencyKey: lastChange?.idempotencyKey ?? null,
    };
    send({ type: 'remoteVersionReceived', remoteVersion: { ...remoteVersion, ...fields, ...ownPageFlag } });
    const isIncomplete = form.shape.fields.some(
      (field) => form.permissions.readable.has(field) && cachedRow.row[field] === undefined,
    );
    const request = `${version.key}/${cachedRow.revision}`;
    if (!isIncomplete || lastRequest.current === request) return;
    lastRequest.current = request;
    refetch();
  }, [cachedRow, version, refetch, send, form.shape, form.permissions, ownMutations]);
  return { fault, refetch, seq: version?.seq };
}

function useFieldHandlers(send: (event: DraftEvent) => void): FieldHandlers {
  return useMemo(
    (): FieldHandlers => ({
      onType: (field, value) => send({ type: 'typed', field, value }),
      onFocus: (field) => send({ type: 'focused', field }),
      onBlur: () => send({ type: 'blurred', at: Date.now() }),
      onTakeTheirs: (field) => send({ type: 'tookTheirs', field }),
      onKeepMine: (field) => send({ type: 'keptMine', field }),
      onUndoDecision: (decision) => send({ type: 'decisionUndone', ...decision }),
      onSharingChange: (field, base) => send({ type: 'sharingChanged', field, base }),
      onReview: (open) => send({ type: open ? 'reviewOpened' : 'reviewClosed' }),
      onResolve: (unit, pick) => send({ type: 'resolutionChosen', unit, resolution: pick }),
    }),
    [send],
  );
}

/** Fields the user may neither read nor write are not part of the form. */
function useFormShape(entity: AnyEntity, permissions: EntityPermissions): FormShape {
  const fields = formFieldNames(entity).filter(
    (field) => permissions.readable.has(field) || permissions.writable.has(field),
  );
  const key = JSON.stringify([fields, fields.filter((field) => permissions.writable.has(field))]);
  return useMemo(() => {
    const [all, writable] = JSON.parse(key) as [string[], string[]]; // serialized on the line above
    return { entity, fields: all, writable: new Set(writable) };
  }, [entity, key]);
}

interface FormOptions {
  /** Successful saves show no message, unless they were merged with changes of others. */
  readonly savesQuietly?: boolean;
}

const createDraft = (entity: AnyEntity, id: number | null, preset: Readonly<Record<string, Json>>): Draft =>
  newDraft(id, id === null ? { ...initialValues(entity), ...preset } : {}, newFormId());

/**
 * State of the form. `id` null: a new record with optional preset values. The form keeps its first id; another record
 * needs another form.
 */
export function useForm(
  entity: AnyEntity,
  id: number | null,
  preset: Readonly<Record<string, Json>> = {},
  { savesQuietly = false }: FormOptions = {},
): EntityFormState {
  const permissions = usePermissions(entity);
  const formShape = useFormShape(entity, permissions);
  const { cachedDraft, key } = useCachedDraft(entity, id);
  const [draft, send] = useReducer(
    (current: Draft, event: DraftEvent) => draftReducer(formShape, current, event),
    null,
    () => (cachedDraft ? renameDraftFields(cachedDraft, getRenames(entity)) : createDraft(entity, id, preset)),
  );
  const formerEntities = useFollowDefinition(entity, send);
  const { fault, refetch, seq } = useRemoteVersions({ entity, shape: formShape, permissions }, draft, send);
  useLiveFormTitles(entity, formShape.fields, (field) => currentValue(draft, field), seq);
  useEffect(() => send({ type: 'permissionsChanged', readable: permissions.readable }), [permissions]);
  const save = useSave({ entity, formShape, permissions, refetch, savesQuietly }, send);
  const handlers = useFieldHandlers(send);
  useFlushWhenOnline(draft.queued !== null && draft.pendingSave === null, () => void save.flush(draft));
  useMergeTexts(formShape, draft, send);
  const dirtyFields = listDirtyFields(formShape, draft);
  const manuallyResolved = manuallyResolvedFields(draft.resolutions);
  useReceiveTransferredEdits(key, formShape, draft, send);
  const autosave = useAutosave({
    formShape,
    permissions,
    draft,
    send,
    draftKey: key,
    isResumed: cachedDraft !== undefined,
  });
  // Must come after useAutosave, which knows whether the text of a closing form is stored.
  const isUnsaved = dirtyFields.some((field) => !isShared(draft, field)) || manuallyResolved.length > 0;
  useCacheDraft(key, draft, { isUnsaved, savesQuietly, isStored: autosave.isStored });
  return {
    entity,
    formerEntities,
    formShape,
    draft,
    dirtyFields,
    manuallyResolved,
    autosave,
    revokedFields: listRevokedFields(formShape, draft),
    draftKey: key,
    permissions,
    fault,
    readOnly: readOnlyReason(entity, draft, permissions),
    lockState: findLockState(entity, draft),
    handlers,
    discard: () => save.discard(draft),
    closeMerged: () => send({ type: 'mergedSaveViewed', mergedSave: null }),
    saveAsNew: () => save.saveAsNew(draft),
    restore: () => save.restore(draft),
    detach: () => send({ type: 'detached' }),
    save: () => save.save(draft),
    resolve: (values) => save.resolve(draft, values),
    refetch,
  };
}
