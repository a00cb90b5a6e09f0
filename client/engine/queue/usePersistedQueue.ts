/** Stores queued saves in this browser, so that a reload sends the same saves with the same idempotency keys. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../common/limits';
import type { DraftCache } from '../formState/draftCache';
import { useEngine } from '../engineContext';
import { isUserKey } from '../autosave/localDrafts';
import { createQueueStorage, storageKey, persistableDraft, restoreDraft } from './queueStorage';

/** Time for which the server remembers an idempotency key (idempotency key). */
const MAX_AGE_MS = LIMITS.mutationLogHours * 3_600_000;

export function usePersistedQueue(draftCache: DraftCache, userId: number): void {
  const { registry } = useEngine();
  const [storage] = useState(createQueueStorage);
  const queuedSaves = useSyncExternalStore(draftCache.subscribe, draftCache.queuedSaves);
  const writtenKeys = useRef<ReadonlySet<string>>(new Set());
  const restoreSaves = useEffectEvent(async () => {
    for (const [storedKey, { key, draft, at }] of await storage.entries()) {
      if (!isUserKey(storedKey, userId)) continue;
      if (Date.now() - at > MAX_AGE_MS) await storage.delete(storedKey);
      else draftCache.restore(key, restoreDraft(draft));
    }
  });
  useEffect(() => {
    void restoreSaves();
  }, [userId]);
  const persistSaves = useEffectEvent(async () => {
    const currentKeys = new Set(queuedSaves.map(({ key }) => storageKey(userId, key)));
    const staleKeys = [...writtenKeys.current].filter((storedKey) => !currentKeys.has(storedKey));
    writtenKeys.current = currentKeys;
    for (const { key, draft } of queuedSaves) {
      const entity = registry.get(key.split('\n')[1] ?? '');
      const persistable = entity && persistableDraft(entity, draft);
      if (persistable) await storage.write(storageKey(userId, key), { key, draft: persistable, at: Date.now() });
    }
    for (const storedKey of staleKeys) await storage.delete(storedKey);
  });
  useEffect(() => {
    void persistSaves();
  }, [queuedSaves]);
}
