/** The page's address as state. Ten plain paths need no router's weight. */
import { useSyncExternalStore } from 'react';
import { trimTrailingSlashes } from '../../common/text/normalize';

const LOCATION_CHANGED = 'atrium:moved';

/** Path → the query it was left with. */
const lastSearches = new Map<string, string>();
/** The query an address was left with in this page; empty when it was not open yet. */
export const lastSearchOf = (path: string): string => lastSearches.get(path) ?? '';
/** Forgets all of them: the next person of the page begins without them. */
export const clearLastSearches = (): void => lastSearches.clear();

function changeLocation(path: string, replace: boolean): void {
  lastSearches.set(window.location.pathname, window.location.search);
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  window.dispatchEvent(new Event(LOCATION_CHANGED));
}

/** Goes to a path of this app without loading the page. */
export function navigateTo(path: string, replace = false): void {
  changeLocation(path, replace);
  window.scrollTo(0, 0);
}

/** Gives the address another query; the page stays where it is scrolled to. */
export function setSearch(search: URLSearchParams, replace = false): void {
  const text = search.toString();
  changeLocation(window.location.pathname + (text === '' ? '' : `?${text}`), replace);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(LOCATION_CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(LOCATION_CHANGED, listener);
  };
}

/** The query, with its question mark. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => window.location.search);

/** The path without a slash at its end. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => trimTrailingSlashes(window.location.pathname) || '/');
