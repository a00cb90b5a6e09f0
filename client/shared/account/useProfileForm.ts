/**
 * The form state of the user's profile. Each edited field keeps the value that it replaces (`base`). If another user changes the field
 * meanwhile, the form shows a conflict at it; a save sends both values, so that the server detects later changes.
 */
import { useState } from 'react';
import type { Json } from '../../../common/entity/field';

type Row = Readonly<Record<string, unknown>>;
interface TypedField {
  readonly base: Json;
  readonly text: string;
}
type FieldMap<T> = Readonly<Record<string, T>>;
export interface Changes {
  readonly values: FieldMap<string>;
  readonly base: FieldMap<Json>;
}

const toScalar = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
const scalarText = (value: unknown): string => String(toScalar(value) ?? '');

/** A choice has a text value in the input and is stored as a number. */
const asStored = (base: Json, current: unknown): Json =>
  scalarText(base) === scalarText(current) ? toScalar(current) : base;

export interface ProfileForm {
  readonly valueOf: (name: string) => string;
  /** There are unsaved values. */
  readonly isDirty: boolean;
  /** The value that another session or admin stored meanwhile. */
  readonly findRemoteValue: (name: string) => string | undefined;
  readonly setText: (name: string, text: string) => void;
  readonly takeRemote: (name: string) => void;
  readonly keepOwn: (name: string) => void;
  /** The changes that a save would send; undefined without changes or with an open conflict. */
  readonly changes: () => Changes | undefined;
  /** A save is pending; null: it was refused. */
  readonly markSending: (values: FieldMap<string> | null) => void;
  /** Drops the saved values, but not what was typed meanwhile. */
  readonly markStored: (values: FieldMap<string>) => void;
}

function dropSaved(edits: FieldMap<TypedField>, values: FieldMap<string>): FieldMap<TypedField> {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([name, edit]): [string, TypedField][] => {
      const sending = values[name];
      if (sending === undefined) return [[name, edit]];
      return sending === edit.text.trim() ? [] : [[name, { ...edit, base: sending }]];
    }),
  );
}

/** `row`: the current record. */
export function useProfileForm(row: Row): ProfileForm {
  const [edits, setEdits] = useState<FieldMap<TypedField>>({});
  const [sending, setSending] = useState<FieldMap<string>>({});
  const dirtyFields = Object.entries(edits).filter(([, { base, text }]) => text.trim() !== scalarText(base));
  const withoutField = (name: string) => Object.fromEntries(Object.entries(edits).filter(([edit]) => edit !== name));
  const remoteValueOf = (name: string): string | undefined => {
    const edit = edits[name];
    const current = scalarText(row[name]);
    if (edit === undefined || [scalarText(edit.base), edit.text.trim(), sending[name]].includes(current))
      return undefined;
    return current;
  };
  return {
    isDirty: dirtyFields.length > 0,
    valueOf: (name) => edits[name]?.text ?? scalarText(row[name]),
    findRemoteValue: remoteValueOf,
    setText: (name, text) =>
      setEdits((current) => ({ ...current, [name]: { base: current[name]?.base ?? toScalar(row[name]), text } })),
    takeRemote: (name) => setEdits(withoutField(name)),
    keepOwn: (name) => {
      const edit = edits[name];
      if (edit) setEdits({ ...edits, [name]: { ...edit, base: toScalar(row[name]) } });
    },
    changes: () => {
      if (dirtyFields.length === 0 || dirtyFields.some(([name]) => remoteValueOf(name) !== undefined)) return undefined;
      return {
        values: Object.fromEntries(dirtyFields.map(([name, { text }]) => [name, text.trim()])),
        base: Object.fromEntries(dirtyFields.map(([name, { base }]) => [name, asStored(base, row[name])])),
      };
    },
    markSending: (values) => setSending(values ?? {}),
    markStored: (values) => {
      setEdits((current) => dropSaved(current, values));
      setSending({});
    },
  };
}
