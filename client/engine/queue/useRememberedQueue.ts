/** Keeps the saves that wait in this browser, so that a reload does not lose them: the same saves, under the same ids. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../common/limits';
import { newDraft } from '../draft';
import type { DraftShelf } from '../draftShelf';
import { useEngine } from '../engineContext';
import { isOf } from '../keeping/localShelf';
import { createQueueMemory, memoryKey, rememberable } from './queueMemory';

/** As long as the server knows a mutation id again. */
const REMEMBERED_MS = LIMITS.mutationLogHours * 3_600_000;

export function useRememberedQueue(shelf: DraftShelf, person: number): void {
  const { registry } = useEngine();
  const [memory] = useState(createQueueMemory);
  const queued = useSyncExternalStore(shelf.subscribe, shelf.queued);
  const written = useRef<ReadonlySet<string>>(new Set());
  const recall = useEffectEvent(async () => {
    for (const [name, { key, draft, at }] of await memory.entries()) {
      if (!isOf(name, person)) continue;
      if (Date.now() - at > REMEMBERED_MS) await memory.drop(name);
      // One of an earlier release may lack what drafts have now.
      else shelf.revive(key, { ...newDraft(draft.id, {}), ...draft });
    }
  });
  useEffect(() => {
    void recall();
  }, [person]);
  const remember = useEffectEvent(async () => {
    const now = new Set(queued.map(({ key }) => memoryKey(person, key)));
    const gone = [...written.current].filter((name) => !now.has(name));
    written.current = now;
    for (const { key, draft } of queued) {
      const entity = registry.get(key.split('\n')[1] ?? '');
      const open = entity && rememberable(entity, draft);
      if (open) await memory.write(memoryKey(person, key), { key, draft: open, at: Date.now() });
    }
    for (const name of gone) await memory.drop(name);
  });
  useEffect(() => {
    void remember();
  }, [queued]);
}
