/** What a page holds of one person is gone when another one signs in. */
import { describe, expect, it } from '@jest/globals';
import { createTestClient, memoryShelves, somebody, type TestClient } from '../testing/testClient';
import { followTabs } from './createStore';
import { rowsArrived } from './entities';
import { KEYS } from './persist';
import { personArrived, signedIn, type Person } from './session';
import { allClosed, tabVisited } from './tabs';

const ANN = somebody();
const BEN: Person = { ...somebody('ben', 'refresh-ben'), id: 8, username: 'ben' };
const NEWS = { path: '/admin/news', search: '?q=typed' };

/** A client that follows the other tabs of its browser. */
function following(): TestClient {
  const client = createTestClient({ person: ANN });
  followTabs(client, { shelves: client.shelves, realm: 'admin' } as never); // it reads nothing else of its parts
  return client;
}
const heldOf = ({ store }: TestClient) => {
  const { session, tabs, entities } = store.getState();
  return { id: session.admin?.person.id, tabs: tabs.open, rows: Object.keys(entities.rows) };
};

describe('another person in the same tab', () => {
  it('begins with no rows, tabs, questions or undo of the one before, when another tab exchanged the session', async () => {
    const client = following();
    const { store, app, shelves } = client;
    store.dispatch(tabVisited(NEWS));
    store.dispatch(rowsArrived({ e: 'news', rows: [{ id: 1, revision: 1 }] })); // the rest of an answer has defaults
    app.toasts.show('success', 'Deleted', { label: 'Undo', run: () => undefined, undoes: true });
    app.toasts.show('info', 'Saved');
    app.stepUp.subscribe(() => undefined);
    app.heldMoney.subscribe(() => undefined);
    const asked = Promise.all([app.stepUp.ask(), app.heldMoney.ask({ holders: [], second: false })]);
    expect(heldOf(client)).toEqual({ id: 7, tabs: [NEWS], rows: ['news'] });
    const stored = JSON.stringify(BEN);
    shelves.lasting.setItem(KEYS.admin, stored);
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.admin }));
    expect(heldOf(client)).toEqual({ id: undefined, tabs: [], rows: [] });
    expect(await asked).toEqual([false, undefined]);
    expect(app.toasts.list().map(({ text }) => text)).toEqual(['Saved']);
    // The session of the next person is not removed for all tabs.
    expect(shelves.lasting.getItem(KEYS.admin)).toBe(stored);
    // The next person begins at home, not at the address of the one before.
    expect(client.went.at(-1)).toBe('/admin/login');
    // A second event meanwhile changes nothing: the first person's cached answers go before the next session arrives.
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.admin }));
    expect(heldOf(client).id).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(heldOf(client).id).toBe(8);
  });

  it('keeps its own name when an answer about the one before comes late', () => {
    const { store } = createTestClient({ person: BEN });
    store.dispatch(personArrived({ realm: 'admin', person: { id: ANN.id, nickname: 'Ann' } }));
    expect(store.getState().session.admin?.person).toEqual(BEN);
    store.dispatch(personArrived({ realm: 'admin', person: { id: BEN.id, nickname: 'Benny' } }));
    expect(store.getState().session.admin?.person.nickname).toBe('Benny');
  });

  it('leaves the stored tabs of the console alone in the member centre', () => {
    const shelves = memoryShelves();
    createTestClient({ shelves, person: ANN }).store.dispatch(tabVisited(NEWS));
    const stored = shelves.lasting.getItem(KEYS.tabs);
    const member = createTestClient({ shelves, realm: 'user' });
    member.store.dispatch(allClosed());
    expect(stored).toContain('typed');
    expect(shelves.lasting.getItem(KEYS.tabs)).toBe(stored);
  });

  it('keeps everything when another tab only renewed the tokens of the same person', () => {
    const client = following();
    client.store.dispatch(tabVisited(NEWS));
    client.shelves.lasting.setItem(KEYS.admin, JSON.stringify(somebody('newer', 'refresh-2')));
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.admin }));
    expect(heldOf(client)).toMatchObject({ id: 7, tabs: [NEWS] });
    expect(client.store.getState().session.admin?.person.token).toBe('newer');
  });

  it('does not see the tabs that the one before left in this browser', () => {
    const shelves = memoryShelves();
    const { store } = createTestClient({ shelves });
    store.dispatch(signedIn({ realm: 'admin', person: ANN, keep: false }));
    store.dispatch(tabVisited(NEWS));
    const tabsOf = (person: Person, keep: boolean) => {
      // The session of a tab ends with the browser; what is kept beyond it stays.
      const later = createTestClient({ shelves: { ...memoryShelves(), lasting: shelves.lasting } });
      later.store.dispatch(signedIn({ realm: 'admin', person, keep }));
      return later.store.getState().tabs.open;
    };
    expect(tabsOf(ANN, false)).toEqual([NEWS]);
    expect(tabsOf(BEN, false)).toEqual([]);
    store.dispatch(tabVisited({ path: '/admin/user', search: '' }));
    shelves.lasting.setItem(KEYS.admin, JSON.stringify(BEN));
    const lasting = { ...memoryShelves(), lasting: shelves.lasting };
    expect(createTestClient({ shelves: lasting }).store.getState().tabs.open).toEqual([]);
  });
});
