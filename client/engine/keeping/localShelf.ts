/** Drafts in this browser: what was typed and the server has not got yet. */
import type { KeptPatch } from '../../../common/protocol/draft';
import { createLocalStore, type LocalStore } from './localStore';

export type LocalShelf = LocalStore<KeptPatch>;

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

const isPatch = (value: unknown): value is KeptPatch =>
  typeof value === 'object' && value !== null && 'fields' in value && 'at' in value && 'revision' in value;

export const createLocalShelf = (): LocalShelf => createLocalStore('atrium', 'drafts', isPatch);
