/** What belongs to one running client besides its store: no module keeps state of its own. */
import type { i18n as I18n } from 'i18next';
import { createContext, useContext } from 'react';
import type { RenewTokens } from '../api/renewTokens';
import type { OpenFormRegistry } from '../store/openFormRegistry';
import type { OwnMutations } from '../store/ownMutations';
import type { Realm } from '../auth/session';
import type { LiveConnection } from '../live/types';
import type { BalanceConfirmation } from '../api/balanceConfirmation';
import type { StepUp } from '../api/stepUp';
import type { EntityGc } from '../store/entityGc';
import type { Toasts } from '../toasts/toasts';
import type { Transport } from '../api/transport';

/** The few texts that the request layer says by itself, in the current language. */
export interface RequestMessages {
  readonly hasHttpMessage: (status: number) => boolean;
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
  readonly renewTokens: RenewTokens;
  readonly live: LiveConnection;
  readonly toasts: Toasts;
  readonly stepUp: StepUp;
  readonly balanceConfirmation: BalanceConfirmation;
  readonly entityGc: EntityGc;
  readonly i18n: I18n;
  readonly requestMessages: RequestMessages;
  /** Whether the device has a network at all. */
  readonly isOnline: () => boolean;
  /** Requests under way by what they ask for. */
  readonly pendingRequests: Map<string, AbortController>;
  /** Cache keys of lost queries that are being repeated; their errors were shown before. */
  readonly retryingQueries: Set<string>;
  /** A line for the developer's console. */
  readonly log: (text: string) => void;
  /** The query of the page's address. */
  readonly urlQuery: () => URLSearchParams;
  readonly navigate: (path: string, replace?: boolean) => void;
  /** What has to be done before somebody signs out by choice. */
  readonly beforeSignOut: Set<() => Promise<void>>;
  /** What this page itself has changed. */
  readonly ownMutations: OwnMutations;
  /** The forms that are open in this browser. */
  readonly openForms: OpenFormRegistry;
  /** Ends the realm's session here and goes elsewhere, unless already there. Why is asked and told, unless one leaves by choice. */
  readonly endSession: (realm: Realm, path: string, isVoluntary?: boolean) => void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppContext above it');
  return app;
}
