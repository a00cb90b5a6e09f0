/** The face of the live connection: what it is built from, and what it offers. */
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
  SiteNotice,
  TopicSpec,
} from '../../../common/protocol/liveEvents';
import type { LiveStatus, MissedChange } from '../store/connectionSlice';
import type { RenewalResult } from '../api/renewTokens';
import type { TopicHandlers } from './topics';

export interface LiveConnectionOptions {
  /** Origin and namespace, as in `http://host/admin`. */
  readonly url: string;
  readonly token: () => string | undefined;
  /** The language of the screen. */
  readonly lang?: () => string;
  readonly renewToken: (failedToken: string) => Promise<RenewalResult>;
  /** All frames of one batch, before their watchers hear of them. */
  readonly onFrames: (frames: readonly ChangeFrame[]) => void;
  /** `since`: when it began, unix milliseconds. */
  readonly onStatus: (status: LiveStatus, since: number) => void;
  readonly onServerTick: (now: number, at: number) => void;
  /** Columns of an entity that nothing will be told of from here on: they may no longer be seen. */
  readonly onColumnsHidden: (e: string, columns: readonly string[]) => void;
  /** Rights changed. `by`: whose change it was, if it can be named. */
  readonly onPermissionsChanged: (by?: ActorRef) => void;
  /** The menu became another, while the rights stayed. */
  readonly onMenuChanged: () => void;
  /** Settings windows show. */
  readonly onSiteChanged: (notice: SiteNotice) => void;
  /** Saved views of an entity's lists became others. */
  readonly onViewsChanged?: (e: string) => void;
  /** After a break that people could see: how many changes came so far, and the newest of them. */
  readonly onMissed: (count: number, newest: readonly MissedChange[]) => void;
  /** Server and page are of different builds: gently, or the connection is refused until the page is loaded anew. */
  readonly onOutdated: (refused: boolean) => void;
  /** Caught up after a break that people could see. `maxPerEntity`: how many of the changes were of one and the same noun. */
  readonly onCaughtUp: (changes: number, maxPerEntity: number) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
}
/** Whoever wants to know who else is here. */
export interface PresenceListener {
  /** Connected, or connected again: nobody knows where we are. */
  readonly onConnected: () => void;
  /** What was known of others holds no longer. */
  readonly onDisconnected: () => void;
  readonly onPresence: (frame: PresenceFrame) => void;
  readonly onHandoverRequest: (notice: HandoverNotice) => void;
}
export interface LiveConnection {
  /** Connects; does nothing when connected already. */
  readonly open: () => void;
  readonly close: () => void;
  readonly subscribe: (spec: TopicSpec, since: Cursor | undefined, watcher: TopicHandlers) => () => void;
  /** The epoch of the change log a REST answer carried. */
  readonly setEpoch: (epoch: string) => void;
  /** What the person may do and the menu, as an answer just said. */
  readonly setPermissionsVersion: (version: string) => void;
  /** Says where we are; lost while there is no connection. */
  readonly sendFocus: (focus: FocusRequest) => void;
  readonly requestHandover: (request: HandoverRequest) => Promise<HandoverAck | undefined>;
  readonly addPresenceListener: (listener: PresenceListener) => () => void;
  /** The connection itself while there is one, for events that only one screen knows. */
  readonly getSocket: () => Socket<ServerToClient, ClientToServer> | undefined;
  /** The tab was hidden, shown or thawed, or the network came or went. */
  readonly checkConnection: () => void;
  /** Connects again, with the language of the screen as it is now: the server writes what it sends in that language. */
  readonly reconnect: () => void;
  /** Nothing arrives until `resume`, which brings everything that happened meanwhile. */
  readonly pause: () => void;
  readonly resume: () => void;
}
