/** Who is here, as frames tell it: whole rooms, changes of them, and never a change of a room one has left. */
import { describe, expect, it } from '@jest/globals';
import type { PersonHere, PresenceFrame, TabHere } from '../../../common/protocol/live';
import { everybodyGone, presenceSlice, presenceTold, selectAtRow, selectHere, type PresenceState } from './slice';

const tab = (s: string, id: number | null = null): TabHere => ({ s, id, since: 1, f: null });
const person = (p: string, name: string, ...tabs: readonly TabHere[]): PersonHere => ({ p, name, tabs });
const anna = person('admin:1', 'Anna', tab('a', 7));
const ben = person('admin:2', 'Ben', tab('b', 7), tab('b2'));
const heard = (...frames: readonly PresenceFrame[]): PresenceState =>
  frames.reduce((state, frame) => presenceSlice.reducer(state, presenceTold(frame)), presenceSlice.getInitialState());
const here = (state: PresenceState) => selectHere({ presence: state });
const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
const room = (...all: readonly PersonHere[]): PresenceFrame => ({ e: 'news', you: 'me', all });

describe('who is here', () => {
  it('is everybody of the room but this very tab, by name, with oneself elsewhere last', () => {
    const me = person('admin:9', 'Aaron', tab('me', 7), tab('other'));
    const state = heard(room(me, ben, anna));
    expect(here(state).screen.map(({ name, self, id }) => [name, self, id])).toEqual([
      ['Anna', false, 1],
      ['Ben', false, 2],
      ['Aaron', true, 9],
    ]);
    expect(here(heard(room(person('admin:9', 'Aaron', tab('me')), anna))).screen.map(({ name }) => name)).toEqual([
      'Anna',
    ]);
  });

  it('is one person at a record however many tabs, with the tabs that are there', () => {
    const state = heard(room(anna, person('admin:2', 'Ben', tab('b', 7), tab('b3', 7), tab('b2', 8))));
    const at = (id: number) => selectAtRow('news', id)({ presence: state });
    expect(at(7).map(({ name, tabs }) => [name, tabs.length])).toEqual([
      ['Anna', 1],
      ['Ben', 2],
    ]);
    expect(names(at(8))).toEqual(['Ben']);
    expect([
      at(9),
      selectAtRow('user', 7)({ presence: state }),
      selectAtRow('news', null)({ presence: state }),
    ]).toEqual([[], [], []]);
  });

  it('follows changes of its room, and ignores those of a room that was left', () => {
    const moved = person('admin:1', 'Anna', tab('a', 8));
    const next = heard(room(anna, ben), { e: 'news', set: [moved], gone: ['admin:2'] });
    expect(names(here(next).screen)).toEqual(['Anna']);
    expect(names(selectAtRow('news', 8)({ presence: next }))).toEqual(['Anna']);
    const other = heard(room(anna), { e: 'user', set: [ben], gone: ['admin:1'] });
    expect(names(here(other).screen)).toEqual(['Anna']);
    expect(here(heard({ e: 'news', set: [anna], gone: [] })).screen).toEqual([]);
  });

  it('is nobody in another room until it is told, and nobody when everybody is gone', () => {
    const state = heard(room(anna, ben), { e: 'user', you: 'me', all: [ben] });
    expect([here(state).e, names(here(state).screen)]).toEqual(['user', ['Ben']]);
    expect(here(presenceSlice.reducer(state, everybodyGone()))).toMatchObject({ e: null, screen: [] });
  });

  it('is the same answer for the same state, so that nothing is drawn anew', () => {
    const state = heard(room(anna));
    expect(here(state)).toBe(here(state));
    expect(selectAtRow('news', 99)({ presence: state })).toBe(selectAtRow('news', 98)({ presence: state }));
  });
});
