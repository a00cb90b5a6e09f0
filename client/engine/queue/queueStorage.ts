/** Queued saves in IndexedDB, which survive a reload. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { asRecord } from '../../../common/json';
import { newDraft, type Draft } from '../formState/draft';
import { createIndexedDbTable, type IndexedDbTable } from '../autosave/indexedDbTable';

/** A draft as it is stored: the key of its form id is `mark`. A draft of an earlier release may lack newer keys. */
export type PersistedDraft = Omit<Draft, 'formId'> & { readonly mark?: string };
export interface PersistedSave {
  readonly key: string;
  readonly draft: PersistedDraft;
  /** Unix milliseconds. */
  readonly at: number;
}
export type QueueStorage = IndexedDbTable<PersistedSave>;

const isPersistedSave = (value: unknown): value is PersistedSave => {
  const save = asRecord(value);
  const draft = asRecord(save?.['draft']);
  const queued = asRecord(draft?.['queued']);
  return (
    typeof save?.['key'] === 'string' && typeof save['at'] === 'number' && asRecord(queued?.['body']) !== undefined
  );
};
export const createQueueStorage = (): QueueStorage => createIndexedDbTable('atrium-queue', 'saves', isPersistedSave);

export const storageKey = (userId: number, key: string): string => `${userId}/${key.split('\n')[1] ?? ''}/${key}`;

const isSecretField = (entity: AnyEntity, field: string) => findColumn(entity, field)?.sensitivity === 'secret';
/** The part of a draft that may be stored in the browser; undefined when its save contains a secret. */
export function persistableDraft(entity: AnyEntity, { formId, ...draft }: Draft): PersistedDraft | undefined {
  const { queued, base, mine } = draft;
  const fields = Object.keys({ ...queued?.values, ...queued?.next?.values });
  if (queued === null || fields.some((field) => isSecretField(entity, field))) return undefined;
  const withoutSecrets = (row: Draft['mine']) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !isSecretField(entity, field)));
  return { ...draft, mark: formId, base: withoutSecrets(base), mine: withoutSecrets(mine) };
}
/** The draft of a persisted one. */
export const restoreDraft = ({ mark = '', ...draft }: PersistedDraft): Draft => ({
  ...newDraft(draft.id, {}, mark),
  ...draft,
});
