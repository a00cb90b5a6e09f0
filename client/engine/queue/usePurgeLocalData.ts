/** Deletes local drafts and queued saves that are unreadable or old, and all own ones on sign-out. */
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../../common/limits';
import { useApp } from '../../shared/app/appContext';
import { useBootstrap } from '../../shared/api/bootstrap';
import { createQueueStorage, type PersistedSave } from './queueStorage';
import { createLocalDrafts, parseKeyEntity, isUserKey, redactBases, type LocalDraft } from '../autosave/localDrafts';

const DAY_MS = 86_400_000;
type ReadableFields = Readonly<Record<string, ReadonlySet<string>>>;

/** A draft without unreadable base values; undefined when expired. Drafts of other users are kept for a day. */
export function retainDraft(readable: ReadableFields, userId: number, now: number) {
  return (key: string, patch: LocalDraft): LocalDraft | undefined => {
    if (!isUserKey(key, userId)) return now - patch.at < DAY_MS ? patch : undefined;
    const redacted = redactBases(patch, (field) => readable[parseKeyEntity(key)]?.has(field) !== true);
    const isOld = now - patch.at >= LIMITS.draftDays * DAY_MS;
    return isOld || Object.keys(redacted.fields).length === 0 ? undefined : redacted;
  };
}
/** A queued save contains its base row: it is kept only while all fields are readable. */
export function retainSave(readable: ReadableFields, userId: number, now: number) {
  return (key: string, save: PersistedSave): PersistedSave | undefined => {
    if (!isUserKey(key, userId)) return now - save.at < DAY_MS ? save : undefined;
    const readableFields = readable[parseKeyEntity(key)];
    const { base, mine } = save.draft;
    return [...Object.keys(base), ...Object.keys(mine)].every((field) => readableFields?.has(field)) ? save : undefined;
  };
}

export function usePurgeLocalData(userId: number): void {
  const { signOutHooks } = useApp();
  const { entities } = useBootstrap();
  const [drafts] = useState(createLocalDrafts);
  const [saves] = useState(createQueueStorage);
  const permissions = JSON.stringify(Object.entries(entities).map(([e, { readable }]) => [e, readable]));
  const purgeUnreadable = useEffectEvent(async () => {
    const readable = Object.fromEntries(
      Object.entries(entities).map(([e, readableFields]) => [e, new Set(readableFields.readable)]),
    );
    await drafts.updateAll(retainDraft(readable, userId, Date.now()));
    await saves.updateAll(retainSave(readable, userId, Date.now()));
  });
  useEffect(() => {
    void purgeUnreadable();
  }, [permissions, userId]);
  useEffect(() => {
    const deleteOwn = async () => {
      await drafts.updateAll((key, patch) => (isUserKey(key, userId) ? undefined : patch));
      await saves.updateAll((key, save) => (isUserKey(key, userId) ? undefined : save));
    };
    signOutHooks.add(deleteOwn);
    return () => void signOutHooks.delete(deleteOwn);
  }, [signOutHooks, drafts, saves, userId]);
}
