/** People on a screen: one avatar per person over all tabs, and a card with everyone. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PresentPerson, PresentTab } from '../../../common/protocol/liveEvents';
import { presenceReceived, selectPresentPeople } from '../../shared/presence/presenceSlice';
import { settingsChanged } from '../../shared/store/settings';
import { useAppSelector } from '../../shared/app/createStore';
import { openScreen, thing, type Screen } from '../../testing/screenHarness';
import { PeopleStack } from './PeopleStack';

const NOON = 1_700_000_000;
const tab = (s: string, more: Partial<PresentTab> = {}): PresentTab => ({ s, id: null, f: null, since: NOON, ...more });
const person = (id: number, name: string, ...tabs: PresentTab[]): PresentPerson => ({ p: `admin:${id}`, name, tabs });

let rendered: Screen;
beforeEach(async () => {
  rendered = await openScreen(<People />, { respond: () => undefined });
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});
const receivePeople = (...all: PresentPerson[]) =>
  act(() => void rendered.client.store.dispatch(presenceReceived({ e: 'thing', you: 'here', all })));

function People() {
  return <PeopleStack people={useAppSelector(selectPresentPeople).onScreen} entity={thing} />;
}
const avatarCount = () => document.querySelectorAll('[data-person]').length;

it('PeopleStack: shows nobody to a single user in any tab', () => {
  receivePeople(person(1, 'Me', tab('here')));
  expect(screen.queryByRole('button')).toBeNull();
});

it('PeopleStack: shows one avatar per person, at most three, and a count of the others', () => {
  receivePeople(person(2, 'Ben', tab('a'), tab('b'), tab('c')));
  expect(avatarCount()).toBe(1);
  receivePeople(...[2, 3, 4, 5, 6].map((id) => person(id, `Admin ${id}`, tab(`t${id}`))));
  expect([avatarCount(), screen.getByText('+2')]).toEqual([3, expect.anything()]);
});

it('PeopleStack: shows activity, start time and idle state for each tab of a person', async () => {
  receivePeople(
    person(1, 'Me', tab('here'), tab('there', { id: 4 })),
    person(2, 'Ben', tab('a', { id: 4, f: 'title', fs: NOON + 60 }), tab('b', { idle: true })),
  );
  await userEvent.click(screen.getByRole('button', { name: /Ben.*You, in another tab/ }));
  const card = within(await screen.findByRole('dialog'));
  expect(card.getByText('Ben')).toBeInTheDocument();
  expect(card.getByText('2 tabs')).toBeInTheDocument();
  expect(card.getByText(/Editing: Title/)).toBeInTheDocument();
  expect(card.getByText(/away/i).parentElement).toHaveTextContent(/list/i);
  expect(card.getByText('You, in another tab')).toBeInTheDocument();
  act(() => void rendered.client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await card.findByText('您自己（另一标签页）')).toBeInTheDocument();
});

it('PeopleStack: removes a person who leaves', () => {
  receivePeople(person(2, 'Ben', tab('a')), person(3, 'Cy', tab('b')));
  act(() => void rendered.client.store.dispatch(presenceReceived({ e: 'thing', set: [], gone: ['admin:2'] })));
  expect(document.querySelector('[data-person="admin:2"]')).toBeNull();
  expect(avatarCount()).toBe(1);
});
