/** The services that the request layer uses. The store passes them to every thunk as its extra argument. */
import type { OwnMutations } from '../store/ownMutations';
import type { Realm } from '../../../common/realm';
import type { Toasts } from '../toasts/toasts';
import type { BalanceConfirmation } from './balanceConfirmation';
import type { RefreshTokens } from './refreshTokens';
import type { RequestMessages } from './requestMessages';
import type { StepUp } from './stepUp';
import type { Transport } from './transport';

export interface ApiServices {
  readonly transport: Transport;
  readonly refreshTokens: RefreshTokens;
  /** The part of the live connection that REST responses inform. */
  readonly live: {
    /** Epoch of the change log that a response carried. */
    readonly setEpoch: (epoch: string) => void;
    /** Version of the permissions and the menu that a response carried. */
    readonly setPermissionsVersion: (version: string) => void;
  };
  readonly toasts: Pick<Toasts, 'show'>;
  readonly stepUp: StepUp;
  readonly balanceConfirmation: BalanceConfirmation;
  readonly requestMessages: RequestMessages;
  /** Whether the device has a network connection. */
  readonly isOnline: () => boolean;
  /** Pending requests by method, address and body. */
  readonly pendingRequests: Map<string, AbortController>;
  /** Cache keys of lost queries that are being repeated; their errors were shown before. */
  readonly retryingQueries: Set<string>;
  /** Writes a line to the browser console. */
  readonly log: (text: string) => void;
  /** The mutations that this page sent. */
  readonly ownMutations: OwnMutations;
  /**
   * Ends the session of the realm in this tab and navigates to `path`, unless the page is already there. Unless the person chose to
   * sign out (`isVoluntary`), the server is asked for the reason, and the login screen shows it.
   */
  readonly endSession: (realm: Realm, path: string, isVoluntary?: boolean) => void;
}
