/** Offline queue: stores queued saves in IndexedDB, so that they survive a reload. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { asRecord } from '../../../common/json';
import { newDraft, type ConflictReview, type Draft, type PendingSave, type QueuedSave } from '../formState/draft';
import { createIndexedDbTable, type IndexedDbTable } from '../autosave/indexedDbTable';

/** A save as it is stored, where `risked` is the key of `mayHaveArrived`. */
type Persisted<S extends PendingSave> = Omit<S, 'mayHaveArrived'> & { readonly risked?: true };
/** Stored keys of a draft, by their names in the code. They stay, so that this release reads the saves of earlier ones. */
interface StoredKeys {
  /** `formId` */
  readonly mark?: string;
  /** `highlights` */
  readonly flashes?: Draft['highlights'];
  /** `resolutions` */
  readonly picks?: Draft['resolutions'];
  /** `viewedMerge` */
  readonly viewed?: Draft['viewedMerge'];
  /** `bare` is the key of `lacksDetails`. */
  readonly review?: { readonly merged: ConflictReview['merged']; readonly bare?: true } | null;
  /** `pendingSave` */
  readonly sent: Persisted<PendingSave> | null;
  /** `isLoaded` */
  readonly loaded: boolean;
  /** `removal` */
  readonly gone: Draft['removal'];
  readonly unanswered: Persisted<PendingSave> | null;
  readonly queued: Persisted<QueuedSave> | null;
}
type RenamedKey =
  | 'formId'
  | 'isLoaded'
  | 'highlights'
  | 'resolutions'
  | 'viewedMerge'
  | 'pendingSave'
  | 'removal'
  | 'unanswered'
  | 'queued'
  | 'review';
/** A draft as it is stored. A draft of an earlier release may lack newer keys. */
export type PersistedDraft = Omit<Draft, RenamedKey> & StoredKeys;
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

function toPersistedSave<S extends PendingSave>(save: S | null): Persisted<S> | null {
  if (save === null) return null;
  const { mayHaveArrived, ...others } = save;
  return { ...others, ...(mayHaveArrived && { risked: mayHaveArrived }) };
}
function fromPersistedSave<S extends PendingSave>(save: Persisted<S> | null | undefined): S | null {
  if (!save) return null;
  const { risked, ...others } = save;
  return { ...others, ...(risked && { mayHaveArrived: risked }) } as unknown as S; // the keys of a save but this one are stored as they are
}

const isSecretField = (entity: AnyEntity, field: string) => findColumn(entity, field)?.sensitivity === 'secret';
/** The part of a draft that may be stored in the browser; undefined when its save contains a secret. */
export function persistableDraft(entity: AnyEntity, draft: Draft): PersistedDraft | undefined {
  const {
    formId,
    highlights,
    resolutions,
    viewedMerge,
    review,
    pendingSave,
    isLoaded,
    removal,
    unanswered,
    queued,
    ...sameKeys
  } = draft;
  const { base, mine } = draft;
  const fields = Object.keys({ ...queued?.values, ...queued?.next?.values });
  if (queued === null || fields.some((field) => isSecretField(entity, field))) return undefined;
  const withoutSecrets = (row: Draft['mine']) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !isSecretField(entity, field)));
  return {
    ...sameKeys,
    mark: formId,
    flashes: highlights,
    picks: resolutions,
    viewed: viewedMerge,
    review: review && { merged: review.merged, ...(review.lacksDetails && { bare: true }) },
    loaded: isLoaded,
    gone: removal,
    sent: toPersistedSave(pendingSave),
    unanswered: toPersistedSave(unanswered),
    queued: toPersistedSave(queued),
    base: withoutSecrets(base),
    mine: withoutSecrets(mine),
  };
}
/** The draft of a persisted one. */
export function restoreDraft({ mark = '', flashes, picks, viewed, ...stored }: PersistedDraft): Draft {
  const { review = null, loaded, gone, sent, unanswered, queued, ...sameKeys } = stored;
  return {
    ...newDraft(stored.id, {}, mark),
    ...sameKeys,
    review: review && { merged: review.merged, ...(review.bare && { lacksDetails: true }) },
    ...(flashes && { highlights: flashes }),
    ...(picks && { resolutions: picks }),
    ...(viewed && { viewedMerge: viewed }),
    isLoaded: loaded,
    removal: gone,
    pendingSave: fromPersistedSave(sent),
    unanswered: fromPersistedSave(unanswered),
    queued: fromPersistedSave(queued),
  };
}
