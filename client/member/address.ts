/** The page's address as state. Ten plain paths need no router's weight. */
import { useSyncExternalStore } from 'react';

const MOVED = 'atrium:moved';

/** Goes to a path of this app without loading the page. */
export function goTo(path: string, replace = false): void {
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  window.dispatchEvent(new Event(MOVED));
  window.scrollTo(0, 0);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(MOVED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(MOVED, listener);
  };
}

/** The path without a slash at its end. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => window.location.pathname.replace(/(.)\/+$/, '$1'));
