/** Keeps what is typed in a form while another tab is in sight; in memory only, and only so much of it. */
import { createContext, useContext } from 'react';
import type { Json } from '../../common/entity/field';
import type { Draft, Gift } from './draft';

export interface DraftShelf {
  readonly recall: (key: string) => Draft | undefined;
  readonly keep: (key: string, draft: Draft) => void;
  readonly drop: (key: string) => void;
  /** Of the same record, on another screen; the same object until it changes. One that waits to be sent is none. */
  readonly twinOf: (key: string) => Waiting | undefined;
  /** Another place goes on with a draft, unless it holds one of its own; what its form types until it is gone follows. */
  readonly move: (from: string, to: string) => void;
  /** Puts back what an earlier page was left with, unless something is typed there already. */
  readonly revive: (key: string, draft: Draft) => void;
  /** How often the form of a place had to begin with another draft: one came back, or its own one moved away. */
  readonly revived: (key: string) => number;
  /** Forgets all drafts of a screen. */
  readonly forget: (path: string) => void;
  /** The screens that hold drafts; the same array until that changes. */
  readonly paths: () => readonly string[];
  /** Whoever shows a draft sends it; others leave it alone until it is given back. */
  readonly claim: (key: string) => () => void;
  /** The form that is shown takes what was typed elsewhere, until it is gone; whether it could is its answer. */
  readonly receive: (key: string, take: Taker) => () => void;
  readonly taker: (key: string) => Taker | undefined;
  /** The marks of all drafts it holds. */
  readonly marks: () => readonly string[];
  /** Says which screen is shown, until it is no more. */
  readonly stand: (path: string) => () => void;
  /** The screen that is shown: the address of the window is ahead of it while another one is on its way. */
  readonly standing: () => string;
  /** A screen that may not be shown any more: what its forms were left with stays, as long as that lasts. */
  readonly withhold: (path: string) => () => void;
  readonly isWithheld: (path: string) => boolean;
  /** What a screen was left with. */
  readonly heldAt: (path: string) => readonly Waiting[];
  /** Asks of each draft what may still be known of it. */
  readonly cut: (judge: (entity: string, draft: Draft) => Draft) => void;
  /** Saves that wait for the connection while nobody shows them; the same array until that changes. */
  readonly waiting: () => readonly Waiting[];
  /** All saves that wait, shown or not; the same array until that changes. */
  readonly queued: () => readonly Waiting[];
  /** The screens with saves that wait; the same array until that changes. */
  readonly queuedPaths: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
  /** What is typed for many rows at once, by the screen that asks for it. */
  readonly bulk: Map<string, BulkTyped>;
}

export interface BulkTyped {
  readonly named: string;
  readonly values: Readonly<Record<string, { readonly set: Json } | { readonly clear: true }>>;
  readonly lines: readonly TypedLine[];
}
/** The name of a field, and what was typed in it, in words. */
export interface TypedLine {
  readonly label: string;
  readonly text: string;
}
export type Taker = (gift: Gift) => boolean;
export interface Waiting {
  readonly key: string;
  readonly draft: Draft;
}

export const MOST_DRAFTS = 20;
export const MOST_DRAFT_CHARACTERS = 2_000_000;

export const draftKey = (path: string, entity: string, id: number | null): string =>
  `${path}\n${entity}\n${id ?? 'new'}`;
const pathOf = (key: string) => key.split('\n')[0] ?? '';
export const entityOf = (key: string): string => key.split('\n')[1] ?? '';
const recordOf = (key: string) => key.slice(key.indexOf('\n'));
const isNew = (key: string) => key.endsWith('\nnew');

interface Kept extends Waiting {
  readonly size: number;
}

/** Roughly: it is asked at every key. */
const sizeOf = ({ base, mine }: Draft) =>
  [...Object.values(base), ...Object.values(mine)].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
    0,
  );

const isSame = (a: readonly Waiting[], b: readonly Waiting[]) =>
  a.length === b.length && a.every(({ draft }, at) => draft === b[at]?.draft);

/** The oldest go first, but never a save that waits to be sent; a single draft beyond all measure is not kept at all. */
function trim(kept: Map<string, Kept>): void {
  let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
  for (const [key, one] of kept) {
    if (kept.size <= MOST_DRAFTS && size <= MOST_DRAFT_CHARACTERS) return;
    if (one.draft.queued !== null) continue;
    kept.delete(key);
    size -= one.size;
  }
}

function put(kept: Map<string, Kept>, key: string, draft: Draft): void {
  kept.delete(key);
  kept.set(key, { key, draft: { ...draft, sent: null, focused: null }, size: sizeOf(draft) });
  trim(kept);
}

function createListeners() {
  const all = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of all) listener();
    },
    subscribe: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

type Takers = Pick<DraftShelf, 'receive' | 'taker'>;
function createTakers(): Takers {
  const takers = new Map<string, Taker>();
  return {
    receive: (key, take) => {
      takers.set(key, take);
      return () => {
        if (takers.get(key) === take) takers.delete(key);
      };
    },
    taker: (key) => takers.get(key),
  };
}

type Place = Pick<DraftShelf, 'stand' | 'standing' | 'withhold' | 'isWithheld'>;
function createPlace(): Place {
  let standing = '';
  const withheld = new Set<string>();
  return {
    withhold: (path) => {
      withheld.add(path);
      return () => void withheld.delete(path);
    },
    isWithheld: (path) => withheld.has(path),
    stand: (path) => {
      standing = path;
      return () => {
        standing = '';
      };
    },
    standing: () => standing,
  };
}

/** What the screens hold, and what of it waits for the connection: told only when it changes. */
function createOverview(kept: ReadonlyMap<string, Kept>, claimed: ReadonlySet<string>) {
  const listeners = createListeners();
  let paths: readonly string[] = [];
  let queuedPaths: readonly string[] = [];
  let waiting: readonly Waiting[] = [];
  let allQueued: readonly Waiting[] = [];
  const changed = () => {
    const all = [...kept].map(([key, { draft }]) => ({ key, draft }));
    const queued = all.filter(({ draft }) => draft.queued !== null);
    const next = [...new Set(all.map(({ key }) => pathOf(key)))];
    const nextQueued = [...new Set(queued.map(({ key }) => pathOf(key)))];
    const nextWaiting = queued.filter(({ key }) => !claimed.has(key));
    const isAsBefore = isSame(nextWaiting, waiting) && isSame(queued, allQueued);
    if (next.join() === paths.join() && nextQueued.join() === queuedPaths.join() && isAsBefore) return;
    paths = next;
    queuedPaths = nextQueued;
    waiting = nextWaiting;
    allQueued = queued;
    listeners.tell();
  };
  return {
    changed,
    shown: {
      waiting: () => waiting,
      queued: () => allQueued,
      queuedPaths: () => queuedPaths,
      paths: () => paths,
      subscribe: listeners.subscribe,
    },
  };
}

function createDrafts(): Omit<DraftShelf, keyof (Place & Takers) | 'bulk'> {
  const kept = new Map<string, Kept>();
  const claimed = new Set<string>();
  const revivals = new Map<string, number>();
  const moved = new Map<string, string>();
  const { changed, shown } = createOverview(kept, claimed);
  const countRevival = (key: string) => void revivals.set(key, (revivals.get(key) ?? 0) + 1);
  const keep = (key: string, draft: Draft) => {
    put(kept, moved.get(key) ?? key, draft);
    changed();
  };
  return {
    recall: (key) => kept.get(key)?.draft,
    keep,
    revive: (key, draft) => {
      if (kept.has(key)) return;
      countRevival(key);
      keep(key, draft);
    },
    twinOf: (key) =>
      [...kept.values()].findLast(
        (one) => one.key !== key && recordOf(one.key) === recordOf(key) && !isNew(key) && one.draft.queued === null,
      ),
    heldAt: (path) => [...kept.values()].filter(({ key }) => pathOf(key) === path),
    cut: (judge) => {
      for (const [key, one] of kept) {
        const draft = judge(entityOf(key), one.draft);
        if (draft !== one.draft) kept.set(key, { ...one, draft });
      }
      changed();
    },
    marks: () => [...kept.values()].map(({ draft }) => draft.mark),
    revived: (key) => revivals.get(key) ?? 0,
    drop: (key) => {
      if (kept.delete(key)) changed();
    },
    move: (from, to) => {
      const one = kept.get(from);
      if (one === undefined || kept.has(to)) return;
      kept.delete(from);
      if (claimed.has(from)) moved.set(from, to);
      keep(to, one.draft);
    },
    forget: (path) => {
      for (const key of [...kept.keys()]) if (pathOf(key) === path) kept.delete(key);
      changed();
    },
    claim: (key) => {
      claimed.add(key);
      changed();
      return () => {
        claimed.delete(key);
        // A form that stays mounted out of sight may not come back with what another place holds now.
        if (moved.delete(key)) countRevival(key);
        changed();
      };
    },
    ...shown,
  };
}

export function createDraftShelf(): DraftShelf {
  const drafts = createDrafts();
  const bulk: DraftShelf['bulk'] = new Map();
  const forget = (path: string) => {
    bulk.delete(path);
    drafts.forget(path);
  };
  return { ...drafts, forget, bulk, ...createPlace(), ...createTakers() };
}

/** Null where screens are not kept: there a form asks before it is left. */
export const DraftShelfContext = createContext<DraftShelf | null>(null);
export const useDraftShelf = (): DraftShelf | null => useContext(DraftShelfContext);
