/** What lies in the browser's storage may have been written by anybody. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTestClient, memoryShelves, somebody } from '../testing/testClient';
import { KEYS } from './persist';
import { recallSession, signedIn, signedOut, tokensRenewed } from './session';
import { guessLang, recallSettings, settingsChanged } from './settings';

describe('remembered state', () => {
  it('is read as nothing when it is tampered with, and never breaks the start', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (written) => {
      const shelves = memoryShelves();
      for (const key of Object.values(KEYS)) shelves.lasting.setItem(key, written);
      const { session, settings } = createTestClient({ shelves }).store.getState();
      expect(session.admin === null || session.admin.person.id > 0).toBe(true);
      expect(['en', 'zh-cn']).toContain(settings.lang);
      expect(['light', 'dark', 'system']).toContain(settings.scheme);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('refuses a person without tokens, and never takes a super flag that is not a flag', () => {
    const shelves = memoryShelves();
    shelves.lasting.setItem(KEYS.admin, JSON.stringify({ ...somebody(), token: '' }));
    expect(recallSession(shelves, 'admin')).toBeNull();
    shelves.lasting.setItem(KEYS.admin, JSON.stringify({ ...somebody(), super: 'yes' }));
    expect(recallSession(shelves, 'admin')?.person.super).toBe(false);
  });

  it('survives storage that throws', () => {
    const broken = () => {
      throw new Error('blocked');
    };
    const shelf = { getItem: broken, setItem: broken, removeItem: broken };
    const { store } = createTestClient({ shelves: { lasting: shelf, fleeting: shelf } });
    store.dispatch(signedIn({ realm: 'admin', person: somebody(), keep: true }));
    expect(store.getState().session.admin?.person.username).toBe('lin');
  });

  it('keeps a session beyond the tab only when asked to', () => {
    const { store, shelves } = createTestClient();
    store.dispatch(signedIn({ realm: 'admin', person: somebody(), keep: false }));
    expect(shelves.lasting.getItem(KEYS.admin)).toBeNull();
    expect(shelves.fleeting.getItem(KEYS.admin)).toContain('refresh-1');
    store.dispatch(tokensRenewed({ realm: 'admin', token: 'new', refreshToken: 'refresh-2' }));
    expect(shelves.fleeting.getItem(KEYS.admin)).toContain('refresh-2');
    store.dispatch(signedOut({ realm: 'admin' }));
    expect(shelves.fleeting.getItem(KEYS.admin)).toBeNull();
  });

  it('removes only its own realm when a session ends', () => {
    const { store, shelves } = createTestClient();
    for (const realm of ['admin', 'user'] as const) store.dispatch(signedIn({ realm, person: somebody(), keep: true }));
    store.dispatch(settingsChanged({ scheme: 'dark' }));
    store.dispatch(signedOut({ realm: 'user' }));
    expect(shelves.lasting.getItem(KEYS.user)).toBeNull();
    expect(shelves.lasting.getItem(KEYS.admin)).not.toBeNull();
    expect(recallSettings(shelves, []).scheme).toBe('dark');
  });
});

describe('the language of a first visit', () => {
  it('is the best match of the browser, else the default', () => {
    expect(guessLang(['fr-FR', 'zh-TW', 'en'], 'en')).toBe('zh-cn');
    expect(guessLang(['en-US', 'zh-CN'], 'zh-cn')).toBe('en');
    expect(guessLang(['fr', 'enm'], 'zh-cn')).toBe('zh-cn');
  });
});
