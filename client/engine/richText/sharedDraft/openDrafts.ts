/** The shared drafts that this window has open, and whether the server has what was typed in them: a queued save waits for that. */
import type { SharedDraftTarget } from '../../../../common/protocol/sharedDraft';

/** `offline`: not connected. `unstored`: the server has not acknowledged every change. `stored`: it has. */
export type DraftState = 'offline' | 'unstored' | 'stored';
interface OpenDraft {
  readonly target: SharedDraftTarget;
  /** Undefined while the reader cannot write in it. */
  readonly getState: () => DraftState | undefined;
}
const openDrafts = new Set<OpenDraft>();

/** Returns a function that removes it. */
export function addOpenDraft(draft: OpenDraft): () => void {
  openDrafts.add(draft);
  return () => void openDrafts.delete(draft);
}

const ORDER: readonly DraftState[] = ['offline', 'unstored', 'stored'];
/** The state of the open drafts of some fields: that of the one which is furthest behind; undefined when none is open. */
export function findDraftState(e: string, id: number | null, fields: readonly string[]): DraftState | undefined {
  const states = [...openDrafts]
    .filter(({ target }) => target.e === e && target.id === id && fields.includes(target.f))
    .map(({ getState }) => getState());
  return ORDER.find((state) => states.includes(state));
}
