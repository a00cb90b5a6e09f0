/** The options and the interface of the live connection. */
import type { Socket } from 'socket.io-client';
import type {
  ActorRef,
  HandoverAck,
  HandoverNotice,
  HandoverRequest,
  ChangeFrame,
  ClientToServer,
  Cursor,
  FocusRequest,
  PresenceFrame,
  ServerToClient,
  SiteSettings,
  TopicSpec,
} from '../../../common/protocol/liveEvents';
import type { LiveStatus, MissedChange } from '../store/connectionSlice';
import type { TokenRefreshResult } from '../api/refreshTokens';
import type { TopicHandlers } from './topics';

export interface LiveConnectionOptions {
  /** Origin and namespace, as in `http://host/admin`. */
  readonly url: string;
  readonly token: () => string | undefined;
  /** The language of the screen. */
  readonly lang?: () => string;
  readonly refreshTokens: (failedToken: string) => Promise<TokenRefreshResult>;
  /** All frames of one batch; called before the topic handlers. */
  readonly onFrames: (frames: readonly ChangeFrame[]) => void;
  /** `since`: when the status began, unix milliseconds. */
  readonly onStatus: (status: LiveStatus, since: number) => void;
  readonly onServerTick: (now: number, at: number) => void;
  /** Columns of an entity that the person may no longer read; frames no longer contain them. */
  readonly onColumnsHidden: (e: string, columns: readonly string[]) => void;
  /** The permissions changed. `by`: who changed them, if known. */
  readonly onPermissionsChanged: (by?: ActorRef) => void;
  /** The menu changed, but not the permissions. */
  readonly onMenuChanged: () => void;
  /** Settings of the site that screens show changed. */
  readonly onSiteChanged: (notice: SiteSettings) => void;
  /** The responses with this tag are out of date: saved views or comments changed. */
  readonly onTagChanged?: (id: string) => void;
  /** After a visible break: the number of missed changes so far, and the newest of them. */
  readonly onMissed: (count: number, newest: readonly MissedChange[]) => void;
  /** Server and page have different builds. `refused`: the server accepts no connection until the page is reloaded. */
  readonly onOutdated: (refused: boolean) => void;
  /** Caught up after a visible break. `maxPerEntity`: the largest number of changes of one entity. */
  readonly onCaughtUp: (changes: number, maxPerEntity: number) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
}
/** Receives presence events. */
export interface PresenceListener {
  /** Connected or reconnected: the server does not know this tab's location yet. */
  readonly onConnected: () => void;
  /** The connection was lost: the known locations of other people are out of date. */
  readonly onDisconnected: () => void;
  readonly onPresence: (frame: PresenceFrame) => void;
  readonly onHandoverRequest: (notice: HandoverNotice) => void;
}
export interface LiveConnection {
  /** Connects; does nothing if already connected. */
  readonly open: () => void;
  readonly close: () => void;
  readonly subscribe: (spec: TopicSpec, since: Cursor | undefined, watcher: TopicHandlers) => () => void;
  /** Sets the epoch of the change log from a REST response. */
  readonly setEpoch: (epoch: string) => void;
  /** Sets the version of permissions and menu from a REST response. */
  readonly setPermissionsVersion: (version: string) => void;
  /** Sends this tab's location; dropped while there is no connection. */
  readonly sendFocus: (focus: FocusRequest) => void;
  readonly requestHandover: (request: HandoverRequest) => Promise<HandoverAck | undefined>;
  readonly addPresenceListener: (listener: PresenceListener) => () => void;
  /** The connected socket, for events of a single screen. */
  readonly findSocket: () => Socket<ServerToClient, ClientToServer> | undefined;
  /** Call it when the tab was hidden, shown or resumed, or the network changed. */
  readonly checkConnection: () => void;
  /** Reconnects with the current language: the server writes its texts in the language of the connection. */
  readonly reconnect: () => void;
  /** Disconnects until `resume`, which delivers everything that was missed. */
  readonly pause: () => void;
  readonly resume: () => void;
}
