/** Applies an update of an editor to a draft in memory. */
import { applyUpdate, mergeUpdates, type Doc } from 'yjs';
import { removeStraySuggestionMarks } from './suggestions/removeStraySuggestionMarks';

export interface AppliedUpdate {
  /** Exactly what the document took over, which is to be stored; undefined when it had everything. */
  readonly integrated: Uint8Array | undefined;
  /** False for an update that refers to unknown changes. An editor sends its changes in order, so it is not from one. */
  readonly isComplete: boolean;
}

/** Applies the update; parts that the document cannot integrate now are dropped. */
export function applyDraftUpdate(doc: Doc, update: Uint8Array): AppliedUpdate {
  const integrated: Uint8Array[] = [];
  const collect = (part: Uint8Array) => integrated.push(part);
  doc.on('update', collect);
  const isApplied = tryApply(doc, update);
  doc.off('update', collect);
  const { store } = doc;
  const isComplete = isApplied && store.pendingStructs === null && store.pendingDs === null;
  store.pendingStructs = null;
  store.pendingDs = null;
  return { integrated: integrated.length === 0 ? undefined : mergeUpdates(integrated), isComplete };
}
/** Applies the update of an editor in a draft with suggestions; it makes no text a suggestion. */
export function applyBesideSuggestions(doc: Doc, update: Uint8Array): AppliedUpdate {
  let applied: AppliedUpdate = { integrated: undefined, isComplete: false };
  const restored = removeStraySuggestionMarks(doc, () => (applied = applyDraftUpdate(doc, update)));
  const { integrated } = applied;
  if (restored === undefined) return applied;
  return { ...applied, integrated: integrated === undefined ? restored : mergeUpdates([integrated, restored]) };
}
function tryApply(doc: Doc, update: Uint8Array): boolean {
  try {
    applyUpdate(doc, update);
    return true;
  } catch {
    return false;
  }
}
