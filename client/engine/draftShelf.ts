/** Keeps what is typed in a form while another tab is in sight; in memory only, and only so much of it. */
import { createContext, useContext } from 'react';
import type { Draft } from './draft';

export interface DraftShelf {
  readonly recall: (key: string) => Draft | undefined;
  readonly keep: (key: string, draft: Draft) => void;
  readonly drop: (key: string) => void;
  /** Forgets all drafts of a screen. */
  readonly forget: (path: string) => void;
  /** The screens that hold drafts; the same array until that changes. */
  readonly paths: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
}

export const MOST_DRAFTS = 20;
export const MOST_DRAFT_CHARACTERS = 2_000_000;

export const draftKey = (path: string, entity: string, id: number | null): string =>
  `${path}\n${entity}\n${id ?? 'new'}`;
const pathOf = (key: string) => key.split('\n')[0] ?? '';

interface Kept {
  readonly draft: Draft;
  readonly size: number;
}

/** Roughly: it is asked at every key. */
const sizeOf = ({ base, mine }: Draft) =>
  [...Object.values(base), ...Object.values(mine)].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
    0,
  );

export function createDraftShelf(): DraftShelf {
  const kept = new Map<string, Kept>();
  const listeners = new Set<() => void>();
  let paths: readonly string[] = [];
  const changed = () => {
    const next = [...new Set([...kept.keys()].map(pathOf))];
    if (next.join() === paths.join()) return;
    paths = next;
    for (const listener of listeners) listener();
  };
  /** The oldest go first; a single draft beyond all measure is not kept at all. */
  const trim = () => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [key, one] of kept) {
      if (kept.size <= MOST_DRAFTS && size <= MOST_DRAFT_CHARACTERS) return;
      kept.delete(key);
      size -= one.size;
    }
  };
  return {
    recall: (key) => kept.get(key)?.draft,
    keep: (key, draft) => {
      kept.delete(key);
      kept.set(key, { draft: { ...draft, sent: null, focused: null }, size: sizeOf(draft) });
      trim();
      changed();
    },
    drop: (key) => {
      if (kept.delete(key)) changed();
    },
    forget: (path) => {
      for (const key of [...kept.keys()]) if (pathOf(key) === path) kept.delete(key);
      changed();
    },
    paths: () => paths,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Null where screens are not kept: there a form asks before it is left. */
export const DraftShelfContext = createContext<DraftShelf | null>(null);
export const useDraftShelf = (): DraftShelf | null => useContext(DraftShelfContext);
