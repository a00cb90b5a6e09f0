/** Who else is on the screen one is on, as the live channel last told it. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PresentPerson as WirePerson, PresenceFrame, PresentTab } from '../../../common/protocol/liveEvents';

export interface PresenceState {
  /** The entity whose screens these people are on. */
  readonly e: string | null;
  /** Our own tab. */
  readonly you: string | null;
  readonly people: Readonly<Record<string, WirePerson>>;
}
export interface StateWithPresence {
  readonly presence: PresenceState;
}
/** Somebody else, or oneself in other tabs. */
export interface PresentPerson {
  readonly p: string;
  readonly id: number;
  readonly name: string;
  readonly isSelf: boolean;
  readonly tabs: readonly PresentTab[];
}
export interface PresentPeople {
  readonly e: string | null;
  readonly onScreen: readonly PresentPerson[];
  readonly byRow: ReadonlyMap<number, readonly PresentPerson[]>;
}

const initialState: PresenceState = { e: null, you: null, people: {} };

function applyPresenceFrame(state: PresenceState, frame: PresenceFrame): PresenceState {
  if ('all' in frame) {
    return { e: frame.e, you: frame.you, people: Object.fromEntries(frame.all.map((person) => [person.p, person])) };
  }
  // A change of a room we left, or of one we were not told whole yet.
  if (frame.e !== state.e) return state;
  const updated = Object.fromEntries(frame.set.map((person) => [person.p, person]));
  const remaining = Object.entries(state.people).filter(([p]) => !frame.gone.includes(p));
  return { ...state, people: { ...Object.fromEntries(remaining), ...updated } };
}

export const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    presenceTold: (state, { payload }: PayloadAction<PresenceFrame>) => applyPresenceFrame(state, payload),
    everybodyGone: () => initialState,
  },
});
export const { presenceTold: presenceReceived, everybodyGone: presenceCleared } = presenceSlice.actions;

const NO_PRESENCE: PresentPeople = { e: null, onScreen: [], byRow: new Map() };

/** Everybody but our own tab; our other tabs are ourselves. */
function toPresentPerson({ p, name, tabs }: WirePerson, you: string | null): PresentPerson | undefined {
  const others = tabs.filter((tab) => tab.s !== you);
  if (others.length === 0) return undefined;
  return { p, id: Number(p.slice(p.indexOf(':') + 1)), name, isSelf: others.length < tabs.length, tabs: others };
}

/** The same people by the record they are at; each with the tabs that are there. */
function groupByRow(screen: readonly PresentPerson[]): PresentPeople['byRow'] {
  const rows = new Map<number, PresentPerson[]>();
  for (const presentPerson of screen) {
    for (const id of new Set(presentPerson.tabs.map((tab) => tab.id))) {
      if (id === null) continue;
      const atRow = { ...presentPerson, tabs: presentPerson.tabs.filter((tab) => tab.id === id) };
      rows.set(id, [...(rows.get(id) ?? []), atRow]);
    }
  }
  return rows;
}

export const selectPresentPeople = createSelector(
  [(state: StateWithPresence) => state.presence],
  ({ e, you, people }): PresentPeople => {
    if (e === null) return NO_PRESENCE;
    const screen = Object.values(people)
      .map((person) => toPresentPerson(person, you))
      .filter((presentPerson) => presentPerson !== undefined)
      .sort((a, b) => Number(a.isSelf) - Number(b.isSelf) || a.name.localeCompare(b.name));
    return { e, onScreen: screen, byRow: groupByRow(screen) };
  },
);

const NO_PEOPLE: readonly PresentPerson[] = [];
/** Who else has the record open. */
export const selectPeopleAtRow = (e: string, id: number | null) => (state: StateWithPresence) => {
  const present = selectPresentPeople(state);
  return (present.e === e && id !== null ? present.byRow.get(id) : undefined) ?? NO_PEOPLE;
};
