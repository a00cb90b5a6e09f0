/** Starts the client of a page with the browser's storage, languages and address. */
import { createClient, syncSessionAcrossTabs, type Client } from './createClient';
import { historyEndReasonStore } from '../store/sessionEndReasons';
import type { TranslationsByLanguage, TranslationLoaders } from '../i18n/i18n';
import type { LiveConnection } from '../live/liveConnectionTypes';
import { NOT_FOUND_PATH, FORBIDDEN_PATH, APP_PATHS } from '../routing/safeRedirects';
import { openBrowserStorage, type BrowserStorage } from '../store/storage';
import type { Realm } from '../../../common/realm';
import { loadSettings } from '../store/settings';
import { LANGUAGES, type Lang } from '../../../common/lang';
import { SCHEME_ATTRIBUTE } from '../theme/theme';
import { sendRequest } from '../api/transport';

/** Sets the color scheme before the first paint, so that the page does not flash. */
function applySchemeEarly({ store }: Client): void {
  const { scheme } = store.getState().settings;
  const dark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light');
}

/** Checks the live connection after sleep, a change of tab or a change of the network. */
function checkConnectionOnPageEvents(live: LiveConnection): void {
  const checkConnection = () => live.checkConnection();
  for (const event of ['visibilitychange', 'resume', 'freeze'] as const)
    document.addEventListener(event, checkConnection);
  for (const event of ['pageshow', 'focus', 'online', 'offline'] as const)
    window.addEventListener(event, checkConnection);
}

/** Reads the settings that the server wrote into the page: fallback language, origin of the API, stylesheets of a CDN. */
export function readPageSettings({ dataset }: HTMLElement) {
  const fallback = LANGUAGES.find((lang) => lang === dataset['fallback']);
  const styles = (dataset['styles'] ?? '').split(' ').filter((address) => address !== '');
  return {
    styles,
    ...(dataset['api'] ? { api: dataset['api'] } : {}),
    ...(fallback ? { fallback } : {}),
  };
}

/** Adds stylesheets by script: they block neither the page nor its scripts, so that an unreachable CDN delays nothing. */
export function appendStylesheets(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href, referrerPolicy: 'no-referrer' });
    document.head.append(link);
  }
}

/** Loads the translations of the language and of the fallback. The app also starts without those of the fallback. */
async function loadTranslations(
  loaders: TranslationLoaders,
  lang: Lang,
  fallback: Lang = lang,
): Promise<TranslationsByLanguage> {
  const fallbackLoad = fallback === lang ? undefined : loaders[fallback]().catch(() => undefined);
  const translations = await loaders[lang]();
  const fallbackTranslations = await fallbackLoad;
  return { ...(fallbackTranslations ? { [fallback]: fallbackTranslations } : {}), [lang]: translations };
}

/** Whether the API at this origin responds to this page: another origin may be wrong or refuse the page's requests (CORS). */
async function isReachable(origin: string): Promise<boolean> {
  if (origin === window.location.origin) return true;
  // The marker needs a preflight request, as the headers of all later calls do.
  const transport = { origin, fetch: window.fetch.bind(window), headers: () => ({ server: 'true' }) };
  const reply = await sendRequest(transport, { url: '/api/Index/index' });
  return reply.kind === 'response' && reply.envelope !== undefined;
}

/** Resolves once the translations are loaded. `navigate` changes the address inside the app; the browser loads every other address. */
export async function startClient(
  realm: Realm,
  translationLoaders: TranslationLoaders,
  navigate: (path: string, replace: boolean) => void,
  storage: BrowserStorage = openBrowserStorage(),
): Promise<Client> {
  const { home } = APP_PATHS[realm];
  const isOwnPath = (path: string) =>
    path === home || path.startsWith(`${home}/`) || path === NOT_FOUND_PATH || path === FORBIDDEN_PATH;
  // The last candidate is the site's configured language, from the page.
  const languages = [...navigator.languages, document.documentElement.dataset['locale'] ?? ''];
  const { lang } = loadSettings(storage, languages);
  const { styles, api, ...pageSettings } = readPageSettings(document.documentElement);
  appendStylesheets(styles);
  const [translations, isApiReachable] = await Promise.all([
    loadTranslations(translationLoaders, lang, pageSettings.fallback),
    api !== undefined && isReachable(api),
  ]);
  const options = {
    ...pageSettings,
    ...(isApiReachable ? { api } : {}),
    realm,
    translations,
    translationLoaders,
    origin: window.location.origin,
    storage,
    endReasonStore: historyEndReasonStore,
    languages,
    path: () => window.location.pathname,
    query: () => new URLSearchParams(window.location.search),
    navigate: (path: string, replace = false) => {
      if (isOwnPath(path)) navigate(path, replace);
      else window.location.assign(path);
    },
  };
  const client = createClient(options);
  syncSessionAcrossTabs(client, options);
  checkConnectionOnPageEvents(client.app.live);
  applySchemeEarly(client);
  if (api !== undefined && !isApiReachable) client.app.log(client.app.i18n.t('shell.no_api', { api }));
  return client;
}
