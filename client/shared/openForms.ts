/**
 * The marks of forms: what is kept of one lies under its mark, so that two tabs neither overwrite nor drop each other's text.
 * A form that is still open somewhere in this browser keeps its own; what a closed or crashed one left is offered to the next.
 */
import { nanoid } from '@reduxjs/toolkit';
import { asRecord } from './persist';
import type { Wire } from './twins';

const MARK_LENGTH = 12;
export const newMark = (): string => nanoid(MARK_LENGTH);

/** How long other pages may take to answer; asked once per form. */
const ANSWER_MS = 120;
type Holder = () => readonly string[];

export interface OpenForms {
  /** Says which forms are open here, until it is called back. */
  readonly hold: (holder: Holder) => () => void;
  /** The marks of all forms that are open in this browser. */
  readonly ask: () => Promise<ReadonlySet<string>>;
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export function createOpenForms(wire: Wire): OpenForms {
  const holders = new Set<Holder>();
  const asking = new Set<(marks: readonly string[]) => void>();
  const own = () => [...holders].flatMap((holder) => holder());
  wire.listen((message) => {
    const raw = asRecord(message);
    if (raw?.['kind'] === 'forms?') wire.post({ kind: 'forms', marks: own() });
    else if (raw?.['kind'] === 'forms') for (const heard of asking) heard(textsOf(raw['marks']));
  });
  return {
    hold: (holder) => {
      holders.add(holder);
      return () => void holders.delete(holder);
    },
    ask: () =>
      new Promise((resolve) => {
        const found = new Set(own());
        const heard = (marks: readonly string[]) => marks.forEach((mark) => found.add(mark));
        asking.add(heard);
        wire.post({ kind: 'forms?' });
        setTimeout(() => {
          asking.delete(heard);
          resolve(found);
        }, ANSWER_MS);
      }),
  };
}
