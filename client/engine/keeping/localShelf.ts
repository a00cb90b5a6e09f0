/** Drafts in this browser: what was typed and the server has not got yet. */
import type { KeptPatch } from '../../../common/protocol/draft';
import { createLocalStore, type LocalStore } from './localStore';

export type LocalShelf = LocalStore<KeptPatch>;

export const localKey = (person: number, entity: string, id: number): string => `${person}/${entity}/${id}`;
export const isOf = (key: string, person: number): boolean => key.startsWith(`${person}/`);
export const entityIn = (key: string): string => key.split('/')[1] ?? '';

const isPatch = (value: unknown): value is KeptPatch =>
  typeof value === 'object' && value !== null && 'fields' in value && 'at' in value && 'revision' in value;

export const createLocalShelf = (): LocalShelf => createLocalStore('atrium', 'drafts', isPatch);
