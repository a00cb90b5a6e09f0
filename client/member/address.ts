/** The page's address as state. Ten plain paths need no router's weight. */
import { useSyncExternalStore } from 'react';
import { withoutEndSlashes } from '../../common/text/clean';

const MOVED = 'atrium:moved';

/** Path → the query it was left with. */
const left = new Map<string, string>();
/** The query an address was left with in this page; empty when it was not open yet. */
export const searchLeftAt = (path: string): string => left.get(path) ?? '';
/** Forgets all of them: the next person of the page begins without them. */
export const forgetSearches = (): void => left.clear();

function move(path: string, replace: boolean): void {
  left.set(window.location.pathname, window.location.search);
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  window.dispatchEvent(new Event(MOVED));
}

/** Goes to a path of this app without loading the page. */
export function goTo(path: string, replace = false): void {
  move(path, replace);
  window.scrollTo(0, 0);
}

/** Gives the address another query; the page stays where it is scrolled to. */
export function ask(search: URLSearchParams, replace = false): void {
  const said = search.toString();
  move(window.location.pathname + (said === '' ? '' : `?${said}`), replace);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(MOVED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(MOVED, listener);
  };
}

/** The query, with its question mark. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => window.location.search);

/** The path without a slash at its end. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => withoutEndSlashes(window.location.pathname) || '/');
