/** Drafts in this browser that the server does not have yet. */
import type { DraftPatch } from '../../../common/protocol/draft';
import { createIndexedDbTable, type IndexedDbTable } from './indexedDbTable';

export interface LocalDraft extends DraftPatch {
  /** Fields without a stored base value: it was dropped because the user may no longer read it. The stored name stays. */
  readonly untold?: readonly string[];
}
export type LocalDrafts = IndexedDbTable<LocalDraft>;

/** Key of one form's draft of a record; `form` empty: the format before drafts had form ids. */
export const localDraftKey = (userId: number, entity: string, id: number, form: string): string =>
  [userId, entity, id, ...(form === '' ? [] : [form])].join('/');
/** The form id of a key of this record; undefined for another record. */
export function parseKeyFormId(key: string, userId: number, entity: string, id: number): string | undefined {
  const record = localDraftKey(userId, entity, id, '');
  if (key === record) return '';
  return key.startsWith(`${record}/`) ? key.slice(record.length + 1) : undefined;
}
export const isUserKey = (key: string, userId: number): boolean => key.startsWith(`${userId}/`);
export const parseKeyEntity = (key: string): string => key.split('/')[1] ?? '';

/** Keeps typed text, drops base values that may no longer be read, and drops fields stored only beside a typed one. */
export function redactBases(patch: LocalDraft, isForgotten: (field: string) => boolean): LocalDraft {
  const fieldsWithoutBase = new Set(patch.untold);
  const fields = Object.entries(patch.fields).flatMap(([field, fieldPatch]) => {
    if (fieldsWithoutBase.has(field) || !isForgotten(field)) return [[field, fieldPatch] as const];
    const isTyped = JSON.stringify(fieldPatch.base) !== JSON.stringify(fieldPatch.mine);
    if (!isTyped && fieldPatch.written === undefined) return [];
    fieldsWithoutBase.add(field);
    return [[field, { ...fieldPatch, base: null, ...(isTyped ? {} : { mine: null }) }] as const];
  });
  const isUnchanged = fieldsWithoutBase.size === 0 && fields.length === Object.keys(patch.fields).length;
  return isUnchanged ? patch : { ...patch, fields: Object.fromEntries(fields), untold: [...fieldsWithoutBase] };
}

const isLocalDraft = (value: unknown): value is LocalDraft =>
  typeof value === 'object' && value !== null && 'fields' in value && 'at' in value && 'revision' in value;

export const createLocalDrafts = (): LocalDrafts => createIndexedDbTable('atrium', 'drafts', isLocalDraft);
