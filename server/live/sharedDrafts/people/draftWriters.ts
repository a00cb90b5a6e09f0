/** Who wrote in a draft since the last save: its editors, and the authors of the suggestions that they accepted. */
import type { DraftWriterName } from '../../../../common/protocol/sharedDraft';

/** Somebody who changed the draft since the last save. */
export interface DraftWriter extends DraftWriterName {
  /** Unix milliseconds of the last change. */
  readonly at: number;
  /** For somebody who only suggested: the number of accepted characters. 0 after undo of all of them, until the next save. */
  readonly accepted?: number;
}
export type DraftWriters = ReadonlyMap<string, DraftWriter>;

/** Somebody with suggestions that an update decided about, and their number of characters. */
export interface DecidedAuthor extends DraftWriterName {
  readonly count: number;
}
/** What an update of an editor decided about suggestions. */
export interface Decisions {
  readonly accepted: readonly DecidedAuthor[];
  /** Accepted before, and suggestions again. */
  readonly reopened: readonly DecidedAuthor[];
}

/** The writers after an update of an editor. */
export function addWriters(
  writers: DraftWriters,
  { p, name }: DraftWriterName,
  { accepted, reopened }: Decisions,
  at: number,
): DraftWriters {
  const next = new Map(writers);
  next.set(p, { p, name, at });
  const count = (author: DecidedAuthor, change: number) => {
    const current = next.get(author.p);
    // who wrote stays a writer
    if (current !== undefined && current.accepted === undefined) return;
    const total = Math.max(0, (current?.accepted ?? 0) + change);
    if (current !== undefined || total > 0) next.set(author.p, { p: author.p, name: author.name, at, accepted: total });
  };
  for (const author of accepted) count(author, author.count);
  for (const author of reopened) count(author, -author.count);
  return next;
}

/** Whether the history of a save names somebody. */
export const isNamed = ({ accepted }: DraftWriter): boolean => accepted !== 0;

/** The people behind the writers, without times. */
export const writerNames = ({ writers }: { readonly writers: DraftWriters }): readonly DraftWriterName[] =>
  [...writers.values()].filter(isNamed).map(({ p, name }) => ({ p, name }));

/** The writers of a draft in memory and those of the stored one. */
export function mergeWriters(current: DraftWriters, stored: readonly DraftWriter[]): DraftWriters {
  const merged = new Map(current);
  for (const writer of stored) if ((merged.get(writer.p)?.at ?? 0) < writer.at) merged.set(writer.p, writer);
  return merged;
}
