/** Who is signed in: one session of staff and one of a member may stand side by side (specification, point 6). */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { asRecord, asText, asWhole, KEYS, recall, remember, type Shelves } from './persist';

export type Realm = 'admin' | 'user';
export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}
/** What only a member's client state carries. */
export interface MemberFacts {
  readonly email: string;
  readonly mobile: string;
  /** 1 male, 2 female, 0 secrecy. */
  readonly gender: number;
  readonly birthday: string;
  /** Decimal text, as in `12.34`. */
  readonly money: string;
  readonly score: number;
  readonly lastloginip: string;
  /** Unix seconds. */
  readonly jointime: number;
  readonly motto: string;
}
/** What the client knows of the signed-in person (specification, point 3, "Client state"); members carry more than staff. */
export interface Person extends Tokens, Partial<MemberFacts> {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  /** Unix seconds; 0 when never. */
  readonly lastlogintime: number;
  readonly super: boolean;
}
export interface Signed {
  readonly person: Person;
  /** "Keep me signed in": remembered beyond the tab. */
  readonly keep: boolean;
  /** Somebody looks from this tab alone, beside whoever is signed in in this browser. */
  readonly beside?: true;
}
export type SessionState = Readonly<Record<Realm, Signed | null>>;
export interface SessionHolder {
  readonly session: SessionState;
}

export const realms: readonly Realm[] = ['admin', 'user'];

const FACTS: { readonly [K in keyof MemberFacts]: (raw: Readonly<Record<string, unknown>>) => MemberFacts[K] } = {
  email: (raw) => asText(raw['email'], 200),
  mobile: (raw) => asText(raw['mobile'], 40),
  gender: (raw) => asWhole(raw['gender']),
  birthday: (raw) => asText(raw['birthday'], 10),
  money: (raw) => asText(raw['money'], 30),
  score: (raw) => Number(raw['score'] ?? 0),
  lastloginip: (raw) => asText(raw['lastloginip'] ?? raw['last_login_ip'], 45),
  jointime: (raw) => asWhole(raw['jointime'] ?? raw['join_time'] ?? raw['create_time']),
  motto: (raw) => asText(raw['motto'], 500),
};
const SPELLINGS: Readonly<Record<string, string | undefined>> = { lastloginip: 'last_login_ip', jointime: 'join_time' };

/** What an answer or a row says of a member; facts it leaves out are left out. */
export function memberFactsOf(value: unknown): Partial<MemberFacts> {
  const raw = asRecord(value) ?? {};
  const said = Object.entries(FACTS).filter(([name]) => name in raw || (SPELLINGS[name] ?? name) in raw);
  return Object.fromEntries(said.map(([name, read]) => [name, read(raw)]));
}

/** Reads a person out of an answer or out of storage; without an id and both tokens there is nobody. */
export function personOf(value: unknown): Person | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  const person: Person = {
    id: asWhole(raw['id']),
    username: asText(raw['username'], 64),
    nickname: asText(raw['nickname'], 64),
    avatar: asText(raw['avatar']),
    lastlogintime: asWhole(raw['lastlogintime'] ?? raw['last_login_time']),
    super: raw['super'] === true,
    token: asText(raw['token'], 512),
    refreshToken: asText(raw['refreshToken'] ?? raw['refresh_token'], 512),
    ...memberFactsOf(raw),
  };
  return person.id > 0 && person.token !== '' && person.refreshToken !== '' ? person : undefined;
}

const initialState: SessionState = { admin: null, user: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<{ realm: Realm } & Signed>) => {
      const { realm, ...signed } = payload;
      state[realm] = signed;
    },
    tokensRenewed: (state, { payload }: PayloadAction<{ realm: Realm } & Tokens>) => {
      const signed = state[payload.realm];
      if (signed) Object.assign(signed.person, { token: payload.token, refreshToken: payload.refreshToken });
    },
    /** Name, picture and rights as the server knows them now; tokens stay. An answer about another person is ignored. */
    personArrived: (
      state,
      { payload }: PayloadAction<{ realm: Realm; person: Partial<Omit<Person, keyof Tokens>> }>,
    ) => {
      const signed = state[payload.realm];
      if (signed === null || (payload.person.id ?? signed.person.id) !== signed.person.id) return;
      Object.assign(signed.person, payload.person);
    },
    signedOut: (state, { payload }: PayloadAction<{ realm: Realm }>) => {
      state[payload.realm] = null;
    },
    /** Another tab changed the remembered session. */
    sessionSynced: (state, { payload }: PayloadAction<{ realm: Realm; signed: Signed | null }>) => {
      state[payload.realm] = payload.signed;
    },
  },
});

export const { signedIn, tokensRenewed, personArrived, signedOut, sessionSynced } = sessionSlice.actions;
export const selectSigned = (realm: Realm) => (state: SessionHolder) => state.session[realm];
export const selectPerson = (realm: Realm) => (state: SessionHolder) => state.session[realm]?.person;

/** The remembered session of a realm: this tab's own first, else the one shared by all tabs. */
export function recallSession(shelves: Shelves, realm: Realm): Signed | null {
  const own = recall(shelves.fleeting, KEYS[realm], personOf);
  if (own) return { person: own, keep: false };
  const shared = recall(shelves.lasting, KEYS[realm], personOf);
  return shared ? { person: shared, keep: true } : null;
}

/** Writes a changed session where it belongs; removes it only from where it was, and never the session of another person. */
export function rememberSession(shelves: Shelves, realm: Realm, was: Signed | null, now: Signed | null): void {
  const key = KEYS[realm];
  if (now) {
    remember(now.keep ? shelves.lasting : shelves.fleeting, key, now.person);
    if (was?.keep !== now.keep && now.beside !== true)
      remember(now.keep ? shelves.fleeting : shelves.lasting, key, undefined);
  } else if (was) {
    const shelf = was.keep ? shelves.lasting : shelves.fleeting;
    const stored = recall(shelf, key, personOf);
    if (stored === undefined || stored.id === was.person.id) remember(shelf, key, undefined);
  }
}
