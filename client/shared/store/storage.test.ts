/** The browser’s storage may contain any value. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTestClient, createMemoryStorage, createTestUser } from '../../testing/testClient';
import { STORAGE_KEYS } from './storage';
import { loadSession, signedIn, signedOut, tokensRefreshed } from './session';
import { detectLang, deviceRemembered, loadSettings, settingsChanged } from './settings';

describe('stored state', () => {
  it('the stored state is ignored when it is malformed, and never breaks the start', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      const storage = createMemoryStorage();
      for (const key of Object.values(STORAGE_KEYS)) storage.local.setItem(key, stored);
      const { session, settings } = createTestClient({ storage }).store.getState();
      expect(session.admin === null || session.admin.person.id > 0).toBe(true);
      expect(['en', 'zh-cn']).toContain(settings.lang);
      expect(['light', 'dark', 'system']).toContain(settings.scheme);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('refuses a user without tokens, and reads a super flag that is not boolean as false', () => {
    const storage = createMemoryStorage();
    storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify({ ...createTestUser(), token: '' }));
    expect(loadSession(storage, 'admin')).toBeNull();
    storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify({ ...createTestUser(), super: 'yes' }));
    expect(loadSession(storage, 'admin')?.person.super).toBe(false);
  });

  it('the browser’s storage is not required: the store works with a storage that throws', () => {
    const broken = () => {
      throw new Error('blocked');
    };
    const brokenStorage = { getItem: broken, setItem: broken, removeItem: broken };
    const { store } = createTestClient({ storage: { local: brokenStorage, session: brokenStorage } });
    store.dispatch(signedIn({ realm: 'admin', person: createTestUser(), isPersistent: true }));
    expect(store.getState().session.admin?.person.username).toBe('lin');
  });

  it('sign-in keeps a session beyond the tab only on request', () => {
    const { store, storage } = createTestClient();
    store.dispatch(signedIn({ realm: 'admin', person: createTestUser(), isPersistent: false }));
    expect(storage.local.getItem(STORAGE_KEYS.admin)).toBeNull();
    expect(storage.session.getItem(STORAGE_KEYS.admin)).toContain('refresh-1');
    store.dispatch(tokensRefreshed({ realm: 'admin', token: 'new', refreshToken: 'refresh-2' }));
    expect(storage.session.getItem(STORAGE_KEYS.admin)).toContain('refresh-2');
    store.dispatch(signedOut({ realm: 'admin' }));
    expect(storage.session.getItem(STORAGE_KEYS.admin)).toBeNull();
  });

  // @spec P6-001
  it('the stored state keeps the other realm when a session ends', () => {
    const { store, storage } = createTestClient();
    for (const realm of ['admin', 'member'] as const)
      store.dispatch(signedIn({ realm, person: createTestUser(), isPersistent: true }));
    store.dispatch(settingsChanged({ scheme: 'dark' }));
    store.dispatch(signedOut({ realm: 'member' }));
    expect(storage.local.getItem(STORAGE_KEYS.member)).toBeNull();
    expect(storage.local.getItem(STORAGE_KEYS.admin)).not.toBeNull();
    expect(loadSettings(storage, []).scheme).toBe('dark');
  });
});

describe('saveSettings', () => {
  it('stores the device tokens of members under `user` and reads them back', () => {
    const { store, storage } = createTestClient();
    store.dispatch(deviceRemembered({ realm: 'admin', note: 'a1.staff' }));
    store.dispatch(deviceRemembered({ realm: 'member', note: 'u7.note' }));
    const stored = JSON.parse(storage.local.getItem('storeConfig') ?? '{}') as { readonly devices?: unknown };
    expect(stored.devices).toEqual({ admin: ['a1.staff'], user: ['u7.note'] });
    expect(loadSettings(storage, []).devices).toEqual({ admin: ['a1.staff'], member: ['u7.note'] });
  });
});

describe('detectLang', () => {
  // @spec P9-012
  it('returns the best match of the browser, else the default', () => {
    expect(detectLang(['fr-FR', 'zh-TW', 'en'], 'en')).toBe('zh-cn');
    expect(detectLang(['en-US', 'zh-CN'], 'zh-cn')).toBe('en');
    expect(detectLang(['fr', 'enm'], 'zh-cn')).toBe('zh-cn');
  });
});
