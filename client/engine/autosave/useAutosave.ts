/**
 * Autosave of a form, debounced: one second after the last key press the draft goes to the server; the browser keeps it until the
 * server has it. Each form has its own draft. Drafts of closed or crashed forms are offered, and the user decides. A
 * save or a discard deletes both copies.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { StoredDraft, DraftPatch } from '../../../common/protocol/draft';
import { useApp } from '../../shared/app/appContext';
import { useAppSelector } from '../../shared/app/createStore';
import { isCallFault } from '../../shared/api/faults';
import { selectSessionUser } from '../../shared/store/session';
import {
  isShared,
  listRevokedFields,
  listDirtyFields,
  findMergeGroup,
  type Draft,
  type DraftEvent,
  type FormShape,
} from '../formState/draft';
import type { Autosave } from '../formState/entityFormState';
import { manuallyResolvedFields } from '../formState/resolutions';
import type { EntityPermissions } from '../usePermissions';
import { serverDrafts } from './serverDrafts';
import {
  isDraftTooLarge,
  collectAutosaveFields,
  listUnsavableFields,
  collectDraftOffers,
  type StoredDraftCopy,
} from './draftPatch';
import { createLocalDrafts, parseKeyFormId, localDraftKey, redactBases, type LocalDrafts } from './localDrafts';
import { useDuplicateForm } from './useDuplicateForm';

const AUTOSAVE_DELAY_MS = 1_000;

interface AutosaveOptions {
  /** Key of the draft in the draft cache. */
  readonly draftKey: string;
  readonly formShape: FormShape;
  readonly permissions: EntityPermissions;
  readonly draft: Draft;
  readonly send: (event: DraftEvent) => void;
  /** The form continues a cached draft of this window, so nothing is offered. */
  readonly isResumed: boolean;
}

/** The server rejects drafts of records the user may no longer change. */
const isForbidden = (error: unknown) => isCallFault(error) && [403, 404].includes(error.status);

/** Reads and writes the two stores of a record's drafts. */
function useDraftStores(ent: string, id: number) {
  const userId = useAppSelector(selectSessionUser('admin'))?.id ?? 0;
  const { openForms } = useApp();
  const [localDrafts] = useState<LocalDrafts>(createLocalDrafts);
  const [saveRemote] = serverDrafts.useSaveDraftMutation();
  const [deleteRemote] = serverDrafts.useDeleteDraftMutation();
  const [fetchRemote] = serverDrafts.useLazyStoredDraftsQuery();
  return useMemo(() => {
    const getLocalKey = (form: string) => localDraftKey(userId, ent, id, form);
    const deleteForms = (forms: readonly string[]) => {
      for (const form of forms)
        void Promise.all([localDrafts.delete(getLocalKey(form)), deleteRemote({ ent, id, form })]);
    };
    const readLocal = async (): Promise<readonly StoredDraftCopy[]> =>
      (await localDrafts.entries()).flatMap(([key, patch]) => {
        const form = parseKeyFormId(key, userId, ent, id);
        return form === undefined ? [] : [{ ...patch, form }];
      });
    return {
      /** `adopted`: form ids of drafts this one contains. Resolves with whether one of the stores has it. */
      write: async (form: string, patch: DraftPatch, adopted: readonly string[]): Promise<boolean> => {
        const key = getLocalKey(form);
        await localDrafts.write(key, patch);
        const isStoredLocally = async () => (await localDrafts.read(key))?.at === patch.at;
        const remoteWrite = saveRemote({ ent, id, form, ...patch }).then(async ({ error }) => {
          if (isForbidden(error) && (await isStoredLocally()))
            await localDrafts.write(
              key,
              redactBases(patch, () => true),
            );
          if (error !== undefined) return false;
          deleteForms(adopted);
          // Once the server has the draft, the browser copy is deleted.
          if (await isStoredLocally()) await localDrafts.delete(key);
          return true;
        });
        return (await isStoredLocally()) || remoteWrite;
      },
      drop: deleteForms,
      read: async () => {
        const [localCopies, remoteCopies, open] = await Promise.all([
          readLocal(),
          fetchRemote({ ent, id }),
          openForms.listOpenForms(),
        ]);
        return { storedCopies: [...(remoteCopies.data?.drafts ?? []), ...localCopies], open };
      },
    };
  }, [userId, ent, id, localDrafts, openForms, saveRemote, deleteRemote, fetchRemote]);
}

type DraftStores = ReturnType<typeof useDraftStores>;

/** Looks for drafts once, when the record is loaded. */
function useDraftOffers({ formShape, permissions, draft, isResumed }: AutosaveOptions, read: DraftStores['read']) {
  const [offers, setOffers] = useState<readonly StoredDraft[]>([]);
  const isAllowed = permissions.can(draft.id === null ? 'create' : 'update');
  const hasLooked = useRef(false);
  const showOffers = useEffectEvent((foundDrafts: Awaited<ReturnType<typeof read>>) =>
    setOffers(collectDraftOffers(formShape, permissions, draft, foundDrafts)),
  );
  const isReady = draft.isLoaded && isAllowed && !isResumed;
  useEffect(() => {
    if (!isReady || hasLooked.current) return;
    hasLooked.current = true;
    void read().then(showOffers);
  }, [isReady, read]);
  return [offers, setOffers] as const;
}

/** Registers the form as open, so that no other page offers its draft. */
function useRegisterOpenForm(formId: string) {
  const { openForms } = useApp();
  useEffect(() => openForms.register(() => [formId]), [openForms, formId]);
}

interface AutosaveContent {
  /** Serialized edits; empty when nothing is dirty. */
  readonly text: string;
  readonly patch: () => DraftPatch;
  /** There are edits that may no longer be saved: their stored draft stays. */
  readonly hasRevoked: boolean;
}
/** Writes the draft after a pause, or at once when the page is hidden, and deletes it when nothing is dirty. */
function useAutosaveTimer(
  { draft: { formId, adopted }, isResumed }: AutosaveOptions,
  draftStores: DraftStores,
  { text, patch, hasRevoked }: AutosaveContent,
): Pick<Autosave, 'isPending' | 'isStored'> {
  const [storedText, setStoredText] = useState('');
  const lastWrite = useRef(Promise.resolve(false));
  // After a new record is stored, its drafts have another key.
  const lastStores = useRef(draftStores);
  const store = useEffectEvent(async () => {
    lastStores.current = draftStores;
    lastWrite.current = draftStores.write(formId, patch(), adopted);
    if (await lastWrite.current) setStoredText(text);
  });
  // Nothing is dirty any more: saved, discarded or typed back.
  const deleteStored = useEffectEvent(() => {
    lastStores.current.drop([formId, ...adopted]);
    lastStores.current = draftStores;
    lastWrite.current = Promise.resolve(false);
    setStoredText('');
  });
  const isPending = text !== '' && text !== storedText;
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => void store(), AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isPending, text]);
  const hadText = useRef(isResumed);
  useEffect(() => {
    if (hasRevoked && text === '') return;
    if (hadText.current && text === '') deleteStored();
    hadText.current = text !== '';
  }, [text, hasRevoked]);
  const flush = useEffectEvent(() => {
    if (isPending) void store();
  });
  // A closing page writes once more, because the copy may have been deleted on another device.
  const storeOnLeave = useEffectEvent(() => {
    if (text !== '') void store();
  });
  useEffect(() => {
    const onHide = () => flush();
    const onLeave = () => storeOnLeave();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      flush();
    };
  }, []);
  return { isPending, isStored: () => lastWrite.current };
}

export function useAutosave(options: AutosaveOptions): Autosave {
  const { formShape, permissions, draft, send } = options;
  const draftStores = useDraftStores(formShape.entity.name, draft.id ?? 0);
  useRegisterOpenForm(draft.formId);
  const [offers, setOffers] = useDraftOffers(options, draftStores.read);
  const ownFields = listDirtyFields(formShape, draft).filter((field) => !isShared(draft, field));
  const dirtyFields = [...new Set([...ownFields, ...manuallyResolvedFields(draft.resolutions)])];
  const fields = collectAutosaveFields(formShape, permissions, draft);
  const unsavable = isDraftTooLarge(fields) ? dirtyFields : listUnsavableFields(formShape, permissions, dirtyFields);
  const text = dirtyFields.length > unsavable.length ? JSON.stringify(fields) : '';
  const createPatch = (source: Draft, savedFields: DraftPatch['fields']): DraftPatch => ({
    revision: source.revision,
    fields: savedFields,
    at: Date.now(),
  });
  const patch = () => createPatch(draft, fields);
  const store = (source: Draft) => {
    const savedFields = collectAutosaveFields(formShape, permissions, source);
    if (Object.keys(savedFields).length > 0 && !isDraftTooLarge(savedFields))
      void draftStores.write(source.formId, createPatch(source, savedFields), []);
  };
  const duplicate = useDuplicateForm({ formShape, draft, send, draftKey: options.draftKey, store });
  const autosaveTimer = useAutosaveTimer(options, draftStores, {
    text,
    patch,
    hasRevoked: listRevokedFields(formShape, draft).length > 0,
  });

  const removeOffer = ({ form }: StoredDraft, remaining: DraftPatch['fields'] = {}) =>
    setOffers((all) =>
      all.flatMap((offer) => {
        if (offer.form !== form) return [offer];
        return Object.keys(remaining).length > 0 ? [{ ...offer, fields: remaining }] : [];
      }),
    );
  return {
    offers,
    restore: (offer) => {
      send({ type: 'draftRestored', draft: offer });
      const isTaken = (field: string) =>
        findMergeGroup(formShape, field).some((member) => dirtyFields.includes(member) && member in offer.fields);
      const remaining = Object.entries(offer.fields).filter(([field]) => isTaken(field));
      removeOffer(offer, Object.fromEntries(remaining));
    },
    discard: (offer) => {
      draftStores.drop([offer.form]);
      removeOffer(offer);
    },
    unsavable,
    ...autosaveTimer,
    duplicate,
  };
}
