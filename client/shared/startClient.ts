/** Builds the client of a page from its browser: storage, languages, address. */
import { createClient, followTabs, type Client } from './createStore';
import type { Wordbook } from './i18n';
import { MISSING, NO_POWER, SIDES } from './onward';
import { browserShelves } from './persist';
import type { Realm } from './session';
import { SCHEME_ATTRIBUTE } from './theme';

/** Sets the colours before the first paint, so that nothing flashes. */
function paintEarly({ store }: Client): void {
  const { scheme } = store.getState().settings;
  const dark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light');
}

/** `navigate` moves inside the app; every other address is loaded by the browser. */
export function startClient(realm: Realm, words: Wordbook, navigate: (path: string, replace: boolean) => void): Client {
  const { home } = SIDES[realm];
  const own = (path: string) => path === home || path.startsWith(`${home}/`) || path === MISSING || path === NO_POWER;
  const parts = {
    realm,
    words,
    origin: window.location.origin,
    shelves: browserShelves(),
    languages: navigator.languages,
    path: () => window.location.pathname,
    query: () => new URLSearchParams(window.location.search),
    go: (path: string, replace = false) => {
      if (own(path)) navigate(path, replace);
      else window.location.assign(path);
    },
  };
  const client = createClient(parts);
  followTabs(client.store, parts);
  paintEarly(client);
  return client;
}
