/** Builds the client of a page from its browser: storage, languages, address. */
import { createClient, followTabs, type Client } from './createStore';
import { historyPlace } from './ending';
import type { Wordbook, WordSource } from './i18n';
import type { LiveLink } from './link';
import { MISSING, NO_POWER, SIDES } from './onward';
import { browserShelves, type Shelves } from './persist';
import type { Realm } from './session';
import { LANGS, recallSettings, type Lang } from './settings';
import { SCHEME_ATTRIBUTE } from './theme';
import { send } from './transport';

/** Sets the colours before the first paint, so that nothing flashes. */
function paintEarly({ store }: Client): void {
  const { scheme } = store.getState().settings;
  const dark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light');
}

/** Sleep, another tab in front, a lost network: after any of them the connection is looked at. */
function followPage(live: LiveLink): void {
  const wake = () => live.wake();
  for (const event of ['visibilitychange', 'resume', 'freeze'] as const) document.addEventListener(event, wake);
  for (const event of ['pageshow', 'focus', 'online', 'offline'] as const) window.addEventListener(event, wake);
}

/** What the page says of its site: languages, the API's origin, and stylesheets of a CDN. */
export function siteFacts({ dataset }: HTMLElement) {
  const fallback = LANGS.find((lang) => lang === dataset['fallback']);
  const styles = (dataset['styles'] ?? '').split(' ').filter((address) => address !== '');
  return {
    styles,
    ...(dataset['api'] ? { api: dataset['api'] } : {}),
    ...(fallback ? { fallback } : {}),
  };
}

/** Stylesheets that a script adds block neither the page nor its scripts, so a CDN that is away holds up nothing. */
export function loadStyles(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href, referrerPolicy: 'no-referrer' });
    document.head.append(link);
  }
}

/** The words of the language and of the fallback. Without those of the fallback the app starts all the same. */
async function loadWords(source: WordSource, lang: Lang, fallback: Lang = lang): Promise<Wordbook> {
  const others = fallback === lang ? undefined : source[fallback]().catch(() => undefined);
  const words = await source[lang]();
  const fallbackWords = await others;
  return { ...(fallbackWords ? { [fallback]: fallbackWords } : {}), [lang]: words };
}

/** Whether the API at this origin answers this page: another origin may be wrong, or refuse calls of this page (Fetch standard, CORS). */
async function isReachable(origin: string): Promise<boolean> {
  if (origin === window.location.origin) return true;
  // The marker needs a preflight request, as the headers of all later calls do.
  const transport = { origin, fetch: window.fetch.bind(window), headers: () => ({ server: 'true' }) };
  const reply = await send(transport, { url: '/api/Index/index' });
  return reply.kind === 'answer' && reply.envelope !== undefined;
}

/** `navigate` moves inside the app; every other address is loaded by the browser. Ready when the words of its language are. */
export async function startClient(
  realm: Realm,
  moreWords: WordSource,
  navigate: (path: string, replace: boolean) => void,
  shelves: Shelves = browserShelves(),
): Promise<Client> {
  const { home } = SIDES[realm];
  const own = (path: string) => path === home || path.startsWith(`${home}/`) || path === MISSING || path === NO_POWER;
  // The last word has whoever set the site up; the page says it.
  const languages = [...navigator.languages, document.documentElement.dataset['locale'] ?? ''];
  const { lang } = recallSettings(shelves, languages);
  const { styles, api, ...facts } = siteFacts(document.documentElement);
  loadStyles(styles);
  const [words, hasApi] = await Promise.all([
    loadWords(moreWords, lang, facts.fallback),
    api !== undefined && isReachable(api),
  ]);
  const parts = {
    ...facts,
    ...(hasApi ? { api } : {}),
    realm,
    words,
    moreWords,
    origin: window.location.origin,
    shelves,
    endingPlace: historyPlace,
    languages,
    path: () => window.location.pathname,
    query: () => new URLSearchParams(window.location.search),
    go: (path: string, replace = false) => {
      if (own(path)) navigate(path, replace);
      else window.location.assign(path);
    },
  };
  const client = createClient(parts);
  followTabs(client, parts);
  followPage(client.app.live);
  paintEarly(client);
  if (api !== undefined && !hasApi) client.app.note(client.app.i18n.t('shell.no_api', { api }));
  return client;
}
