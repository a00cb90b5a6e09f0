/** Redux slice of presence: the people on the same screen, as the server last sent them. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PresentPerson as WirePerson, PresenceFrame, PresentTab } from '../../../common/protocol/liveEvents';

export interface PresenceState {
  /** The entity whose screens these people are on. */
  readonly e: string | null;
  /** Id of this tab. */
  readonly you: string | null;
  readonly people: Readonly<Record<string, WirePerson>>;
}
export interface StateWithPresence {
  readonly presence: PresenceState;
}
/** Another person, or the own person in other tabs. */
export interface PresentColleague {
  readonly p: string;
  readonly id: number;
  readonly name: string;
  readonly isSelf: boolean;
  readonly tabs: readonly PresentTab[];
}
export interface PresentPeople {
  readonly e: string | null;
  readonly onScreen: readonly PresentColleague[];
  readonly byRow: ReadonlyMap<number, readonly PresentColleague[]>;
}

const initialState: PresenceState = { e: null, you: null, people: {} };

function applyPresenceFrame(state: PresenceState, frame: PresenceFrame): PresenceState {
  if ('all' in frame) {
    return { e: frame.e, you: frame.you, people: Object.fromEntries(frame.all.map((person) => [person.p, person])) };
  }
  // A change of a presence room that this tab left, or whose complete state has not arrived yet.
  if (frame.e !== state.e) return state;
  const updated = Object.fromEntries(frame.set.map((person) => [person.p, person]));
  const remaining = Object.entries(state.people).filter(([p]) => !frame.gone.includes(p));
  return { ...state, people: { ...Object.fromEntries(remaining), ...updated } };
}

export const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    presenceReceived: (state, { payload }: PayloadAction<PresenceFrame>) => applyPresenceFrame(state, payload),
    presenceCleared: () => initialState,
  },
});
export const { presenceReceived, presenceCleared } = presenceSlice.actions;

const NO_PRESENCE: PresentPeople = { e: null, onScreen: [], byRow: new Map() };

/** The person without this tab; undefined if no other tab is left. */
function toPresentPerson({ p, name, tabs }: WirePerson, you: string | null): PresentColleague | undefined {
  const others = tabs.filter((tab) => tab.s !== you);
  if (others.length === 0) return undefined;
  return { p, id: Number(p.slice(p.indexOf(':') + 1)), name, isSelf: others.length < tabs.length, tabs: others };
}

/** The people by record, each with the tabs at that record. */
function groupByRow(screen: readonly PresentColleague[]): PresentPeople['byRow'] {
  const rows = new Map<number, PresentColleague[]>();
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

const NO_PEOPLE: readonly PresentColleague[] = [];
/** The people who have the record open. */
export const selectPeopleAtRow = (e: string, id: number | null) => (state: StateWithPresence) => {
  const present = selectPresentPeople(state);
  return (present.e === e && id !== null ? present.byRow.get(id) : undefined) ?? NO_PEOPLE;
};
