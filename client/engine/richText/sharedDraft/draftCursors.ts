/**
 * Selections of the people in a shared draft, in the form that the cursor plugin of Yjs reads (its `Awareness`). The server names the people;
 * the client sends nothing but its selection.
 */
import type { DraftPerson } from '../../../../common/protocol/sharedDraft';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { personColor } from '../../../ui/PersonAvatar';

interface CursorState {
  readonly user?: { readonly name: string; readonly color: string };
  readonly cursor?: unknown;
}
type Listener = () => void;

export interface DraftCursors {
  /** Everybody else in the draft. */
  readonly people: () => readonly DraftPerson[];
  readonly replacePeople: (people: readonly DraftPerson[]) => void;
  readonly setPerson: (person: DraftPerson) => void;
  readonly removePerson: (c: number) => void;
  /** The part that the cursor plugin uses. */
  readonly awareness: {
    readonly getStates: () => ReadonlyMap<number, CursorState>;
    readonly getLocalState: () => CursorState;
    readonly setLocalStateField: (field: string, value: unknown) => void;
    readonly on: (event: string, listener: Listener) => void;
    readonly off: (event: string, listener: Listener) => void;
  };
}

const getId = ({ p }: DraftPerson) => p.slice(p.indexOf(':') + 1);
function parseCursor(cursor: string | null): unknown {
  try {
    return cursor === null ? null : JSON.parse(cursor);
  } catch {
    return null;
  }
}
const toState = (person: DraftPerson): CursorState => ({
  user: { name: person.name, color: personColor(Number(getId(person)), PERSON_COLORS) },
  cursor: parseCursor(person.cursor),
});

/** `onOwnCursor` is called with the selection of this editor as JSON; null when it lost the focus. */
export function createDraftCursors(onOwnCursor: (cursor: string | null) => void): DraftCursors {
  const people = new Map<number, DraftPerson>();
  const states = new Map<number, CursorState>();
  const listeners = new Set<Listener>();
  let ownState: CursorState = {};
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const put = (person: DraftPerson) => {
    people.set(person.c, person);
    states.set(person.c, toState(person));
  };
  return {
    people: () => [...people.values()],
    replacePeople: (all) => {
      people.clear();
      states.clear();
      all.forEach(put);
      notify();
    },
    setPerson: (person) => {
      put(person);
      notify();
    },
    removePerson: (c) => {
      people.delete(c);
      if (states.delete(c)) notify();
    },
    awareness: {
      getStates: () => states,
      getLocalState: () => ownState,
      setLocalStateField: (field, value) => {
        ownState = { ...ownState, [field]: value };
        if (field === 'cursor') onOwnCursor(value === null ? null : JSON.stringify(value));
      },
      on: (_event, listener) => void listeners.add(listener),
      off: (_event, listener) => void listeners.delete(listener),
    },
  };
}
