/** When another user signs in, the page drops all data of the previous user. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestClient, createMemoryStorage, createTestUser, type TestClient } from '../../testing/testClient';
import { syncSessionAcrossTabs } from '../startup/createClient';
import { rowsReceived } from '../store/entities';
import { STORAGE_KEYS } from '../store/storage';
import { userUpdated, signedIn, type SessionUser } from '../store/session';
import { allTabsClosed, tabVisited } from '../store/tabs';

const FIRST_USER = createTestUser();
const SECOND_USER: SessionUser = { ...createTestUser('ben', 'refresh-ben'), id: 8, username: 'ben' };
const NEWS = { path: '/admin/news', search: '?q=typed' };

/** A client that follows the session changes of other tabs. */
function createFollowingClient(): TestClient {
  const client = createTestClient({ person: FIRST_USER });
  syncSessionAcrossTabs(client, { storage: client.storage, realm: 'admin' } as never); // it reads no other property
  return client;
}
const getCachedRows = ({ store }: TestClient) => {
  const { session, tabs, entities } = store.getState();
  return { id: session.admin?.person.id, tabs: tabs.open, rows: Object.keys(entities.rows) };
};

describe('another user in the same tab', () => {
  it('starts without rows, tabs, open confirmations and undo of the previous user, when another tab changed the session', async () => {
    const client = createFollowingClient();
    const { store, app, storage } = client;
    store.dispatch(tabVisited(NEWS));
    store.dispatch(rowsReceived({ e: 'news', rows: [{ id: 1, revision: 1 }] })); // the other fields have defaults
    app.toasts.show('success', 'Deleted', { label: 'Undo', run: () => undefined, undoes: true });
    app.toasts.show('info', 'Saved');
    app.stepUp.subscribe(() => undefined);
    app.balanceConfirmation.subscribe(() => undefined);
    const asked = Promise.all([
      app.stepUp.confirm(),
      app.balanceConfirmation.confirm({ holders: [], needsSecondPerson: false }),
    ]);
    expect(getCachedRows(client)).toEqual({ id: 7, tabs: [NEWS], rows: ['news'] });
    const stored = JSON.stringify(SECOND_USER);
    storage.local.setItem(STORAGE_KEYS.admin, stored);
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.admin }));
    expect(getCachedRows(client)).toEqual({ id: undefined, tabs: [], rows: [] });
    expect(await asked).toEqual([false, undefined]);
    expect(app.toasts.list().map(({ text }) => text)).toEqual(['Saved']);
    // The new session is not removed for all tabs.
    expect(storage.local.getItem(STORAGE_KEYS.admin)).toBe(stored);
    // The redirect to the sign-in does not name the address of the previous user.
    expect(client.navigations.at(-1)).toBe('/admin/login');
    // A second event meanwhile changes nothing: the cached responses are dropped before the new session is stored.
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.admin }));
    expect(getCachedRows(client).id).toBeUndefined();
    await sleep(5);
    expect(getCachedRows(client).id).toBe(8);
  });

  it('the new user is not updated by a late response about the previous user', () => {
    const { store } = createTestClient({ person: SECOND_USER });
    store.dispatch(userUpdated({ realm: 'admin', person: { id: FIRST_USER.id, nickname: 'Ann' } }));
    expect(store.getState().session.admin?.person).toEqual(SECOND_USER);
    store.dispatch(userUpdated({ realm: 'admin', person: { id: SECOND_USER.id, nickname: 'Benny' } }));
    expect(store.getState().session.admin?.person.nickname).toBe('Benny');
  });

  it('a member does not change the console’s stored tabs from the member center', () => {
    const storage = createMemoryStorage();
    createTestClient({ storage, person: FIRST_USER }).store.dispatch(tabVisited(NEWS));
    const stored = storage.local.getItem(STORAGE_KEYS.tabs);
    const member = createTestClient({ storage, realm: 'member' });
    member.store.dispatch(allTabsClosed());
    expect(stored).toContain('typed');
    expect(storage.local.getItem(STORAGE_KEYS.tabs)).toBe(stored);
  });

  it('a user switch is not assumed when another tab only refreshed the tokens of the same user', () => {
    const client = createFollowingClient();
    client.store.dispatch(tabVisited(NEWS));
    client.storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify(createTestUser('newer', 'refresh-2')));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.admin }));
    expect(getCachedRows(client)).toMatchObject({ id: 7, tabs: [NEWS] });
    expect(client.store.getState().session.admin?.person.token).toBe('newer');
  });

  it('the new user does not see the tabs the previous user left in this browser', () => {
    const storage = createMemoryStorage();
    const { store } = createTestClient({ storage });
    store.dispatch(signedIn({ realm: 'admin', person: FIRST_USER, isPersistent: false }));
    store.dispatch(tabVisited(NEWS));
    const getTabs = (person: SessionUser, keep: boolean) => {
      // The session of a tab ends with the browser; the local storage stays.
      const later = createTestClient({ storage: { ...createMemoryStorage(), local: storage.local } });
      later.store.dispatch(signedIn({ realm: 'admin', person, isPersistent: keep }));
      return later.store.getState().tabs.open;
    };
    expect(getTabs(FIRST_USER, false)).toEqual([NEWS]);
    expect(getTabs(SECOND_USER, false)).toEqual([]);
    store.dispatch(tabVisited({ path: '/admin/user', search: '' }));
    storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify(SECOND_USER));
    const localStore = { ...createMemoryStorage(), local: storage.local };
    expect(createTestClient({ storage: localStore }).store.getState().tabs.open).toEqual([]);
  });
});
