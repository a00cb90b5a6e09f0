/** Redux slice of presence: the people on the same screen, as the server last sent them. Its selectors name the short keys of the wire. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type {
  PresentPerson as WirePerson,
  PresenceFrame,
  PresentTab as WireTab,
} from '../../../common/protocol/liveEvents';

export interface PresenceState {
  /** The entity whose screens these people are on. */
  readonly entityName: string | null;
  readonly ownTabId: string | null;
  readonly people: Readonly<Record<string, WirePerson>>;
}
export interface StateWithPresence {
  readonly presence: PresenceState;
}
/** One tab of a colleague on a screen or record. Times are unix milliseconds. */
export interface ColleagueTab extends Pick<WireTab, 'since' | 'idle'> {
  readonly tabId: string;
  /** Null on a list. */
  readonly rowId: number | null;
  /** The focused field; null when there is none or the reader may not read it. */
  readonly field: string | null;
  /** Time at which the field got the focus. */
  readonly focusedAt: number | undefined;
}
/** Another person, or the own person in other tabs. */
export interface PresentColleague {
  /** `admin:7`. */
  readonly principal: string;
  readonly id: number;
  readonly name: string;
  readonly isSelf: boolean;
  readonly tabs: readonly ColleagueTab[];
}
export interface PresentPeople {
  readonly entityName: string | null;
  readonly onScreen: readonly PresentColleague[];
  readonly byRow: ReadonlyMap<number, readonly PresentColleague[]>;
}

const initialState: PresenceState = { entityName: null, ownTabId: null, people: {} };

function applyPresenceFrame(state: PresenceState, frame: PresenceFrame): PresenceState {
  if ('all' in frame) {
    const people = Object.fromEntries(frame.all.map((person) => [person.p, person]));
    return { entityName: frame.e, ownTabId: frame.you, people };
  }
  // A change of a presence room that this tab left, or whose complete state has not arrived yet.
  if (frame.e !== state.entityName) return state;
  const updated = Object.fromEntries(frame.set.map((person) => [person.p, person]));
  const remaining = Object.entries(state.people).filter(([principal]) => !frame.gone.includes(principal));
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

const NO_PRESENCE: PresentPeople = { entityName: null, onScreen: [], byRow: new Map() };

const toColleagueTab = ({ s: tabId, id: rowId, f: field, fs: focusedAt, ...tab }: WireTab): ColleagueTab => ({
  ...tab,
  tabId,
  rowId,
  field,
  focusedAt,
});
/** The person without this tab; undefined if no other tab is left. */
function toColleague({ p: principal, name, tabs }: WirePerson, ownTabId: string | null): PresentColleague | undefined {
  const others = tabs.map(toColleagueTab).filter(({ tabId }) => tabId !== ownTabId);
  if (others.length === 0) return undefined;
  const id = Number(principal.slice(principal.indexOf(':') + 1));
  return { principal, id, name, isSelf: others.length < tabs.length, tabs: others };
}

/** The people by record, each with the tabs at that record. */
function groupByRow(screen: readonly PresentColleague[]): PresentPeople['byRow'] {
  const rows = new Map<number, PresentColleague[]>();
  for (const presentPerson of screen) {
    for (const id of new Set(presentPerson.tabs.map(({ rowId }) => rowId))) {
      if (id === null) continue;
      const atRow = { ...presentPerson, tabs: presentPerson.tabs.filter(({ rowId }) => rowId === id) };
      rows.set(id, [...(rows.get(id) ?? []), atRow]);
    }
  }
  return rows;
}

export const selectPresentPeople = createSelector(
  [(state: StateWithPresence) => state.presence],
  ({ entityName, ownTabId, people }): PresentPeople => {
    if (entityName === null) return NO_PRESENCE;
    const screen = Object.values(people)
      .map((person) => toColleague(person, ownTabId))
      .filter((presentPerson) => presentPerson !== undefined)
      .sort((a, b) => Number(a.isSelf) - Number(b.isSelf) || a.name.localeCompare(b.name));
    return { entityName, onScreen: screen, byRow: groupByRow(screen) };
  },
);

const NO_PEOPLE: readonly PresentColleague[] = [];
/** The people who have the record open. */
export const selectPeopleAtRow = (entityName: string, id: number | null) => (state: StateWithPresence) => {
  const present = selectPresentPeople(state);
  return (present.entityName === entityName && id !== null ? present.byRow.get(id) : undefined) ?? NO_PEOPLE;
};
