/** Who else is on the screen one is on, as the live channel last told it. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PersonHere, PresenceFrame, TabHere } from '../../../common/protocol/live';

export interface PresenceState {
  /** The entity whose screens these people are on. */
  readonly e: string | null;
  /** Our own tab. */
  readonly you: string | null;
  readonly people: Readonly<Record<string, PersonHere>>;
}
export interface PresenceHolder {
  readonly presence: PresenceState;
}
/** Somebody else, or oneself in other tabs. */
export interface Colleague {
  readonly p: string;
  readonly id: number;
  readonly name: string;
  readonly self: boolean;
  readonly tabs: readonly TabHere[];
}
export interface Here {
  readonly e: string | null;
  readonly screen: readonly Colleague[];
  readonly rows: ReadonlyMap<number, readonly Colleague[]>;
}

const initialState: PresenceState = { e: null, you: null, people: {} };

function told(state: PresenceState, frame: PresenceFrame): PresenceState {
  if ('all' in frame) {
    return { e: frame.e, you: frame.you, people: Object.fromEntries(frame.all.map((person) => [person.p, person])) };
  }
  // A change of a room we left, or of one we were not told whole yet.
  if (frame.e !== state.e) return state;
  const set = Object.fromEntries(frame.set.map((person) => [person.p, person]));
  const stay = Object.entries(state.people).filter(([p]) => !frame.gone.includes(p));
  return { ...state, people: { ...Object.fromEntries(stay), ...set } };
}

export const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    presenceTold: (state, { payload }: PayloadAction<PresenceFrame>) => told(state, payload),
    everybodyGone: () => initialState,
  },
});
export const { presenceTold, everybodyGone } = presenceSlice.actions;

const NOBODY: Here = { e: null, screen: [], rows: new Map() };

/** Everybody but our own tab; our other tabs are ourselves. */
function colleagueOf({ p, name, tabs }: PersonHere, you: string | null): Colleague | undefined {
  const others = tabs.filter((tab) => tab.s !== you);
  if (others.length === 0) return undefined;
  return { p, id: Number(p.slice(p.indexOf(':') + 1)), name, self: others.length < tabs.length, tabs: others };
}

/** The same people by the record they are at; each with the tabs that are there. */
function byRow(screen: readonly Colleague[]): Here['rows'] {
  const rows = new Map<number, Colleague[]>();
  for (const colleague of screen) {
    for (const id of new Set(colleague.tabs.map((tab) => tab.id))) {
      if (id === null) continue;
      const there = { ...colleague, tabs: colleague.tabs.filter((tab) => tab.id === id) };
      rows.set(id, [...(rows.get(id) ?? []), there]);
    }
  }
  return rows;
}

export const selectHere = createSelector([(state: PresenceHolder) => state.presence], ({ e, you, people }): Here => {
  if (e === null) return NOBODY;
  const screen = Object.values(people)
    .map((person) => colleagueOf(person, you))
    .filter((colleague) => colleague !== undefined)
    .sort((a, b) => Number(a.self) - Number(b.self) || a.name.localeCompare(b.name));
  return { e, screen, rows: byRow(screen) };
});

const NONE: readonly Colleague[] = [];
/** Who else has the record open. */
export const selectAtRow = (e: string, id: number | null) => (state: PresenceHolder) => {
  const here = selectHere(state);
  return (here.e === e && id !== null ? here.rows.get(id) : undefined) ?? NONE;
};
