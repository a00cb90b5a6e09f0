/**
 * Compacts shared drafts: one snapshot in place of a snapshot and many updates after it, so that the draft opens fast. The new snapshot and the
 * deletion of the updates are one transaction, and updates that are stored meanwhile have higher numbers and stay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Log } from '../../context';
import type { OpenDraft } from './openDraft';
import { listLongDrafts, readDraft, replaceSnapshot } from './draftRepository';
import { mergeWithoutDeletedText } from './withoutDeletedText';

/** Updates after the snapshot, and their bytes, from which a draft in use is compacted. */
const COMPACT_UPDATES = 200;
const COMPACT_UPDATE_BYTES = 256 * 1024;
/** Bytes of a draft from which it is compacted when its last participant leaves. */
const COMPACT_BYTES = 65_536;
/** At the start of a server: the same limits, in updates and in stored characters. */
const LEFT_OVER = { updates: 20, characters: COMPACT_BYTES };
/** Milliseconds between two drafts at the start, for requests. */
const PAUSE_MS = 50;

export interface CompactStorage {
  readonly db: Db;
  readonly log: Log;
  /** Lets tests fail or kill the server at a named place. */
  readonly triggerFailpoint: (name: string) => Promise<void>;
}

const hasLongTail = ({ last, compactedTo, bytes, bytesAtCompaction }: OpenDraft): boolean =>
  last - compactedTo >= COMPACT_UPDATES || bytes - bytesAtCompaction >= COMPACT_UPDATE_BYTES;
const isLong = ({ last, compactedTo, bytes }: OpenDraft): boolean => last > compactedTo && bytes >= COMPACT_BYTES;

/** Call it after the updates are acknowledged. A failed attempt is repeated after as many updates again. */
async function compact({ db, log, triggerFailpoint }: CompactStorage, draft: OpenDraft): Promise<void> {
  const { key, epoch, last: n, bytes } = draft;
  draft.compactedTo = n;
  draft.bytesAtCompaction = bytes;
  try {
    const state = draft.stored.encode();
    await db.transact((tx) =>
      replaceSnapshot(tx, key, { epoch, n, state }, () => triggerFailpoint('draft.in_compaction')),
    );
    // updates may have come meanwhile
    draft.bytes += state.byteLength - bytes;
    draft.bytesAtCompaction = state.byteLength;
  } catch (error) {
    log.warn({ err: error, draft: key }, 'compacting a shared draft failed');
  }
}
/** Compacts a draft in use once many updates are stored after its snapshot. */
export const compactInUse = async (storage: CompactStorage, draft: OpenDraft): Promise<void> => {
  if (hasLongTail(draft)) await compact(storage, draft);
};
/** Compacts a long draft that nobody has open any more. */
export const compactUnused = async (storage: CompactStorage, draft: OpenDraft): Promise<void> => {
  if (isLong(draft)) await compact(storage, draft);
};

async function compactStored({ db, triggerFailpoint }: CompactStorage, key: string): Promise<void> {
  const stored = await db.transact((tx) => readDraft(tx, key, 0));
  if (stored === undefined || stored.last === stored.snapshotNumber) return;
  const { epoch, last: n, updates } = stored;
  const state = mergeWithoutDeletedText(updates);
  await db.transact((tx) =>
    replaceSnapshot(tx, key, { epoch, n, state }, () => triggerFailpoint('draft.in_compaction')),
  );
}
/** Compacts the drafts that a killed server left with updates, one after the other, until `isStopped`. */
export async function compactLeftOver(storage: CompactStorage, isStopped: () => boolean): Promise<void> {
  for (const key of await listLongDrafts(storage.db, LEFT_OVER)) {
    if (isStopped()) return;
    await compactStored(storage, key).catch((error: unknown) =>
      storage.log.warn({ err: error, draft: key }, 'compacting a shared draft failed'),
    );
    await sleep(PAUSE_MS);
  }
}
