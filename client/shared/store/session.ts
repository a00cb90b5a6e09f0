/** The signed-in people: one session per realm, and both may exist at the same time. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Realm } from '../../../common/realm';
import { STORAGE_KEYS, readStoredValue, writeValue, type BrowserStorage } from './storage';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface Tokens {
  /** The access token; `refreshToken` gets a new one. */
  readonly token: string;
  readonly refreshToken: string;
}
/** Fields that only members have. */
export interface MemberProfile {
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
/** The signed-in person as stored in the browser; members have more fields than staff. */
export interface SessionUser extends Tokens, Partial<MemberProfile> {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  /** Unix seconds; 0 when never. */
  readonly lastlogintime: number;
  readonly super: boolean;
}
export interface SignedInSession {
  readonly person: SessionUser;
  /** "Keep me signed in": stored for all tabs and beyond the browser session. */
  readonly isPersistent: boolean;
  /** A support session of this tab only; the stored session of the other tabs stays. */
  readonly isTabOnly?: true;
}
export type SessionState = Readonly<Record<Realm, SignedInSession | null>>;
export interface StateWithSession {
  readonly session: SessionState;
}

const PROFILE_PARSERS: {
  readonly [K in keyof MemberProfile]: (raw: Readonly<Record<string, unknown>>) => MemberProfile[K];
} = {
  email: (raw) => asString(raw['email'], 200),
  mobile: (raw) => asString(raw['mobile'], 40),
  gender: (raw) => asInteger(raw['gender']),
  birthday: (raw) => asString(raw['birthday'], 10),
  money: (raw) => asString(raw['money'], 30),
  score: (raw) => Number(raw['score'] ?? 0),
  lastloginip: (raw) => asString(raw['lastloginip'] ?? raw['last_login_ip'], 45),
  jointime: (raw) => asInteger(raw['jointime'] ?? raw['join_time'] ?? raw['create_time']),
  motto: (raw) => asString(raw['motto'], 500),
};
const COLUMN_NAMES: Readonly<Record<string, string | undefined>> = {
  lastloginip: 'last_login_ip',
  jointime: 'join_time',
};

/** Parses the member fields that a response or a row contains; missing ones stay missing. */
export function parseMemberProfile(value: unknown): Partial<MemberProfile> {
  const raw = asRecord(value) ?? {};
  const present = Object.entries(PROFILE_PARSERS).filter(
    ([name]) => name in raw || (COLUMN_NAMES[name] ?? name) in raw,
  );
  return Object.fromEntries(present.map(([name, read]) => [name, read(raw)]));
}

/** Parses a person from a response or from storage; undefined without an id and both tokens. */
export function parseSessionUser(value: unknown): SessionUser | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  const person: SessionUser = {
    id: asInteger(raw['id']),
    username: asString(raw['username'], 64),
    nickname: asString(raw['nickname'], 64),
    avatar: asString(raw['avatar']),
    lastlogintime: asInteger(raw['lastlogintime'] ?? raw['last_login_time']),
    super: raw['super'] === true,
    token: asString(raw['token'], 512),
    refreshToken: asString(raw['refreshToken'] ?? raw['refresh_token'], 512),
    ...parseMemberProfile(raw),
  };
  return person.id > 0 && person.token !== '' && person.refreshToken !== '' ? person : undefined;
}

const initialState: SessionState = { admin: null, member: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<{ realm: Realm } & SignedInSession>) => {
      const { realm, ...session } = payload;
      state[realm] = session;
    },
    tokensRefreshed: (state, { payload }: PayloadAction<{ realm: Realm } & Tokens>) => {
      const session = state[payload.realm];
      if (session) Object.assign(session.person, { token: payload.token, refreshToken: payload.refreshToken });
    },
    /** Updates the person's fields but not the tokens. A response about another person is ignored. */
    userUpdated: (
      state,
      { payload }: PayloadAction<{ realm: Realm; person: Partial<Omit<SessionUser, keyof Tokens>> }>,
    ) => {
      const session = state[payload.realm];
      if (session === null || (payload.person.id ?? session.person.id) !== session.person.id) return;
      Object.assign(session.person, payload.person);
    },
    signedOut: (state, { payload }: PayloadAction<{ realm: Realm }>) => {
      state[payload.realm] = null;
    },
    /** Another tab changed the stored session. */
    sessionReplaced: (state, { payload }: PayloadAction<{ realm: Realm; signed: SignedInSession | null }>) => {
      state[payload.realm] = payload.signed;
    },
  },
});

export const { signedIn, tokensRefreshed, userUpdated, signedOut, sessionReplaced } = sessionSlice.actions;
export const selectSession = (realm: Realm) => (state: StateWithSession) => state.session[realm];
export const selectSessionUser = (realm: Realm) => (state: StateWithSession) => state.session[realm]?.person;

/** Loads the stored session of a realm: the tab's own one, otherwise the one that all tabs share. */
export function loadSession(storage: BrowserStorage, realm: Realm): SignedInSession | null {
  const tabUser = readStoredValue(storage.session, STORAGE_KEYS[realm], parseSessionUser);
  if (tabUser) return { person: tabUser, isPersistent: false };
  const sharedUser = readStoredValue(storage.local, STORAGE_KEYS[realm], parseSessionUser);
  return sharedUser ? { person: sharedUser, isPersistent: true } : null;
}

/** Stores a changed session; removes it only from the storage it was in, and never the session of another person. */
export function saveSession(
  storage: BrowserStorage,
  realm: Realm,
  previous: SignedInSession | null,
  next: SignedInSession | null,
): void {
  const key = STORAGE_KEYS[realm];
  if (next) {
    writeValue(next.isPersistent ? storage.local : storage.session, key, next.person);
    if (previous?.isPersistent !== next.isPersistent && next.isTabOnly !== true)
      writeValue(next.isPersistent ? storage.session : storage.local, key, undefined);
  } else if (previous) {
    const store = previous.isPersistent ? storage.local : storage.session;
    const stored = readStoredValue(store, key, parseSessionUser);
    if (stored === undefined || stored.id === previous.person.id) writeValue(store, key, undefined);
  }
}
