/** Hostile values under every storage key: the client starts with its defaults, without more permissions or foreign addresses. */
import { describe, expect, it } from '@jest/globals';
import { createTestClient, createMemoryStorage, createTestUser } from '../../testing/testClient';
import { parseKnownDevices } from './knownDevices';
import { DEFAULT_LAYOUT } from './layout';
import { STORAGE_KEYS } from './storage';
import { loadSettings } from './settings';

const LONG = 'x'.repeat(100_000);
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** For any key: wrong shapes, wrong types and oversized values. */
const BAD_VALUES = [
  ...[
    '',
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1e999',
    'NaN',
    'undefined',
    '"x"',
    '[]',
    '[null]',
    '[[]]',
    '{',
    '}',
    '{}',
  ],
  ...['{"a":1}', '<script>alert(1)</script>', '\u0000', '\ufeff{}', '{"length":9}', '{"toString":null}', deep(500)],
  ...['{"__proto__":{"super":true,"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', `"${LONG}"`],
  JSON.stringify({ __proto__: null, admin: { super: true } }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]))),
];
const EVIL: readonly unknown[] = [null, true, 7, -1, 1.5, {}, [], ['x'], LONG, '', { toString: 'x' }, { length: 1 }];
const ADDRESSES = ['javascript:alert(1)', '//evil.example', 'https://evil.example/', 'data:text/html,x', '\\\\evil'];

/** A valid user in which one field is a hostile value: every field with every value. */
const persons = Object.keys(createTestUser()).flatMap((field) =>
  EVIL.map((value) => JSON.stringify({ ...createTestUser(), [field]: value })),
);
const settings = [
  ...['lang', 'scheme', 'density', 'layout', 'devices'].flatMap((field) => EVIL.map((value) => ({ [field]: value }))),
  ...ADDRESSES.flatMap((address) => [
    { lang: address },
    { scheme: address },
    { layout: { menuDefaultIcon: address, layoutMode: address, mainAnimation: address } },
    { layout: { menuBackground: [address, address], menuWidth: address } },
    { devices: { admin: [address], user: address } },
  ]),
].map((value) => JSON.stringify(value));
const OWNER = createTestUser();
const tabs = [
  ...EVIL.map((value) => ({ tabs: value })),
  ...EVIL.map((value) => ({ tabs: [value] })),
  ...EVIL.map((value) => ({ tabs: [{ path: value, search: '' }] })),
  ...ADDRESSES.map((path) => ({ tabs: [{ path, search: '' }] })),
  ...ADDRESSES.map((search) => ({ tabs: [{ path: '/admin/../..', search }] })),
].flatMap((value) => {
  const entry = { ...value, owner: OWNER.id };
  return [JSON.stringify(entry), JSON.stringify([null, entry])];
});

const starting = (key: string, written: string, signed: Parameters<typeof createTestClient>[0] = {}) => {
  const storage = createMemoryStorage();
  storage.local.setItem(key, written);
  storage.session.setItem(key, written);
  return createTestClient({ ...signed, storage }).store.getState();
};
const defaultState = createTestClient().store.getState();

describe('tampered storage', () => {
  // @spec P9-029 P9-030
  // @covers key admin, key member
  it.each([
    [STORAGE_KEYS.admin, 'admin'],
    [STORAGE_KEYS.member, 'member'],
  ] as const)('%s gives no session for an invalid user, and no super admin', (key, realm) => {
    const written = [...BAD_VALUES, ...persons];
    expect(written.length).toBeGreaterThanOrEqual(60);
    for (const entry of written) {
      const { session } = starting(key, entry);
      const person = session[realm]?.person;
      if (person === undefined) continue;
      expect(Number.isSafeInteger(person.id) && person.id > 0).toBe(true);
      for (const text of [person.username, person.nickname, person.avatar, person.token, person.refreshToken])
        expect([entry.slice(0, 60), typeof text, text.length <= 1_000]).toEqual([entry.slice(0, 60), 'string', true]);
      expect([person.super, typeof person.lastlogintime]).toEqual([entry.includes('"super":true'), 'number']);
    }
    for (const badValue of BAD_VALUES)
      expect([badValue.slice(0, 60), starting(key, badValue).session]).toEqual([
        badValue.slice(0, 60),
        defaultState.session,
      ]);
  });

  // @spec P9-031
  // @covers key config
  it(`${STORAGE_KEYS.config} gives the default settings`, () => {
    const written = [...BAD_VALUES, ...settings];
    expect(written.length).toBeGreaterThanOrEqual(60);
    for (const entry of written)
      expect([entry.slice(0, 80), starting(STORAGE_KEYS.config, entry).settings]).toEqual([
        entry.slice(0, 80),
        defaultState.settings,
      ]);
    expect(defaultState.settings.layout).toEqual(DEFAULT_LAYOUT);
  });

  // @spec P9-032
  // @covers key tabs
  it(`${STORAGE_KEYS.tabs} opens no tab`, () => {
    const written = [...BAD_VALUES, ...tabs];
    expect(written.length).toBeGreaterThanOrEqual(60);
    const none = { ...defaultState.tabs, owner: OWNER.id };
    for (const entry of written)
      expect([entry.slice(0, 80), starting(STORAGE_KEYS.tabs, entry, { person: OWNER }).tabs]).toEqual([
        entry.slice(0, 80),
        none,
      ]);
  });

  // @spec P9-033
  // @covers key terminal
  it(`${STORAGE_KEYS.terminal} changes no state while no terminal is open`, () => {
    for (const badValue of [...BAD_VALUES, '{"port":"8000;rm","packageManager":"pnpm && x"}'])
      expect(starting(STORAGE_KEYS.terminal, badValue)).toEqual(defaultState);
  });

  it('pollutes no prototype', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['super']).toBeUndefined();
  });

  it('the store keeps valid device tokens only, four at most', () => {
    const note = 'ba_ad_7.abcdefghijklmnop.mac';
    expect(parseKnownDevices({ admin: [note, 7, null, 'x', 'a b.c', `${note};x`, LONG], user: note })).toEqual({
      admin: [note],
      member: [],
    });
    const tokens = Array.from({ length: 9 }, (_, n) => `ba_ad_${n}.x.y`);
    expect(parseKnownDevices({ admin: tokens }).admin).toHaveLength(4);
  });

  it('the store keeps valid settings', () => {
    const storage = createMemoryStorage();
    storage.local.setItem(
      STORAGE_KEYS.config,
      JSON.stringify({ lang: 'zh-cn', scheme: 'dark', density: 'compact', x: 1 }),
    );
    expect(loadSettings(storage, ['en'])).toMatchObject({ lang: 'zh-cn', scheme: 'dark', density: 'compact' });
  });
});
