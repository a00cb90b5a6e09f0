/** The page's address as state, without a router library. */
import { useSyncExternalStore } from 'react';
import { trimTrailingSlashes } from '../../common/text/normalize';

const LOCATION_CHANGED = 'atrium:moved';

/** The last query by path. */
const lastSearches = new Map<string, string>();
/** The last query of a path in this page; empty before its first visit. */
export const getLastSearch = (path: string): string => lastSearches.get(path) ?? '';
/** Forgets all queries, before another person uses the page. */
export const clearLastSearches = (): void => lastSearches.clear();

function changeLocation(path: string, replace: boolean): void {
  lastSearches.set(window.location.pathname, window.location.search);
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  window.dispatchEvent(new Event(LOCATION_CHANGED));
}

/** Navigates to a path of this app without loading the page. */
export function navigateTo(path: string, replace = false): void {
  changeLocation(path, replace);
  window.scrollTo(0, 0);
}

/** Replaces the query; keeps the scroll position. */
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

/** The query, including its question mark. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => window.location.search);

/** The path without trailing slashes. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => trimTrailingSlashes(window.location.pathname) || '/');
