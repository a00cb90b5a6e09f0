/** A real client for tests: real store, real requests, its own storage, and a record of its navigations. */
import { locales } from '../../common/locales/index';
import { createClient, type Client, type ClientOptions } from '../shared/startup/createClient';
import { STORAGE_KEYS, type BrowserStorage } from '../shared/store/storage';
import type { SessionUser } from '../shared/store/session';
import type { Realm } from '../../common/realm';
import type { TabChannel } from '../shared/store/tabChannel';

export interface TestClient extends Client {
  readonly navigations: readonly string[];
  readonly logLines: readonly string[];
  readonly storage: BrowserStorage;
}

export function createMemoryStorage(): BrowserStorage {
  const storage = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };
  return { local: storage(), session: storage() };
}

export const createTestUser = (token = 'old', refreshToken = 'refresh-1'): SessionUser => ({
  id: 7,
  username: 'lin',
  nickname: 'Lin',
  avatar: '',
  lastlogintime: 0,
  super: true,
  token,
  refreshToken,
});

interface TestClientOptions extends Pick<ClientOptions, 'fetch' | 'api' | 'isHidden' | 'isOnline' | 'endReasonStore'> {
  readonly realm?: Realm;
  readonly origin?: string;
  /** The user who is signed in from the start. */
  readonly person?: SessionUser;
  readonly storage?: BrowserStorage;
  readonly path?: string;
  readonly query?: string;
  readonly languages?: readonly string[];
  /** The channel between duplicated tabs. */
  readonly channel?: TabChannel;
}
export function createTestClient(options: TestClientOptions = {}): TestClient {
  const { realm = 'admin', origin = 'http://127.0.0.1:9', person, storage = createMemoryStorage() } = options;
  const navigations: string[] = [];
  const logLines: string[] = [];
  if (person) storage.local.setItem(STORAGE_KEYS[realm], JSON.stringify(person));
  const client = createClient({
    ...(options.endReasonStore ? { endReasonStore: options.endReasonStore } : {}),
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.api ? { api: options.api } : {}),
    ...(options.isHidden ? { isHidden: options.isHidden } : {}),
    ...(options.isOnline ? { isOnline: options.isOnline } : {}),
    translations: locales,
    realm,
    origin,
    storage,
    languages: options.languages ?? ['en'],
    path: () => navigations.at(-1) ?? options.path ?? '/admin',
    query: () => new URLSearchParams(options.query),
    navigate: (path) => void navigations.push(path),
    log: (text) => void logLines.push(text),
    channel: options.channel ?? { post: () => undefined, subscribe: () => undefined },
  });
  return { ...client, navigations, logLines, storage };
}
