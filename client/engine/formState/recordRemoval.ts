/**
 * A record that is no longer visible to its editor: stored values are dropped, typed text stays; both are
 * merged when the record becomes visible again.
 */
import type { WireRow } from '../../../common/entity/projectRow';
import {
  omitKeys,
  isDirty,
  currentValue,
  type RemoteVersion,
  type RecordRemoval,
  type Draft,
  type FormShape,
} from './draft';
import { forgetSides } from './resolutions';

/** Whether the user is known to have lost access to the record. */
export const isInaccessible = ({ removal }: Pick<Draft, 'removal'>): boolean =>
  removal?.why === 'left' || removal?.why === 'missing';

/** A more certain reason replaces a less certain one, never the reverse. */
const CERTAINTY_RANK: Readonly<Record<RecordRemoval['why'], number>> = { missing: 0, left: 1, deleted: 2, purged: 3 };
const pickMoreCertain = (known: RecordRemoval | null, reported: RecordRemoval): RecordRemoval =>
  known !== null && CERTAINTY_RANK[known.why] > CERTAINTY_RANK[reported.why] ? known : reported;

export function markRecordRemoved(formShape: FormShape, draft: Draft, reported: RecordRemoval): Draft {
  const removal = pickMoreCertain(draft.removal, reported);
  const goneDraft: Draft = { ...draft, removal, pendingSave: null, queued: null, review: null };
  if (!isInaccessible(goneDraft)) return goneDraft;
  const dirtyNames = Object.keys(draft.mine).filter((field) => isDirty(formShape, draft, field));
  const edits: WireRow = Object.fromEntries(dirtyNames.map((field) => [field, currentValue(draft, field)]));
  const resolutions = forgetSides(draft.resolutions, () => true);
  return {
    ...goneDraft,
    mine: edits,
    resolutions,
    base: {},
    conflicts: {},
    waiting: {},
    highlights: {},
    viewedMerge: null,
    faults: {},
  };
}

/** Merges a record that is visible again: edits with an unknown base value become conflicts, unless the revision is the same. */
export function markRecordBack(
  formShape: FormShape,
  draft: Draft,
  { row, by, at }: RemoteVersion,
  revision: number,
): Draft {
  const restored: Draft = { ...draft, base: row, removal: null, revision };
  if (revision === draft.revision) return restored;
  const conflictingFields = Object.keys(draft.mine).filter(
    (field) => row[field] !== undefined && isDirty(formShape, restored, field),
  );
  const remoteChanges = conflictingFields.map(
    (field) => [field, { base: null, theirs: row[field] ?? null, by, at }] as const,
  );
  const known = Object.entries(row).filter(([field]) => !conflictingFields.includes(field));
  return { ...restored, base: Object.fromEntries(known), conflicts: Object.fromEntries(remoteChanges) };
}

/** After a permission change, for a form that is not mounted. `readable` undefined: the record is no longer visible. */
export function applyPermissions(formShape: FormShape, draft: Draft, readable: ReadonlySet<string> | undefined): Draft {
  if (draft.id === null || isInaccessible(draft)) return draft;
  return readable === undefined
    ? markRecordRemoved(formShape, draft, { why: 'left', by: null })
    : redactUnreadable(draft, readable);
}

/** Drops stored values the user may no longer read; typed text stays. */
export function redactUnreadable(draft: Draft, readable: ReadonlySet<string>): Draft {
  const unreadableFields = [draft.base, draft.conflicts, draft.waiting, draft.highlights]
    .flatMap((table) => Object.keys(table))
    .filter((field) => !readable.has(field));
  if (unreadableFields.length === 0 || draft.id === null) return draft;
  return {
    ...draft,
    base: omitKeys(draft.base, ...unreadableFields),
    resolutions: forgetSides(draft.resolutions, (field) => unreadableFields.includes(field)),
    conflicts: omitKeys(draft.conflicts, ...unreadableFields),
    waiting: omitKeys(draft.waiting, ...unreadableFields),
    highlights: omitKeys(draft.highlights, ...unreadableFields),
  };
}
