/** Cache of form state: keeps the draft of a form in memory while another tab is shown, up to a limit. */
import { createContext, useContext } from 'react';
import type { Json } from '../../../common/entity/field';
import type { Draft, TransferredEdit } from './draft';

export interface DraftCache {
  readonly get: (key: string) => Draft | undefined;
  readonly set: (key: string, draft: Draft) => void;
  readonly delete: (key: string) => void;
  /**
   * The draft of the same record on another screen; the same object until it changes. Drafts with a queued save are
   * left out.
   */
  readonly findDuplicate: (key: string) => CachedDraft | undefined;
  /** Moves a draft to another screen unless that has one; later edits of the open form follow it there. */
  readonly move: (from: string, to: string) => void;
  /** Restores the draft of an earlier page load, unless the key already has a draft. */
  readonly restore: (key: string, draft: Draft) => void;
  /** Number of times that the form of a key must remount with another draft: after a restore, or after its draft moved to another key. */
  readonly restoreCount: (key: string) => number;
  /** Deletes all drafts of a screen. */
  readonly deletePath: (path: string) => void;
  /** Paths of the screens that hold drafts; the same array until that changes. */
  readonly paths: () => readonly string[];
  /**
   * Claims a draft: the mounted form sends its queued save, not the background sender. Returns the release function.
   */
  readonly claim: (key: string) => () => void;
  /** Registers the open form as the target of edits made elsewhere. The target returns whether it accepts the edit. */
  readonly onTransferredEdit: (key: string, target: TransferTarget) => () => void;
  readonly transferTarget: (key: string) => TransferTarget | undefined;
  /** The form ids of all drafts in the cache. */
  readonly formIds: () => readonly string[];
  /** Sets the path of the shown screen; returns a function that clears it. */
  readonly setCurrentPath: (path: string) => () => void;
  /** Path of the shown screen. The address bar is ahead of it during a navigation. */
  readonly currentPath: () => string;
  /** Marks a screen the user may no longer open; its drafts stay until the returned function is called. */
  readonly blockPath: (path: string) => () => void;
  readonly isPathBlocked: (path: string) => boolean;
  /** The drafts of a screen. */
  readonly draftsAt: (path: string) => readonly CachedDraft[];
  /** Replaces each draft with what `update` returns. */
  readonly updateAll: (update: (entity: string, draft: Draft) => Draft) => void;
  /** Queued saves of forms that are not mounted; the same array until that changes. */
  readonly unclaimedSaves: () => readonly CachedDraft[];
  /** All queued saves; the same array until that changes. */
  readonly queuedSaves: () => readonly CachedDraft[];
  /** Paths of screens with queued saves; the same array until that changes. */
  readonly queuedPaths: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Unsaved values of bulk edits, by path of the screen. */
  readonly bulkEdits: Map<string, UnsavedBulkEdit>;
}

export interface UnsavedBulkEdit {
  readonly title: string;
  readonly values: Readonly<Record<string, { readonly set: Json } | { readonly clear: true }>>;
  readonly lines: readonly UnsavedLine[];
}
/** The label of a field and its typed value as text. */
export interface UnsavedLine {
  readonly label: string;
  readonly text: string;
}
export type TransferTarget = (edit: TransferredEdit) => boolean;
export interface CachedDraft {
  readonly key: string;
  readonly draft: Draft;
}

export const MAX_DRAFTS = 20;
export const MAX_DRAFT_CHARACTERS = 2_000_000;

export const draftKey = (path: string, entity: string, id: number | null): string =>
  `${path}\n${entity}\n${id ?? 'new'}`;
const getPath = (key: string) => key.split('\n')[0] ?? '';
export const parseDraftKeyEntity = (key: string): string => key.split('\n')[1] ?? '';
const getRecordKey = (key: string) => key.slice(key.indexOf('\n'));
const isNewRecord = (key: string) => key.endsWith('\nnew');

interface CacheEntry extends CachedDraft {
  readonly characters: number;
}

/** Approximate number of characters; this runs on every key press. */
const estimateSize = ({ base, mine }: Draft) =>
  [...Object.values(base), ...Object.values(mine)].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
    0,
  );

const isSameList = (a: readonly CachedDraft[], b: readonly CachedDraft[]) =>
  a.length === b.length && a.every(({ draft }, index) => draft === b[index]?.draft);

/** Evicts the oldest drafts, never one with a queued save. A single draft over the limit is not kept. */
function evictOldest(entries: Map<string, CacheEntry>): void {
  let size = [...entries.values()].reduce((sum, entry) => sum + entry.characters, 0);
  for (const [key, entry] of entries) {
    if (entries.size <= MAX_DRAFTS && size <= MAX_DRAFT_CHARACTERS) return;
    if (entry.draft.queued !== null) continue;
    entries.delete(key);
    size -= entry.characters;
  }
}

function storeDraft(entries: Map<string, CacheEntry>, key: string, draft: Draft): void {
  entries.delete(key);
  entries.set(key, { key, draft: { ...draft, pendingSave: null, focused: null }, characters: estimateSize(draft) });
  evictOldest(entries);
}

function createEmitter() {
  const all = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of all) listener();
    },
    subscribe: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

type TransferTargets = Pick<DraftCache, 'onTransferredEdit' | 'transferTarget'>;
function createTransferTargets(): TransferTargets {
  const targets = new Map<string, TransferTarget>();
  return {
    onTransferredEdit: (key, target) => {
      targets.set(key, target);
      return () => {
        if (targets.get(key) === target) targets.delete(key);
      };
    },
    transferTarget: (key) => targets.get(key),
  };
}

type ScreenPath = Pick<DraftCache, 'setCurrentPath' | 'currentPath' | 'blockPath' | 'isPathBlocked'>;
function createScreenPath(): ScreenPath {
  let currentPath = '';
  const blockedPaths = new Set<string>();
  return {
    blockPath: (path) => {
      blockedPaths.add(path);
      return () => void blockedPaths.delete(path);
    },
    isPathBlocked: (path) => blockedPaths.has(path),
    setCurrentPath: (path) => {
      currentPath = path;
      return () => {
        currentPath = '';
      };
    },
    currentPath: () => currentPath,
  };
}

/** Derived lists of screens and queued saves; notifies listeners only when one of them changes. */
function createQueueOverview(entries: ReadonlyMap<string, CacheEntry>, claimedKeys: ReadonlySet<string>) {
  const listeners = createEmitter();
  let paths: readonly string[] = [];
  let queuedPaths: readonly string[] = [];
  let unclaimed: readonly CachedDraft[] = [];
  let queuedSaves: readonly CachedDraft[] = [];
  const refresh = () => {
    const all = [...entries].map(([key, { draft }]) => ({ key, draft }));
    const queuedEntries = all.filter(({ draft }) => draft.queued !== null);
    const next = [...new Set(all.map(({ key }) => getPath(key)))];
    const nextQueued = [...new Set(queuedEntries.map(({ key }) => getPath(key)))];
    const nextWaiting = queuedEntries.filter(({ key }) => !claimedKeys.has(key));
    const isUnchanged = isSameList(nextWaiting, unclaimed) && isSameList(queuedEntries, queuedSaves);
    if (next.join() === paths.join() && nextQueued.join() === queuedPaths.join() && isUnchanged) return;
    paths = next;
    queuedPaths = nextQueued;
    unclaimed = nextWaiting;
    queuedSaves = queuedEntries;
    listeners.notify();
  };
  return {
    refresh,
    selectors: {
      unclaimedSaves: () => unclaimed,
      queuedSaves: () => queuedSaves,
      queuedPaths: () => queuedPaths,
      paths: () => paths,
      subscribe: listeners.subscribe,
    },
  };
}

const isDuplicateOf = (key: string, entry: CachedDraft) =>
  entry.key !== key &&
  getRecordKey(entry.key) === getRecordKey(key) &&
  !isNewRecord(key) &&
  entry.draft.queued === null;

function createDraftMap(): Omit<DraftCache, keyof (ScreenPath & TransferTargets) | 'bulkEdits'> {
  const entries = new Map<string, CacheEntry>();
  const claimedKeys = new Set<string>();
  const restoreCounts = new Map<string, number>();
  const movedKeys = new Map<string, string>();
  const { refresh, selectors } = createQueueOverview(entries, claimedKeys);
  const countRestore = (key: string) => void restoreCounts.set(key, (restoreCounts.get(key) ?? 0) + 1);
  const setDraft = (key: string, draft: Draft) => {
    storeDraft(entries, movedKeys.get(key) ?? key, draft);
    refresh();
  };
  return {
    get: (key) => entries.get(key)?.draft,
    set: setDraft,
    restore: (key, draft) => {
      if (entries.has(key)) return;
      countRestore(key);
      setDraft(key, draft);
    },
    findDuplicate: (key) => [...entries.values()].findLast((entry) => isDuplicateOf(key, entry)),
    draftsAt: (path) => [...entries.values()].filter(({ key }) => getPath(key) === path),
    updateAll: (update) => {
      for (const [key, entry] of entries) {
        const draft = update(parseDraftKeyEntity(key), entry.draft);
        if (draft !== entry.draft) entries.set(key, { ...entry, draft });
      }
      refresh();
    },
    formIds: () => [...entries.values()].map(({ draft }) => draft.formId),
    restoreCount: (key) => restoreCounts.get(key) ?? 0,
    delete: (key) => {
      if (entries.delete(key)) refresh();
    },
    move: (from, to) => {
      const entry = entries.get(from);
      if (entry === undefined || entries.has(to)) return;
      entries.delete(from);
      if (claimedKeys.has(from)) movedKeys.set(from, to);
      setDraft(to, entry.draft);
    },
    deletePath: (path) => {
      for (const key of [...entries.keys()]) if (getPath(key) === path) entries.delete(key);
      refresh();
    },
    claim: (key) => {
      claimedKeys.add(key);
      refresh();
      return () => {
        claimedKeys.delete(key);
        // A form that stays mounted out of view must not continue with a draft that moved to another key.
        if (movedKeys.delete(key)) countRestore(key);
        refresh();
      };
    },
    ...selectors,
  };
}

export function createDraftCache(): DraftCache {
  const drafts = createDraftMap();
  const bulkEdits: DraftCache['bulkEdits'] = new Map();
  const deletePath = (path: string) => {
    bulkEdits.delete(path);
    drafts.deletePath(path);
  };
  return { ...drafts, deletePath, bulkEdits, ...createScreenPath(), ...createTransferTargets() };
}

/** Null where screens are not kept in tabs; there the form asks before it is left. */
export const DraftCacheContext = createContext<DraftCache | null>(null);
export const useDraftCache = (): DraftCache | null => useContext(DraftCacheContext);
