/** The services of one running client besides its store. No module keeps state of its own. */
import type { i18n as I18n } from 'i18next';
import { createContext, useContext } from 'react';
import type { ApiServices } from '../api/apiServices';
import type { LiveConnection } from '../live/liveConnectionTypes';
import type { EntityGc } from '../store/entityGc';
import type { OpenFormRegistry } from '../store/openFormRegistry';
import type { Realm } from '../../../common/realm';
import type { Toasts } from '../toasts/toasts';

export interface App extends ApiServices {
  /** The console (`admin`) or the member center. */
  readonly realm: Realm;
  readonly live: LiveConnection;
  readonly toasts: Toasts;
  readonly entityGc: EntityGc;
  readonly i18n: I18n;
  /** The query of the page's address. */
  readonly urlQuery: () => URLSearchParams;
  readonly navigate: (path: string, replace?: boolean) => void;
  /** Tasks that run before a sign-out that the person asked for. */
  readonly signOutHooks: Set<() => Promise<void>>;
  /** The forms that are open in this browser. */
  readonly openForms: OpenFormRegistry;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppContext above it');
  return app;
}
