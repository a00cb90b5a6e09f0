/** Builds one running client: its store, and the parts that speak with the server on its behalf. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api';
import type { App } from '../app/appContext';
import { connectionSlice } from '../live/connectionSlice';
import {
  fetchEndReason,
  endReasonsSlice,
  loadEndReasons,
  sessionEnded,
  type EndReasonStore,
} from '../auth/sessionEndReason';
import { entitiesCleared, entitiesReducer } from './entities';
import {
  createRequestMessages,
  createI18n,
  currentLanguage,
  changeLanguage,
  type TranslationsByLanguage,
  type TranslationLoaders,
} from '../i18n/i18n';
import { STORAGE_KEYS, type BrowserStorage } from './storage';
import { presenceCleared, presenceSlice } from '../presence/presenceSlice';
import { withBrowserLock, createTokenRenewal, type RenewalOptions } from '../api/renewTokens';
import {
  REALMS,
  loadSession,
  saveSession,
  sessionSlice,
  sessionReplaced,
  signedOut,
  tokensRefreshed,
  type Realm,
  type SessionState,
  type SignedInSession,
} from '../auth/session';
import { loadSettings, saveSettings, settingsSlice, type Lang } from './settings';
import { allTabsClosed, loadTabs, saveTabs, tabsLoaded, tabsSlice } from './tabs';
import { siteSlice } from './siteSettings';
import { createBalanceConfirmation } from '../api/balanceConfirmation';
import { createStepUp } from '../api/stepUp';
import { createLiveConnectionOptions } from '../live/storeBridge';
import { createLiveConnection } from '../live/connection';
import { retryLostQueries } from '../api/retryLostQueries';
import { createEntityGc } from './entityGc';
import { createToasts } from '../toasts/toasts';
import type { Transport } from '../api/transport';
import { createOpenFormRegistry } from './openFormRegistry';
import { createOwnMutations } from './ownMutations';
import { openBrowserChannel, createTabSessionSync, type TabSessionSync, type TabChannel } from '../auth/tabSessionSync';

const rootReducer = combineReducers({
  session: sessionSlice.reducer,
  endings: endReasonsSlice.reducer,
  settings: settingsSlice.reducer,
  tabs: tabsSlice.reducer,
  entities: entitiesReducer,
  connection: connectionSlice.reducer,
  presence: presenceSlice.reducer,
  site: siteSlice.reducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof rootReducer>;

export interface ClientOptions {
  readonly translations: TranslationsByLanguage;
  /** Where the words of another language come from. */
  readonly translationLoaders?: TranslationLoaders;
  readonly realm: Realm;
  /** Origin of the server, as in `http://host:8000`. */
  readonly origin: string;
  /** Origin of the API where it is not the page's own. */
  readonly api?: string;
  /** The language of a text that the chosen language lacks. */
  readonly fallback?: Lang;
  readonly storage: BrowserStorage;
  readonly endReasonStore?: EndReasonStore;
  /** Changes the page's address inside the app, or leaves it for another app. */
  readonly navigate: (path: string, replace?: boolean) => void;
  readonly path: () => string;
  readonly query: () => URLSearchParams;
  readonly languages: readonly string[];
  readonly fetch?: typeof fetch;
  readonly lock?: RenewalOptions['withLock'];
  readonly channel?: TabChannel;
  readonly log?: (text: string) => void;
  /** Whether nobody sees the page, and whether there is a network: the browser's answers when absent. */
  readonly isHidden?: () => boolean;
  readonly isOnline?: () => boolean;
}

function createReduxStore(options: ClientOptions, app: () => App) {
  const session = { admin: loadSession(options.storage, 'admin'), user: loadSession(options.storage, 'user') };
  return configureStore({
    reducer: rootReducer,
    preloadedState: {
      session,
      settings: loadSettings(options.storage, options.languages),
      endings: loadEndReasons(options.realm, options.endReasonStore),
      ...(options.realm === 'admin' ? { tabs: loadTabs(options.storage, session.admin?.person.id) } : {}),
    },
    // Rows are plain wire JSON in tables of thousands: walking them on every action would cost more than it finds.
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: lateBoundApp(app) }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
  });
}
export type Store = ReturnType<typeof createReduxStore>;

const LOGIN_PATH = { admin: '/admin/login', user: '/user/login' } as const;

/** The app is finished after its store; thunks run later than both. */
const lateBoundApp = (app: () => App): App =>
  new Proxy({} as App, { get: (_, key) => Reflect.get(app(), key) as unknown });

function requestHeaders(store: Store): Readonly<Record<string, string>> {
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
function refreshServerLanguage(store: Store, { live }: App): void {
  live.reconnect();
  store.dispatch(api.util.invalidateTags(['Bootstrap', 'Rows']));
}

/** Writes what changed to storage, and turns the language with the setting. */
function persistStoreChanges(
  store: Store,
  app: App,
  { realm: appRealm, storage, translationLoaders, endReasonStore }: ClientOptions,
): void {
  let { session, settings, tabs, endings } = store.getState();
  let { status } = store.getState().connection;
  // Words that could not be fetched leave the language as it is; they are asked for again when the line is back.
  const switchLanguage = () => changeLanguage(app.i18n, settings.lang, translationLoaders).catch(() => undefined);
  store.subscribe(() => {
    const current = store.getState();
    if (current.session !== session) {
      const previous: SessionState = session;
      session = current.session;
      for (const realm of REALMS) {
        if (previous[realm] !== session[realm]) saveSession(storage, realm, previous[realm], session[realm]);
      }
    }
    if (current.endings[appRealm] !== endings[appRealm]) endReasonStore?.write(current.endings[appRealm]);
    ({ endings } = current);
    const { open } = tabs;
    ({ tabs } = current);
    // Both apps hold tabs; only the console's are stored.
    if (appRealm === 'admin') {
      const owner = session.admin?.person.id;
      if ((owner ?? tabs.owner) !== tabs.owner) store.dispatch(tabsLoaded(loadTabs(storage, owner)));
      else if (tabs.open !== open) saveTabs(storage, tabs);
    }
    if (current.settings !== settings) {
      const { lang } = settings;
      settings = current.settings;
      saveSettings(storage, settings);
      if (settings.lang !== lang) {
        void switchLanguage();
        refreshServerLanguage(store, app);
      }
    }
    if (current.connection.status === status) return;
    ({ status } = current.connection);
    if (status === 'live' && currentLanguage(app.i18n) !== settings.lang) void switchLanguage();
  });
}

/** Follows sign-in and sign-out in other tabs. When another person signed in there, the data of the first person is dropped first. */
export function syncSessionAcrossTabs({ store, app }: Client, options: ClientOptions): void {
  const switching = new Set<Realm>();
  const sync = (realm: Realm, storedSession = loadSession(options.storage, realm)) =>
    store.dispatch(sessionReplaced({ realm, signed: storedSession }));
  window.addEventListener('storage', ({ key }) => {
    const realm = REALMS.find((candidate) => STORAGE_KEYS[candidate] === key || key === null);
    if (realm === undefined || switching.has(realm)) return;
    const current = store.getState().session[realm];
    if (current && !current.isPersistent) return;
    const storedSession = loadSession(options.storage, realm);
    if (current === null || current.person.id === storedSession?.person.id) {
      sync(realm, storedSession);
      return;
    }
    sync(realm, null);
    if (realm === options.realm) {
      clearPersonalData(store, app);
      // No request of this tab noticed the change, and the next person must not meet a cached answer.
      store.dispatch(api.util.resetApiState());
      if (storedSession !== null) app.navigate(LOGIN_PATH[realm], true);
    }
    if (storedSession === null) {
      void showEndReason(store, app.transport, realm, current);
      return;
    }
    switching.add(realm);
    // Later than the reset that `clearPersonalData` scheduled; storage is read then, whatever other events say meanwhile.
    setTimeout(() => {
      switching.delete(realm);
      sync(realm);
    }, 0);
  });
}

/** The screen is left at once; what the server says about it follows, unless somebody signed in meanwhile. */
async function showEndReason(
  store: Store,
  transport: Transport,
  realm: Realm,
  { person }: SignedInSession,
): Promise<void> {
  const reason = await fetchEndReason(transport, person.refreshToken);
  if (store.getState().session[realm] === null) store.dispatch(sessionEnded({ realm, why: reason }));
}

function endSession(store: Store, app: App, realm: Realm): void {
  if (store.getState().session[realm] === null) return;
  store.dispatch(signedOut({ realm }));
  if (realm === app.realm) clearPersonalData(store, app);
}

/** Forgets what this page holds of the person whose session is over. */
function clearPersonalData(store: Store, { live, toasts, stepUp, balanceConfirmation: heldMoney }: App): void {
  live.close();
  for (const { id, key, action, details } of toasts.list())
    if (key !== 'build' && (action ?? details) !== undefined) toasts.dismiss(id);
  // A request that waits for an answer would be sent again in the name of the next person.
  stepUp.resolve(false);
  heldMoney.resolve(false);
  store.dispatch(entitiesCleared());
  store.dispatch(allTabsClosed());
  store.dispatch(presenceCleared());
  // After the request that noticed it: forgetting the cache at once would abort it without a word.
  setTimeout(() => store.dispatch(api.util.resetApiState()), 0);
}

export interface Client {
  readonly store: Store;
  readonly app: App;
}

function createTabSync(store: Store, app: () => App, channel: TabChannel): TabSessionSync {
  return createTabSessionSync({
    channel,
    getTokens: (realm) => {
      const storedSession = store.getState().session[realm];
      return storedSession?.isPersistent === false ? storedSession.person : undefined;
    },
    onRenewed: (realm, tokens) => void store.dispatch(tokensRefreshed({ realm, ...tokens })),
    onEnded: (realm) => app().endSession(realm, LOGIN_PATH[realm]),
  });
}

function createRenewTokens(store: Store, app: () => App, tabSync: TabSessionSync, options: ClientOptions) {
  return createTokenRenewal({
    askOtherTabs: (realm, refreshToken) => tabSync.requestLaterTokens(realm, refreshToken),
    transport: app().transport,
    getTokens: (realm) => store.getState().session[realm]?.person,
    getStoredTokens: (realm) => {
      const current = store.getState().session[realm];
      if (current?.isPersistent !== true) return undefined;
      const stored = loadSession(options.storage, realm)?.person;
      // The tokens of another person would replay a request in that person's name.
      return stored?.id === current.person.id ? stored : null;
    },
    getDeviceTokens: (realm) => {
      // another tab may have signed in since this one was opened
      const stored = loadSettings(options.storage, options.languages).devices[realm];
      return [...new Set([...store.getState().settings.devices[realm], ...stored])].slice(0, 4).join(' ');
    },
    onRenewed: (realm, tokens) => {
      store.dispatch(tokensRefreshed({ realm, ...tokens }));
      if (store.getState().session[realm]?.isPersistent === false) tabSync.announceRenewed(realm, tokens);
    },
    onEnded: (realm) => app().endSession(realm, LOGIN_PATH[realm]),
    withLock: options.lock ?? withBrowserLock,
  });
}

export function createClient(options: ClientOptions): Client {
  const store: Store = createReduxStore(options, () => app);
  const channel = options.channel ?? openBrowserChannel();
  const i18n = createI18n(store.getState().settings.lang, options.translations, options.fallback);
  const request = options.fetch ?? ((...input: Parameters<typeof fetch>) => window.fetch(...input));
  const transport = { origin: options.api ?? options.origin, fetch: request, headers: () => requestHeaders(store) };
  const app: App = {
    realm: options.realm,
    transport,
    renewTokens: (realm, failedToken) => renewTokens(realm, failedToken),
    live: createLiveConnection(createLiveConnectionOptions(store, () => app, options)),
    toasts: createToasts(),
    stepUp: createStepUp(),
    balanceConfirmation: createBalanceConfirmation(),
    entityGc: createEntityGc(),
    i18n,
    requestMessages: createRequestMessages(i18n),
    pendingRequests: new Map(),
    retryingQueries: new Set(),
    beforeSignOut: new Set(),
    openForms: createOpenFormRegistry(channel),
    ownMutations: createOwnMutations(),
    isOnline: options.isOnline ?? (() => navigator.onLine),
    log: options.log ?? ((text) => console.info(text)),
    navigate: options.navigate,
    urlQuery: options.query,
    endSession: (realm, path, byChoice = false) => {
      const storedSession = store.getState().session[realm];
      if (storedSession?.isPersistent === false) tabSync.announceEnded(realm, storedSession.person.refreshToken);
      endSession(store, app, realm);
      if (storedSession && !byChoice) void showEndReason(store, transport, realm, storedSession);
      if (options.path() !== path) options.navigate(path);
    },
  };
  const tabSync = createTabSync(store, () => app, channel);
  const renewTokens = createRenewTokens(store, () => app, tabSync, options);
  persistStoreChanges(store, app, options);
  retryLostQueries(store, app);
  return { store, app };
}

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
