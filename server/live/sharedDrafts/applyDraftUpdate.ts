/** Applies an update of an editor to a draft in memory. */
import { applyUpdate, getState, mergeUpdates, type Doc } from 'yjs';
import { printSuggestion, type DraftSuggestion } from '../../../common/text/richText/draftSuggestion';
import type { LostText } from './moves/lostText';
import { watchUpdate, withoutLostDeletions, type Watch } from './moves/watchUpdate';
import type { FormerSuggestions } from './suggestions/formerSuggestions';
import { applyMarked } from './suggestions/applyMarked';
import { removeStraySuggestionMarks } from './suggestions/removeStraySuggestionMarks';

export interface AppliedUpdate {
  /** Exactly what the document took over, which is to be stored; undefined when it had everything. */
  readonly integrated: Uint8Array | undefined;
  /** False for an update that refers to unknown changes. An editor sends its changes in order, so it is not from one. */
  readonly isComplete: boolean;
  /** Text at a place that another change took away. */
  readonly lost: readonly LostText[];
}

/** Applies the update, by `apply`; parts that the document cannot integrate now are dropped. */
export function applyDraftUpdate(
  doc: Doc,
  update: Uint8Array,
  watch: Watch,
  apply: () => unknown = () => applyUpdate(doc, update),
): AppliedUpdate {
  const parts: Uint8Array[] = [];
  const collect = (part: Uint8Array) => parts.push(part);
  doc.on('update', collect);
  const { result: isApplied, lost } = watchUpdate(doc, update, watch, () => tryApply(apply));
  doc.off('update', collect);
  const { store } = doc;
  const isComplete = isApplied && store.pendingStructs === null && store.pendingDs === null;
  store.pendingStructs = null;
  store.pendingDs = null;
  const integrated = parts.length === 0 ? undefined : withoutLostDeletions(mergeUpdates(parts), update, lost);
  return { integrated, isComplete, lost };
}
/**
 * Applies the update of a suggester: all of its text is suggested, also where another change took the mark away. `suggestion` is that of text for
 * which nothing says which one it was.
 */
export function applySuggestion(
  doc: Doc,
  update: Uint8Array,
  watch: Watch,
  suggestion: DraftSuggestion,
): AppliedUpdate {
  const clients = [...doc.store.clients.keys()];
  const known = new Map(clients.map((client) => [client, getState(doc.store, client)]));
  const applied = applyDraftUpdate(doc, update, watch, () => applyMarked(doc, update, suggestion));
  const suggested = printSuggestion(suggestion);
  const lost = applied.lost.map((text) => {
    const { client, clock } = text.characters;
    return clock < (known.get(client) ?? 0) ? text : { ...text, suggested };
  });
  return { ...applied, lost };
}
/** Applies the update of an editor in a draft with suggestions; it makes no text a suggestion, except by undo of a decision. */
export function applyBesideSuggestions(
  doc: Doc,
  update: Uint8Array,
  watch: Watch,
  former: FormerSuggestions,
): AppliedUpdate {
  let applied: AppliedUpdate = { integrated: undefined, isComplete: false, lost: [] };
  const restored = removeStraySuggestionMarks(
    doc,
    former,
    watch.moved,
    () => (applied = applyDraftUpdate(doc, update, watch)),
  );
  const { integrated } = applied;
  if (restored === undefined) return applied;
  return { ...applied, integrated: integrated === undefined ? restored : mergeUpdates([integrated, restored]) };
}
function tryApply(apply: () => unknown): boolean {
  try {
    apply();
    return true;
  } catch {
    return false;
  }
}
