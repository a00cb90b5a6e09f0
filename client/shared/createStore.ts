/** Builds one running client: its store, and the parts that speak with the server on its behalf. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from './api';
import type { App } from './app';
import { connectionSlice } from './connection';
import { askEnding, endingsSlice, recallEndings, sessionEnded, type EndingPlace } from './ending';
import { allForgotten, entitiesReducer } from './entities';
import { callWords, createI18n, langOf, turnTo, type Wordbook, type WordSource } from './i18n';
import { KEYS, type Shelves } from './persist';
import { everybodyGone, presenceSlice } from './presence/slice';
import { browserLock, createRenew, type RenewParts } from './refresh';
import {
  realms,
  recallSession,
  rememberSession,
  sessionSlice,
  sessionSynced,
  signedOut,
  tokensRenewed,
  type Realm,
  type SessionState,
  type Signed,
} from './session';
import { recallSettings, rememberSettings, settingsSlice, type Lang } from './settings';
import { allClosed, recallTabs, rememberTabs, tabsRecalled, tabsSlice } from './tabs';
import { siteSlice } from './site';
import { createHeldMoney } from './heldMoney';
import { createStepUp } from './stepUp';
import { linkParts } from './storeLink';
import { createLiveLink } from './socket';
import { followLostQueries } from './lostQueries';
import { createSweeper } from './sweeper';
import { createToasts } from './toasts';
import type { Transport } from './transport';
import { createOpenForms } from './openForms';
import { createOwnMids } from './ownMids';
import { browserWire, createTwins, type Twins, type Wire } from './twins';

const reducer = combineReducers({
  session: sessionSlice.reducer,
  endings: endingsSlice.reducer,
  settings: settingsSlice.reducer,
  tabs: tabsSlice.reducer,
  entities: entitiesReducer,
  connection: connectionSlice.reducer,
  presence: presenceSlice.reducer,
  site: siteSlice.reducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof reducer>;

export interface ClientParts {
  readonly words: Wordbook;
  /** Where the words of another language come from. */
  readonly moreWords?: WordSource;
  readonly realm: Realm;
  /** Origin of the server, as in `http://host:8000`. */
  readonly origin: string;
  /** Origin of the API where it is not the page's own. */
  readonly api?: string;
  /** The language of a text that the chosen language lacks. */
  readonly fallback?: Lang;
  readonly shelves: Shelves;
  readonly endingPlace?: EndingPlace;
  /** Changes the page's address inside the app, or leaves it for another app. */
  readonly go: (path: string, replace?: boolean) => void;
  readonly path: () => string;
  readonly query: () => URLSearchParams;
  readonly languages: readonly string[];
  readonly fetch?: typeof fetch;
  readonly lock?: RenewParts['lock'];
  readonly wire?: Wire;
  readonly note?: (text: string) => void;
  /** Whether nobody sees the page, and whether there is a network: the browser's answers when absent. */
  readonly isHidden?: () => boolean;
  readonly isOnline?: () => boolean;
}

function configure(parts: ClientParts, app: () => App) {
  const session = { admin: recallSession(parts.shelves, 'admin'), user: recallSession(parts.shelves, 'user') };
  return configureStore({
    reducer,
    preloadedState: {
      session,
      settings: recallSettings(parts.shelves, parts.languages),
      endings: recallEndings(parts.realm, parts.endingPlace),
      ...(parts.realm === 'admin' ? { tabs: recallTabs(parts.shelves, session.admin?.person.id) } : {}),
    },
    // Rows are plain wire JSON in tables of thousands: walking them on every action would cost more than it finds.
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: lazily(app) }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
  });
}
export type Store = ReturnType<typeof configure>;

const LOGIN = { admin: '/admin/login', user: '/user/login' } as const;

/** The app is finished after its store; thunks run later than both. */
const lazily = (app: () => App): App => new Proxy({} as App, { get: (_, key) => Reflect.get(app(), key) as unknown });

function headersOf(store: Store): Readonly<Record<string, string>> {
  const { session, settings } = store.getState();
  const { admin, user } = session;
  return {
    'think-lang': settings.lang,
    server: 'true',
    ...(admin ? { batoken: admin.person.token } : {}),
    ...(user ? { 'ba-user-token': user.person.token } : {}),
  };
}

/** Rows hold texts that the server writes in the language of the request or of the connection. */
function changeServerLanguage(store: Store, { live }: App): void {
  live.reconnect();
  store.dispatch(api.util.invalidateTags(['Bootstrap', 'Rows']));
}

/** Writes what changed to storage, and turns the language with the setting. */
function followStore(store: Store, app: App, { realm: own, shelves, moreWords, endingPlace }: ClientParts): void {
  let { session, settings, tabs, endings } = store.getState();
  let { status } = store.getState().connection;
  // Words that could not be fetched leave the language as it is; they are asked for again when the line is back.
  const turn = () => turnTo(app.i18n, settings.lang, moreWords).catch(() => undefined);
  store.subscribe(() => {
    const now = store.getState();
    if (now.session !== session) {
      const was: SessionState = session;
      session = now.session;
      for (const realm of realms) {
        if (was[realm] !== session[realm]) rememberSession(shelves, realm, was[realm], session[realm]);
      }
    }
    if (now.endings[own] !== endings[own]) endingPlace?.write(now.endings[own]);
    ({ endings } = now);
    const { open } = tabs;
    ({ tabs } = now);
    // Both apps hold tabs; only the console's are stored.
    if (own === 'admin') {
      const owner = session.admin?.person.id;
      if ((owner ?? tabs.owner) !== tabs.owner) store.dispatch(tabsRecalled(recallTabs(shelves, owner)));
      else if (tabs.open !== open) rememberTabs(shelves, tabs);
    }
    if (now.settings !== settings) {
      const { lang } = settings;
      settings = now.settings;
      rememberSettings(shelves, settings);
      if (settings.lang !== lang) {
        void turn();
        changeServerLanguage(store, app);
      }
    }
    if (now.connection.status === status) return;
    ({ status } = now.connection);
    if (status === 'live' && langOf(app.i18n) !== settings.lang) void turn();
  });
}

/** Follows sign-in and sign-out in other tabs. When another person signed in there, the data of the first person is dropped first. */
export function followTabs({ store, app }: Client, parts: ClientParts): void {
  const exchanging = new Set<Realm>();
  const sync = (realm: Realm, signed = recallSession(parts.shelves, realm)) =>
    store.dispatch(sessionSynced({ realm, signed }));
  window.addEventListener('storage', ({ key }) => {
    const realm = realms.find((candidate) => KEYS[candidate] === key || key === null);
    if (realm === undefined || exchanging.has(realm)) return;
    const held = store.getState().session[realm];
    if (held && !held.keep) return;
    const signed = recallSession(parts.shelves, realm);
    if (held === null || held.person.id === signed?.person.id) {
      sync(realm, signed);
      return;
    }
    sync(realm, null);
    if (realm === parts.realm) {
      forgetPerson(store, app);
      // No request of this tab noticed the change, and the next person must not meet a cached answer.
      store.dispatch(api.util.resetApiState());
      if (signed !== null) app.go(LOGIN[realm], true);
    }
    if (signed === null) {
      void tellEnding(store, app.transport, realm, held);
      return;
    }
    exchanging.add(realm);
    // Later than the reset that `forgetPerson` scheduled; storage is read then, whatever other events say meanwhile.
    setTimeout(() => {
      exchanging.delete(realm);
      sync(realm);
    }, 0);
  });
}

/** The screen is left at once; what the server says about it follows, unless somebody signed in meanwhile. */
async function tellEnding(store: Store, transport: Transport, realm: Realm, { person }: Signed): Promise<void> {
  const why = await askEnding(transport, person.refreshToken);
  if (store.getState().session[realm] === null) store.dispatch(sessionEnded({ realm, why }));
}

function endSession(store: Store, app: App, realm: Realm): void {
  if (store.getState().session[realm] === null) return;
  store.dispatch(signedOut({ realm }));
  if (realm === app.realm) forgetPerson(store, app);
}

/** Forgets what this page holds of the person whose session is over. */
function forgetPerson(store: Store, { live, toasts, stepUp, heldMoney }: App): void {
  live.close();
  for (const { id, key, action, lines } of toasts.list())
    if (key !== 'build' && (action ?? lines) !== undefined) toasts.dismiss(id);
  // A request that waits for an answer would be sent again in the name of the next person.
  stepUp.settle(false);
  heldMoney.settle(false);
  store.dispatch(allForgotten());
  store.dispatch(allClosed());
  store.dispatch(everybodyGone());
  // After the request that noticed it: forgetting the cache at once would abort it without a word.
  setTimeout(() => store.dispatch(api.util.resetApiState()), 0);
}

export interface Client {
  readonly store: Store;
  readonly app: App;
}

function createKin(store: Store, app: () => App, wire: Wire): Twins {
  return createTwins({
    wire,
    held: (realm) => {
      const signed = store.getState().session[realm];
      return signed?.keep === false ? signed.person : undefined;
    },
    onLater: (realm, tokens) => void store.dispatch(tokensRenewed({ realm, ...tokens })),
    onEnded: (realm) => app().leave(realm, LOGIN[realm]),
  });
}

function createRenewal(store: Store, app: () => App, twins: Twins, parts: ClientParts) {
  return createRenew({
    askTwins: (realm, refreshToken) => twins.ask(realm, refreshToken),
    transport: app().transport,
    held: (realm) => store.getState().session[realm]?.person,
    shared: (realm) => {
      const held = store.getState().session[realm];
      if (held?.keep !== true) return undefined;
      const stored = recallSession(parts.shelves, realm)?.person;
      // The tokens of another person would replay a request in that person's name.
      return stored?.id === held.person.id ? stored : null;
    },
    device: (realm) => {
      // another tab may have signed in since this one was opened
      const stored = recallSettings(parts.shelves, parts.languages).devices[realm];
      return [...new Set([...store.getState().settings.devices[realm], ...stored])].slice(0, 4).join(' ');
    },
    renewed: (realm, tokens) => {
      store.dispatch(tokensRenewed({ realm, ...tokens }));
      if (store.getState().session[realm]?.keep === false) twins.renewed(realm, tokens);
    },
    ended: (realm) => app().leave(realm, LOGIN[realm]),
    lock: parts.lock ?? browserLock,
  });
}

export function createClient(parts: ClientParts): Client {
  const store: Store = configure(parts, () => app);
  const wire = parts.wire ?? browserWire();
  const i18n = createI18n(store.getState().settings.lang, parts.words, parts.fallback);
  const request = parts.fetch ?? ((...input: Parameters<typeof fetch>) => window.fetch(...input));
  const transport = { origin: parts.api ?? parts.origin, fetch: request, headers: () => headersOf(store) };
  const app: App = {
    realm: parts.realm,
    transport,
    renew: (realm, failed) => renew(realm, failed),
    live: createLiveLink(linkParts(store, () => app, parts)),
    toasts: createToasts(),
    stepUp: createStepUp(),
    heldMoney: createHeldMoney(),
    sweeper: createSweeper(),
    i18n,
    words: callWords(i18n),
    pending: new Map(),
    retrying: new Set(),
    farewells: new Set(),
    forms: createOpenForms(wire),
    ownMids: createOwnMids(),
    isOnline: parts.isOnline ?? (() => navigator.onLine),
    note: parts.note ?? ((text) => console.info(text)),
    go: parts.go,
    query: parts.query,
    leave: (realm, path, byChoice = false) => {
      const signed = store.getState().session[realm];
      if (signed?.keep === false) twins.ended(realm, signed.person.refreshToken);
      endSession(store, app, realm);
      if (signed && !byChoice) void tellEnding(store, transport, realm, signed);
      if (parts.path() !== path) parts.go(path);
    },
  };
  const twins = createKin(store, () => app, wire);
  const renew = createRenewal(store, () => app, twins, parts);
  followStore(store, app, parts);
  followLostQueries(store, app);
  return { store, app };
}

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
