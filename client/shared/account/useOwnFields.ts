/**
 * One's own record as a form of texts. What is typed keeps the value it was typed over; whoever changed that meanwhile is asked
 * about at the field, and a save says both, so that nobody's words are overwritten unseen.
 */
import { useState } from 'react';
import type { Json } from '../../../common/entity/field';

type Row = Readonly<Record<string, unknown>>;
interface Typed {
  readonly base: Json;
  readonly text: string;
}
type Table<T> = Readonly<Record<string, T>>;
export interface Changes {
  readonly values: Table<string>;
  readonly base: Table<Json>;
}

const scalar = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
const print = (value: unknown): string => String(scalar(value) ?? '');

/** A choice is typed as a text and stored as a number. */
const asStored = (base: Json, now: unknown): Json => (print(base) === print(now) ? scalar(now) : base);

export interface OwnFields {
  readonly valueOf: (name: string) => string;
  /** There is text that was not saved. */
  readonly dirty: boolean;
  /** What somebody else wrote there meanwhile. */
  readonly rivalOf: (name: string) => string | undefined;
  readonly type: (name: string, text: string) => void;
  readonly take: (name: string) => void;
  readonly keep: (name: string) => void;
  /** What a save would send; undefined while there is nothing, or something to decide first. */
  readonly changes: () => Changes | undefined;
  /** A save is under way; null: it was refused. */
  readonly sending: (values: Table<string> | null) => void;
  /** Lets go of what a save carried, never of what was typed meanwhile. */
  readonly stored: (values: Table<string>) => void;
}

function afterSave(typed: Table<Typed>, values: Table<string>): Table<Typed> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, one]): [string, Typed][] => {
      const sent = values[name];
      if (sent === undefined) return [[name, one]];
      return sent === one.text.trim() ? [] : [[name, { ...one, base: sent }]];
    }),
  );
}

/** `row`: the record as it is now. */
export function useOwnFields(row: Row): OwnFields {
  const [typed, setTyped] = useState<Table<Typed>>({});
  const [sent, setSent] = useState<Table<string>>({});
  const dirty = Object.entries(typed).filter(([, { base, text }]) => text.trim() !== print(base));
  const without = (name: string) => Object.fromEntries(Object.entries(typed).filter(([one]) => one !== name));
  const rivalOf = (name: string): string | undefined => {
    const one = typed[name];
    const now = print(row[name]);
    if (one === undefined || [print(one.base), one.text.trim(), sent[name]].includes(now)) return undefined;
    return now;
  };
  return {
    dirty: dirty.length > 0,
    valueOf: (name) => typed[name]?.text ?? print(row[name]),
    rivalOf,
    type: (name, text) => setTyped((now) => ({ ...now, [name]: { base: now[name]?.base ?? scalar(row[name]), text } })),
    take: (name) => setTyped(without(name)),
    keep: (name) => {
      const one = typed[name];
      if (one) setTyped({ ...typed, [name]: { ...one, base: scalar(row[name]) } });
    },
    changes: () => {
      if (dirty.length === 0 || dirty.some(([name]) => rivalOf(name) !== undefined)) return undefined;
      return {
        values: Object.fromEntries(dirty.map(([name, { text }]) => [name, text.trim()])),
        base: Object.fromEntries(dirty.map(([name, { base }]) => [name, asStored(base, row[name])])),
      };
    },
    sending: (values) => setSent(values ?? {}),
    stored: (values) => {
      setTyped((now) => afterSave(now, values));
      setSent({});
    },
  };
}
