/** Drafts in this browser: what was typed and the server has not got yet. */
import type { DraftPatch } from '../../../common/protocol/draft';
import { createIndexedDbTable, type IndexedDbTable } from './indexedDbTable';

export interface LocalDraft extends DraftPatch {
  /** Fields whose base may not be known any more: it was forgotten. */
  readonly untold?: readonly string[];
}
export type LocalDrafts = IndexedDbTable<LocalDraft>;

/** Of one form's draft of a record; `form` empty: as it was before forms had marks. */
export const localDraftKey = (userId: number, entity: string, id: number, form: string): string =>
  [userId, entity, id, ...(form === '' ? [] : [form])].join('/');
/** The form a key of this record stands for; undefined when it is of another record. */
export function formIdOfKey(key: string, userId: number, entity: string, id: number): string | undefined {
  const record = localDraftKey(userId, entity, id, '');
  if (key === record) return '';
  return key.startsWith(`${record}/`) ? key.slice(record.length + 1) : undefined;
}
export const isKeyOfUser = (key: string, userId: number): boolean => key.startsWith(`${userId}/`);
export const entityOfKey = (key: string): string => key.split('/')[1] ?? '';

/**
 * What a person wrote stays hers, also where she may not read any more what it was written over: that is forgotten, and so is
 * what was only kept beside it.
 */
export function redactBases(patch: LocalDraft, isForgotten: (field: string) => boolean): LocalDraft {
  const withoutBase = new Set(patch.untold);
  const fields = Object.entries(patch.fields).flatMap(([field, one]) => {
    if (withoutBase.has(field) || !isForgotten(field)) return [[field, one] as const];
    const isTyped = JSON.stringify(one.base) !== JSON.stringify(one.mine);
    if (!isTyped && one.written === undefined) return [];
    withoutBase.add(field);
    return [[field, { ...one, base: null, ...(isTyped ? {} : { mine: null }) }] as const];
  });
  const isUnchanged = withoutBase.size === 0 && fields.length === Object.keys(patch.fields).length;
  return isUnchanged ? patch : { ...patch, fields: Object.fromEntries(fields), untold: [...withoutBase] };
}

const isLocalDraft = (value: unknown): value is LocalDraft =>
  typeof value === 'object' && value !== null && 'fields' in value && 'at' in value && 'revision' in value;

export const createLocalDrafts = (): LocalDrafts => createIndexedDbTable('atrium', 'drafts', isLocalDraft);
