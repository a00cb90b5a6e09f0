/** A real client for tests: real store, real requests, its own storage, and a record of its navigations. */
import { locales } from '../../common/locales/index';
import { createClient, type Client, type ClientOptions } from '../shared/startup/createClient';
import { STORAGE_KEYS, type BrowserStorage } from '../shared/store/storage';
import type { SessionUser } from '../shared/store/session';
import type { Realm } from '../../common/realm';
import type { TabChannel } from '../shared/store/tabChannel';

export interface TestClient extends Client {
  readonly went: readonly string[];
  readonly notes: readonly string[];
  readonly shelves: BrowserStorage;
}

export function memoryShelves(): BrowserStorage {
  const shelf = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    };
  };
  return { local: shelf(), session: shelf() };
}

export const somebody = (token = 'old', refreshToken = 'refresh-1'): SessionUser => ({
  id: 7,
  username: 'lin',
  nickname: 'Lin',
  avatar: '',
  lastlogintime: 0,
  super: true,
  token,
  refreshToken,
});

interface Wishes extends Pick<ClientOptions, 'fetch' | 'api' | 'isHidden' | 'isOnline' | 'endReasonStore'> {
  readonly realm?: Realm;
  readonly origin?: string;
  /** The user who is signed in from the start. */
  readonly person?: SessionUser;
  readonly shelves?: BrowserStorage;
  readonly path?: string;
  readonly query?: string;
  readonly languages?: readonly string[];
  /** The channel between duplicated tabs. */
  readonly wire?: TabChannel;
}
export function createTestClient(wishes: Wishes = {}): TestClient {
  const { realm = 'admin', origin = 'http://127.0.0.1:9', person, shelves = memoryShelves() } = wishes;
  const went: string[] = [];
  const notes: string[] = [];
  if (person) shelves.local.setItem(STORAGE_KEYS[realm], JSON.stringify(person));
  const client = createClient({
    ...(wishes.endReasonStore ? { endReasonStore: wishes.endReasonStore } : {}),
    ...(wishes.fetch ? { fetch: wishes.fetch } : {}),
    ...(wishes.api ? { api: wishes.api } : {}),
    ...(wishes.isHidden ? { isHidden: wishes.isHidden } : {}),
    ...(wishes.isOnline ? { isOnline: wishes.isOnline } : {}),
    translations: locales,
    realm,
    origin,
    storage: shelves,
    languages: wishes.languages ?? ['en'],
    path: () => went.at(-1) ?? wishes.path ?? '/admin',
    query: () => new URLSearchParams(wishes.query),
    navigate: (path) => void went.push(path),
    log: (text) => void notes.push(text),
    channel: wishes.wire ?? { post: () => undefined, subscribe: () => undefined },
  });
  return { ...client, went, notes, shelves };
}
