/** What lies in this browser of a person's work: nothing the person may no longer read, nothing old, nothing after signing out. */
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../../common/limits';
import { useApp } from '../../shared/app';
import { useBootstrap } from '../../shared/bootstrap';
import { createQueueMemory, type RememberedSave } from '../queue/queueMemory';
import { createLocalShelf, entityIn, isOf, ownWords, type LocalPatch } from './localShelf';

const DAY_MS = 86_400_000;
type Readable = Readonly<Record<string, ReadonlySet<string>>>;

/** A draft without what it was typed over where that may not be read any more; undefined when it is old. Others get a day to come back. */
export function draftWithin(readable: Readable, person: number, now: number) {
  return (key: string, patch: LocalPatch): LocalPatch | undefined => {
    if (!isOf(key, person)) return now - patch.at < DAY_MS ? patch : undefined;
    const left = ownWords(patch, (field) => readable[entityIn(key)]?.has(field) !== true);
    const isOld = now - patch.at >= LIMITS.draftDays * DAY_MS;
    return isOld || Object.keys(left.fields).length === 0 ? undefined : left;
  };
}
/** A save that waits holds the row it was made on: it stays only while all of that may be read. */
export function saveWithin(readable: Readable, person: number, now: number) {
  return (key: string, save: RememberedSave): RememberedSave | undefined => {
    if (!isOf(key, person)) return now - save.at < DAY_MS ? save : undefined;
    const known = readable[entityIn(key)];
    const { base, mine } = save.draft;
    return [...Object.keys(base), ...Object.keys(mine)].every((field) => known?.has(field)) ? save : undefined;
  };
}

export function useTidyBrowser(person: number): void {
  const { farewells } = useApp();
  const { entities } = useBootstrap();
  const [drafts] = useState(createLocalShelf);
  const [saves] = useState(createQueueMemory);
  const rights = JSON.stringify(Object.entries(entities).map(([e, { readable }]) => [e, readable]));
  const tidy = useEffectEvent(async () => {
    const readable = Object.fromEntries(Object.entries(entities).map(([e, known]) => [e, new Set(known.readable)]));
    await drafts.tidy(draftWithin(readable, person, Date.now()));
    await saves.tidy(saveWithin(readable, person, Date.now()));
  });
  useEffect(() => {
    void tidy();
  }, [rights, person]);
  useEffect(() => {
    const forget = async () => {
      await drafts.tidy((key, patch) => (isOf(key, person) ? undefined : patch));
      await saves.tidy((key, save) => (isOf(key, person) ? undefined : save));
    };
    farewells.add(forget);
    return () => void farewells.delete(forget);
  }, [farewells, drafts, saves, person]);
}
