/** What belongs to one running client besides its store: no module keeps state of its own. */
import type { i18n as I18n } from 'i18next';
import { createContext, useContext } from 'react';
import type { Renew } from './refresh';
import type { OpenForms } from './openForms';
import type { OwnMids } from './ownMids';
import type { Realm } from './session';
import type { LiveLink } from './link';
import type { HeldMoney } from './heldMoney';
import type { StepUp } from './stepUp';
import type { Sweeper } from './sweeper';
import type { Toasts } from './toasts';
import type { Transport } from './transport';

/** The few texts that the request layer says by itself, in the current language. */
export interface CallWords {
  readonly knowsHttp: (status: number) => boolean;
  readonly http: (status: number, url: string) => string;
  readonly failure: (kind: 'timeout' | 'network') => string;
  readonly duplicate: (url: string) => string;
  /** Names a request to the person who reports its failure. */
  readonly request: (id: string) => string;
  readonly success: () => string;
}

export interface App {
  /** Whose app this is: the console's or the member centre's. */
  readonly realm: Realm;
  readonly transport: Transport;
  readonly renew: Renew;
  readonly live: LiveLink;
  readonly toasts: Toasts;
  readonly stepUp: StepUp;
  readonly heldMoney: HeldMoney;
  readonly sweeper: Sweeper;
  readonly i18n: I18n;
  readonly words: CallWords;
  /** Whether the device has a network at all. */
  readonly isOnline: () => boolean;
  /** Requests under way by what they ask for. */
  readonly pending: Map<string, AbortController>;
  /** Cache keys of lost queries that are being repeated; their errors were shown before. */
  readonly retrying: Set<string>;
  /** A line for the developer's console. */
  readonly note: (text: string) => void;
  /** The query of the page's address. */
  readonly query: () => URLSearchParams;
  readonly go: (path: string, replace?: boolean) => void;
  /** What has to be done before somebody signs out by choice. */
  readonly farewells: Set<() => Promise<void>>;
  /** What this page itself has changed. */
  readonly ownMids: OwnMids;
  /** The forms that are open in this browser. */
  readonly forms: OpenForms;
  /** Ends the realm's session here and goes elsewhere, unless already there. Why is asked and told, unless one leaves by choice. */
  readonly leave: (realm: Realm, path: string, byChoice?: boolean) => void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppContext above it');
  return app;
}
