/** Drafts in this browser: what was typed and the server has not got yet. */
import type { KeptPatch } from '../../../common/protocol/draft';
import { createLocalStore, type LocalStore } from './localStore';

export interface LocalPatch extends KeptPatch {
  /** Fields whose base may not be known any more: it was forgotten. */
  readonly untold?: readonly string[];
}
export type LocalShelf = LocalStore<LocalPatch>;

/** Of one form's draft of a record; `form` empty: as it was before forms had marks. */
export const localKey = (person: number, entity: string, id: number, form: string): string =>
  [person, entity, id, ...(form === '' ? [] : [form])].join('/');
/** The form a key of this record stands for; undefined when it is of another record. */
export function formIn(key: string, person: number, entity: string, id: number): string | undefined {
  const record = localKey(person, entity, id, '');
  if (key === record) return '';
  return key.startsWith(`${record}/`) ? key.slice(record.length + 1) : undefined;
}
export const isOf = (key: string, person: number): boolean => key.startsWith(`${person}/`);
export const entityIn = (key: string): string => key.split('/')[1] ?? '';

/**
 * What a person wrote stays hers, also where she may not read any more what it was written over: that is forgotten, and so is
 * what was only kept beside it.
 */
export function ownWords(patch: LocalPatch, isForgotten: (field: string) => boolean): LocalPatch {
  const untold = new Set(patch.untold);
  const fields = Object.entries(patch.fields).flatMap(([field, one]) => {
    if (untold.has(field) || !isForgotten(field)) return [[field, one] as const];
    const isTyped = JSON.stringify(one.base) !== JSON.stringify(one.mine);
    if (!isTyped && one.written === undefined) return [];
    untold.add(field);
    return [[field, { ...one, base: null, ...(isTyped ? {} : { mine: null }) }] as const];
  });
  const isWhole = untold.size === 0 && fields.length === Object.keys(patch.fields).length;
  return isWhole ? patch : { ...patch, fields: Object.fromEntries(fields), untold: [...untold] };
}

const isPatch = (value: unknown): value is LocalPatch =>
  typeof value === 'object' && value !== null && 'fields' in value && 'at' in value && 'revision' in value;

export const createLocalShelf = (): LocalShelf => createLocalStore('atrium', 'drafts', isPatch);
