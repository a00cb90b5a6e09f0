/** A real client for tests: real store, real requests, its own storage, and a record of where it was sent. */
import { locales } from '../../common/locales/index';
import { createClient, type Client, type ClientParts } from '../shared/createStore';
import { KEYS, type Shelves } from '../shared/persist';
import type { Person, Realm } from '../shared/session';
import type { Wire } from '../shared/twins';

export interface TestClient extends Client {
  readonly went: readonly string[];
  readonly notes: readonly string[];
  readonly shelves: Shelves;
}

export function memoryShelves(): Shelves {
  const shelf = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    };
  };
  return { lasting: shelf(), fleeting: shelf() };
}

export const somebody = (token = 'old', refreshToken = 'refresh-1'): Person => ({
  id: 7,
  username: 'lin',
  nickname: 'Lin',
  avatar: '',
  lastlogintime: 0,
  super: true,
  token,
  refreshToken,
});

interface Wishes extends Pick<ClientParts, 'fetch' | 'api' | 'isHidden' | 'isOnline' | 'endingPlace'> {
  readonly realm?: Realm;
  readonly origin?: string;
  /** Signed in from the start. */
  readonly person?: Person;
  readonly shelves?: Shelves;
  readonly path?: string;
  readonly query?: string;
  readonly languages?: readonly string[];
  /** What duplicated tabs speak through. */
  readonly wire?: Wire;
}
export function createTestClient(wishes: Wishes = {}): TestClient {
  const { realm = 'admin', origin = 'http://127.0.0.1:9', person, shelves = memoryShelves() } = wishes;
  const went: string[] = [];
  const notes: string[] = [];
  if (person) shelves.lasting.setItem(KEYS[realm], JSON.stringify(person));
  const client = createClient({
    ...(wishes.endingPlace ? { endingPlace: wishes.endingPlace } : {}),
    ...(wishes.fetch ? { fetch: wishes.fetch } : {}),
    ...(wishes.api ? { api: wishes.api } : {}),
    ...(wishes.isHidden ? { isHidden: wishes.isHidden } : {}),
    ...(wishes.isOnline ? { isOnline: wishes.isOnline } : {}),
    words: locales,
    realm,
    origin,
    shelves,
    languages: wishes.languages ?? ['en'],
    path: () => went.at(-1) ?? wishes.path ?? '/admin',
    query: () => new URLSearchParams(wishes.query),
    go: (path) => void went.push(path),
    note: (text) => void notes.push(text),
    wire: wishes.wire ?? { post: () => undefined, listen: () => undefined },
  });
  return { ...client, went, notes, shelves };
}
