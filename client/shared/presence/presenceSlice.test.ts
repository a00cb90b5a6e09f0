/** Presence frames: snapshots of a room, changes of it, and changes of a room the tab has left. */
import { describe, expect, it } from '@jest/globals';
import type { PresentPerson, PresenceFrame, PresentTab } from '../../../common/protocol/liveEvents';
import {
  presenceCleared,
  presenceSlice,
  presenceReceived,
  selectPeopleAtRow,
  selectPresentPeople,
  type PresenceState,
} from './presenceSlice';

const tab = (s: string, id: number | null = null): PresentTab => ({ s, id, since: 1, f: null });
const person = (p: string, name: string, ...tabs: readonly PresentTab[]): PresentPerson => ({ p, name, tabs });
const anna = person('admin:1', 'Anna', tab('a', 7));
const ben = person('admin:2', 'Ben', tab('b', 7), tab('b2'));
const reduceFrames = (...frames: readonly PresenceFrame[]): PresenceState =>
  frames.reduce(
    (state, frame) => presenceSlice.reducer(state, presenceReceived(frame)),
    presenceSlice.getInitialState(),
  );
const select = (state: PresenceState) => selectPresentPeople({ presence: state });
const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
const snapshot = (...all: readonly PresentPerson[]): PresenceFrame => ({ e: 'news', you: 'me', all });

describe('the people online', () => {
  it('people online are all people of the room but this tab, by name, with the own other tabs last', () => {
    const me = person('admin:9', 'Aaron', tab('me', 7), tab('other'));
    const state = reduceFrames(snapshot(me, ben, anna));
    expect(select(state).onScreen.map(({ name, isSelf, id }) => [name, isSelf, id])).toEqual([
      ['Anna', false, 1],
      ['Ben', false, 2],
      ['Aaron', true, 9],
    ]);
    expect(
      select(reduceFrames(snapshot(person('admin:9', 'Aaron', tab('me')), anna))).onScreen.map(({ name }) => name),
    ).toEqual(['Anna']);
  });

  it('include one person per record, with all tabs that show it', () => {
    const state = reduceFrames(snapshot(anna, person('admin:2', 'Ben', tab('b', 7), tab('b3', 7), tab('b2', 8))));
    const at = (id: number) => selectPeopleAtRow('news', id)({ presence: state });
    expect(at(7).map(({ name, tabs }) => [name, tabs.length])).toEqual([
      ['Anna', 1],
      ['Ben', 2],
    ]);
    expect(names(at(8))).toEqual(['Ben']);
    expect(at(8)[0]?.tabs).toEqual([{ tabId: 'b2', rowId: 8, since: 1, field: null }]);
    expect([
      at(9),
      selectPeopleAtRow('user', 7)({ presence: state }),
      selectPeopleAtRow('news', null)({ presence: state }),
    ]).toEqual([[], [], []]);
  });

  it('follow the changes of their room, and ignore those of a room that was left', () => {
    const moved = person('admin:1', 'Anna', tab('a', 8));
    const next = reduceFrames(snapshot(anna, ben), { e: 'news', set: [moved], gone: ['admin:2'] });
    expect(names(select(next).onScreen)).toEqual(['Anna']);
    expect(names(selectPeopleAtRow('news', 8)({ presence: next }))).toEqual(['Anna']);
    const other = reduceFrames(snapshot(anna), { e: 'user', set: [ben], gone: ['admin:1'] });
    expect(names(select(other).onScreen)).toEqual(['Anna']);
    expect(select(reduceFrames({ e: 'news', set: [anna], gone: [] })).onScreen).toEqual([]);
  });

  it('people online are replaced by the snapshot of another room, and empty after clearing', () => {
    const state = reduceFrames(snapshot(anna, ben), { e: 'user', you: 'me', all: [ben] });
    expect([select(state).entityName, names(select(state).onScreen)]).toEqual(['user', ['Ben']]);
    expect(select(presenceSlice.reducer(state, presenceCleared()))).toMatchObject({ entityName: null, onScreen: [] });
  });

  it('people online are the same object for the same state, so that nothing renders again', () => {
    const state = reduceFrames(snapshot(anna));
    expect(select(state)).toBe(select(state));
    expect(selectPeopleAtRow('news', 99)({ presence: state })).toBe(selectPeopleAtRow('news', 98)({ presence: state }));
  });
});
