/** Follows the names of fields when the definition of an entity changes: in open forms, and in what this browser stores. */
import { useState } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ListView } from '../../shared/store/listViews';
import type { Draft, DraftEvent, PendingSave, QueuedSave } from './draft';

/** Former name → current name. */
export type Renames = Readonly<Record<string, string>>;

const getFormerNames = ({ spec }: AnyEntity): readonly (readonly [former: string, name: string])[] =>
  Object.entries(spec.fields).flatMap(([name, { options }]) =>
    (options.formerNames ?? []).map((former) => [former, name] as const),
  );

/** The fields that have another name than in the definition before. A rollback gives them their former names again. */
export function renamesBetween(before: AnyEntity, after: AnyEntity): Renames {
  const [old, now] = [before.spec.fields, after.spec.fields];
  const isLost = (name: string) => Object.hasOwn(old, name) && !Object.hasOwn(now, name);
  const isAdded = (name: string) => Object.hasOwn(now, name) && !Object.hasOwn(old, name);
  const forward = getFormerNames(after).filter(([former]) => isLost(former));
  const renamedPairs = getFormerNames(before).flatMap(([former, name]) =>
    isLost(name) && isAdded(former) ? [[name, former] as const] : [],
  );
  return Object.fromEntries([...renamedPairs, ...forward]);
}

/** A table by field with the current names; a value under the current name is kept. The same object when nothing is renamed. */
export function renameKeys<T>(table: Readonly<Record<string, T>>, renames: Renames): Readonly<Record<string, T>> {
  const isRenamed = (key: string) => Object.hasOwn(renames, key);
  if (!Object.keys(table).some(isRenamed)) return table;
  return Object.fromEntries([
    ...Object.entries(table).flatMap(([key, value]) => (isRenamed(key) ? [[renames[key] ?? key, value] as const] : [])),
    ...Object.entries(table).filter(([key]) => !isRenamed(key)),
  ]);
}

const renamePending = <S extends PendingSave | QueuedSave>(save: S | null, renames: Renames): S | null =>
  save && { ...save, values: renameKeys(save.values, renames) };
/** A queued save that cannot have reached the server is sent with the current names. */
function renameQueued(queued: QueuedSave | null, renames: Renames): QueuedSave | null {
  const renamed = renamePending(queued, renames);
  if (renamed === null || renamed.mayHaveArrived) return renamed;
  const { _base: base, ...values } = renamed.body;
  const bases = typeof base === 'object' && base !== null ? { _base: renameKeys({ ...base }, renames) } : {};
  return { ...renamed, body: { ...renameKeys(values, renames), ...bases } };
}

/** The draft with the current names. */
export function renameDraftFields(draft: Draft, renames: Renames): Draft {
  if (Object.keys(renames).length === 0) return draft;
  const rename = <T>(table: Readonly<Record<string, T>>) => renameKeys(table, renames);
  const { focused } = draft;
  return {
    ...draft,
    base: rename(draft.base),
    mine: rename(draft.mine),
    conflicts: rename(draft.conflicts),
    waiting: rename(draft.waiting),
    highlights: rename(draft.highlights),
    stored: rename(draft.stored),
    faults: rename(draft.faults),
    resolutions: rename(draft.resolutions),
    focused: focused === null ? null : (renames[focused] ?? focused),
    pendingSave: renamePending(draft.pendingSave, renames),
    unanswered: renamePending(draft.unanswered, renames),
    queued: renameQueued(draft.queued, renames),
  };
}

/** Renames of a draft that was cached under an earlier definition. */
export const getRenames = (entity: AnyEntity): Renames =>
  Object.fromEntries(getFormerNames(entity).filter(([former]) => !Object.hasOwn(entity.spec.fields, former)));

/** The settings of a list with the present names of fields that were renamed since they were stored. */
export function renameListColumns(entity: AnyEntity, view: ListView): ListView {
  const renames = getRenames(entity);
  if (Object.keys(renames).length === 0) return view;
  const columns = view.columns && [...new Set(view.columns.map((name) => renames[name] ?? name))];
  return { ...view, columns, widths: renameKeys(view.widths, renames) };
}

const MAX_FORMER = 10;
/**
 * Moves what was typed to the new names as soon as the definition changes. Returns the definitions that the form had before,
 * newest first: they name the fields that are gone.
 */
export function useFollowDefinition(entity: AnyEntity, send: (event: DraftEvent) => void): readonly AnyEntity[] {
  const [{ current, former }, set] = useState({ current: entity, former: [] as readonly AnyEntity[] });
  if (current !== entity) {
    set({ current: entity, former: [current, ...former].slice(0, MAX_FORMER) });
    send({ type: 'fieldsRenamed', renames: renamesBetween(current, entity) });
  }
  return former;
}
