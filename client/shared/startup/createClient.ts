/** Composition root of one client: its store, request layer, live connection and tab synchronization. */
import { api } from '../api/api';
import type { App } from '../app/appContext';
import { createStore, type Store, type StoreOptions } from '../app/createStore';
import { fetchEndReason } from '../auth/fetchEndReason';
import { sessionEnded } from '../store/sessionEndReasons';
import { entitiesCleared } from '../store/entities';
import {
  createI18n,
  currentLanguage,
  changeLanguage,
  type TranslationsByLanguage,
  type TranslationLoaders,
} from '../i18n/i18n';
import { createRequestMessages } from '../api/requestMessages';
import { STORAGE_KEYS } from '../store/storage';
import { presenceCleared } from '../presence/presenceSlice';
import { withBrowserLock, createTokenRefresh, type TokenRefreshOptions } from '../api/refreshTokens';
import {
  loadSession,
  saveSession,
  sessionReplaced,
  signedOut,
  tokensRefreshed,
  type SessionState,
  type SignedInSession,
} from '../store/session';
import { REALMS, type Realm } from '../../../common/realm';
import { loadSettings, saveSettings } from '../store/settings';
import type { Lang } from '../../../common/lang';
import { loadTabs, saveTabs, tabsCleared, tabsLoaded } from '../store/tabs';
import { createBalanceConfirmation } from '../api/balanceConfirmation';
import { createStepUp } from '../api/stepUp';
import { createLiveConnectionOptions } from '../live/liveConnectionOptions';
import { createLiveConnection } from '../live/createLiveConnection';
import { retryLostQueries } from '../api/retryLostQueries';
import { createEntityGc } from '../store/entityGc';
import { createToasts } from '../toasts/toasts';
import type { Transport } from '../api/transport';
import { createOpenFormRegistry } from '../store/openFormRegistry';
import { createOwnMutations } from '../store/ownMutations';
import { createTabSessionSync, type TabSessionSync } from '../auth/tabSessionSync';
import { openBrowserChannel, type TabChannel } from '../store/tabChannel';

export interface ClientOptions extends StoreOptions {
  readonly translations: TranslationsByLanguage;
  /** Loads the translations of another language. */
  readonly translationLoaders?: TranslationLoaders;
  /** Origin of the server, as in `http://host:8000`. */
  readonly origin: string;
  /** Origin of the API, if it is not the page's own. */
  readonly api?: string;
  /** The language of a text that the chosen language lacks. */
  readonly fallback?: Lang;
  /** Changes the page's address inside the app, or leaves it for another app. */
  readonly navigate: (path: string, replace?: boolean) => void;
  readonly path: () => string;
  readonly query: () => URLSearchParams;
  readonly fetch?: typeof fetch;
  readonly lock?: TokenRefreshOptions['withLock'];
  readonly channel?: TabChannel;
  readonly log?: (text: string) => void;
  /** Whether the page is hidden; default: what the browser reports. */
  readonly isHidden?: () => boolean;
  /** Whether the device has a network connection; default: what the browser reports. */
  readonly isOnline?: () => boolean;
}

const LOGIN_PATH = { admin: '/admin/login', member: '/user/login' } as const;

function requestHeaders(store: Store): Readonly<Record<string, string>> {
  const { session, settings } = store.getState();
  const { admin, member } = session;
  return {
    'think-lang': settings.lang,
    server: 'true',
    ...(admin ? { batoken: admin.person.token } : {}),
    ...(member ? { 'ba-user-token': member.person.token } : {}),
  };
}

/** Reconnects and refetches: rows hold texts that the server writes in the language of the request or of the connection. */
function refreshServerLanguage(store: Store, { live }: App): void {
  live.reconnect();
  store.dispatch(api.util.invalidateTags(['Bootstrap', 'Rows']));
}

/** Writes changed state to the browser storage, and switches the language when the setting changes. */
function persistStoreChanges(
  store: Store,
  app: App,
  { realm: appRealm, storage, translationLoaders, endReasonStore }: ClientOptions,
): void {
  let { session, settings, tabs, endings } = store.getState();
  let { status } = store.getState().connection;
  // When the translations cannot be loaded, the language stays; they are loaded once the connection is live again.
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
    const { open, recent } = tabs;
    ({ tabs } = current);
    // Both apps have tabs in their state; only the console's are stored.
    if (appRealm === 'admin') {
      const owner = session.admin?.person.id;
      if ((owner ?? tabs.owner) !== tabs.owner) store.dispatch(tabsLoaded(loadTabs(storage, owner)));
      else if (tabs.open !== open || tabs.recent !== recent) saveTabs(storage, tabs);
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

/** Applies sign-in and sign-out of other tabs. When another person signed in there, the data of the first person is dropped first. */
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
      // The next person must not see a cached response of the first one.
      store.dispatch(api.util.resetApiState());
      if (storedSession !== null) app.navigate(LOGIN_PATH[realm], true);
    }
    if (storedSession === null) {
      void showEndReason(store, app.transport, realm, current);
      return;
    }
    switching.add(realm);
    // Runs after the reset that `clearPersonalData` scheduled, and reads the storage then: further events may have changed it.
    setTimeout(() => {
      switching.delete(realm);
      sync(realm);
    }, 0);
  });
}

/** Shows why the session ended once the server responds, unless somebody signed in meanwhile. */
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

/** Drops the data of the person whose session ended. */
function clearPersonalData(store: Store, { live, toasts, stepUp, balanceConfirmation }: App): void {
  live.close();
  for (const { id, key, action, details } of toasts.list())
    if (key !== 'build' && (action ?? details) !== undefined) toasts.dismiss(id);
  // A request that waits for a confirmation must not be sent in the name of the next person.
  stepUp.resolve(false);
  balanceConfirmation.resolve(false);
  store.dispatch(entitiesCleared());
  store.dispatch(tabsCleared());
  store.dispatch(presenceCleared());
  // Later, because the reset aborts running requests, and one of them may have noticed the end of the session.
  setTimeout(() => store.dispatch(api.util.resetApiState()), 0);
}

export interface Client {
  readonly store: Store;
  readonly app: App;
}

function createTabSync(store: Store, app: () => App, channel: TabChannel): TabSessionSync {
  return createTabSessionSync({
    channel,
    findTokens: (realm) => {
      const storedSession = store.getState().session[realm];
      return storedSession?.isPersistent === false ? storedSession.person : undefined;
    },
    onRefreshed: (realm, tokens) => void store.dispatch(tokensRefreshed({ realm, ...tokens })),
    onEnded: (realm) => app().endSession(realm, LOGIN_PATH[realm]),
  });
}

function createRefreshTokens(store: Store, app: () => App, tabSync: TabSessionSync, options: ClientOptions) {
  return createTokenRefresh({
    askOtherTabs: (realm, refreshToken) => tabSync.requestLaterTokens(realm, refreshToken),
    transport: app().transport,
    findTokens: (realm) => store.getState().session[realm]?.person,
    findStoredTokens: (realm) => {
      const current = store.getState().session[realm];
      if (current?.isPersistent !== true) return undefined;
      const stored = loadSession(options.storage, realm)?.person;
      // The tokens of another person would replay a request in that person's name.
      return stored?.id === current.person.id ? stored : null;
    },
    getDeviceTokens: (realm) => {
      // Another tab may have signed in since this one was opened.
      const stored = loadSettings(options.storage, options.languages).devices[realm];
      return [...new Set([...store.getState().settings.devices[realm], ...stored])].slice(0, 4).join(' ');
    },
    onRefreshed: (realm, tokens) => {
      store.dispatch(tokensRefreshed({ realm, ...tokens }));
      if (store.getState().session[realm]?.isPersistent === false) tabSync.announceRefreshed(realm, tokens);
    },
    onEnded: (realm) => app().endSession(realm, LOGIN_PATH[realm]),
    withLock: options.lock ?? withBrowserLock,
  });
}

export function createClient(options: ClientOptions): Client {
  const store: Store = createStore(options, () => app);
  const channel = options.channel ?? openBrowserChannel();
  const i18n = createI18n(store.getState().settings.lang, options.translations, options.fallback);
  const request = options.fetch ?? ((...input: Parameters<typeof fetch>) => window.fetch(...input));
  const transport = { origin: options.api ?? options.origin, fetch: request, headers: () => requestHeaders(store) };
  const app: App = {
    realm: options.realm,
    transport,
    refreshTokens: (realm, failedToken) => refreshTokens(realm, failedToken),
    live: createLiveConnection(createLiveConnectionOptions(store, () => app, options)),
    toasts: createToasts(),
    stepUp: createStepUp(),
    balanceConfirmation: createBalanceConfirmation(),
    entityGc: createEntityGc(),
    i18n,
    requestMessages: createRequestMessages(i18n),
    pendingRequests: new Map(),
    retryingQueries: new Set(),
    signOutHooks: new Set(),
    openForms: createOpenFormRegistry(channel),
    ownMutations: createOwnMutations(),
    isOnline: options.isOnline ?? (() => navigator.onLine),
    log: options.log ?? ((text) => console.info(text)),
    navigate: options.navigate,
    urlQuery: options.query,
    endSession: (realm, path, isVoluntary = false) => {
      const storedSession = store.getState().session[realm];
      if (storedSession?.isPersistent === false) tabSync.announceEnded(realm, storedSession.person.refreshToken);
      endSession(store, app, realm);
      if (storedSession && !isVoluntary) void showEndReason(store, transport, realm, storedSession);
      if (options.path() !== path) options.navigate(path);
    },
  };
  const tabSync = createTabSync(store, () => app, channel);
  const refreshTokens = createRefreshTokens(store, () => app, tabSync, options);
  persistStoreChanges(store, app, options);
  retryLostQueries(store, app);
  return { store, app };
}
