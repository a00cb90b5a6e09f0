/** Saves that wait for the connection, as this browser remembers them over a reload. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { asRecord } from '../../shared/persist';
import type { Draft } from '../draft';
import type { Waiting } from '../draftShelf';
import { createLocalStore, type LocalStore } from '../keeping/localStore';

export interface RememberedSave extends Waiting {
  /** Unix milliseconds. */
  readonly at: number;
}
export type QueueMemory = LocalStore<RememberedSave>;

const isWhole = (value: unknown): value is RememberedSave => {
  const save = asRecord(value);
  const draft = asRecord(save?.['draft']);
  const queued = asRecord(draft?.['queued']);
  return (
    typeof save?.['key'] === 'string' && typeof save['at'] === 'number' && asRecord(queued?.['body']) !== undefined
  );
};
export const createQueueMemory = (): QueueMemory => createLocalStore('atrium-queue', 'saves', isWhole);

export const memoryKey = (person: number, key: string): string => `${person}/${key.split('\n')[1] ?? ''}/${key}`;

const isSecret = (entity: AnyEntity, field: string) => columnNamed(entity, field)?.sensitivity === 'secret';
/** What of a draft may lie in the browser; undefined when its save carries a secret. */
export function rememberable(entity: AnyEntity, draft: Draft): Draft | undefined {
  const { queued, base, mine } = draft;
  const fields = Object.keys({ ...queued?.values, ...queued?.next?.values });
  if (queued === null || fields.some((field) => isSecret(entity, field))) return undefined;
  const open = (row: Draft['mine']) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !isSecret(entity, field)));
  return { ...draft, base: open(base), mine: open(mine) };
}
