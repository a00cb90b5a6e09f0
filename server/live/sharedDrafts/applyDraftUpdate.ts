/** Applies an update of an editor to a draft in memory. */
import { applyUpdate, mergeUpdates, type Doc } from 'yjs';
import type { LostText } from './moves/lostText';
import { watchUpdate, withoutLostDeletions, type Watch } from './moves/watchUpdate';
import type { FormerSuggestions } from './suggestions/formerSuggestions';
import { removeStraySuggestionMarks } from './suggestions/removeStraySuggestionMarks';

export interface AppliedUpdate {
  /** Exactly what the document took over, which is to be stored; undefined when it had everything. */
  readonly integrated: Uint8Array | undefined;
  /** False for an update that refers to unknown changes. An editor sends its changes in order, so it is not from one. */
  readonly isComplete: boolean;
  /** Text at a place that another change took away. */
  readonly lost: readonly LostText[];
}

/** Applies the update; parts that the document cannot integrate now are dropped. */
export function applyDraftUpdate(doc: Doc, update: Uint8Array, watch: Watch): AppliedUpdate {
  const parts: Uint8Array[] = [];
  const collect = (part: Uint8Array) => parts.push(part);
  doc.on('update', collect);
  const { result: isApplied, lost } = watchUpdate(doc, update, watch, () => tryApply(doc, update));
  doc.off('update', collect);
  const { store } = doc;
  const isComplete = isApplied && store.pendingStructs === null && store.pendingDs === null;
  store.pendingStructs = null;
  store.pendingDs = null;
  const integrated = parts.length === 0 ? undefined : withoutLostDeletions(mergeUpdates(parts), update, lost);
  return { integrated, isComplete, lost };
}
/** Applies the update of an editor in a draft with suggestions; it makes no text a suggestion, except by undo of a decision. */
export function applyBesideSuggestions(
  doc: Doc,
  update: Uint8Array,
  watch: Watch,
  former: FormerSuggestions,
): AppliedUpdate {
  let applied: AppliedUpdate = { integrated: undefined, isComplete: false, lost: [] };
  const restored = removeStraySuggestionMarks(doc, former, () => (applied = applyDraftUpdate(doc, update, watch)));
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
