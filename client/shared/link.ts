/** The face of the live connection: what it is built from, and what it offers. */
import type { Socket } from 'socket.io-client';
import type {
  ActorRef,
  AskAnswer,
  AskNotice,
  AskRequest,
  ChangeFrame,
  ClientToServer,
  Cursor,
  FocusRequest,
  PresenceFrame,
  ServerToClient,
  SiteNotice,
  TopicSpec,
} from '../../common/protocol/live';
import type { LiveStatus, MissedChange } from './connection';
import type { Renewal } from './refresh';
import type { Watcher } from './topics';

export interface LinkParts {
  /** Origin and namespace, as in `http://host/admin`. */
  readonly url: string;
  readonly token: () => string | undefined;
  /** The language of the screen. */
  readonly lang?: () => string;
  readonly renew: (failedToken: string) => Promise<Renewal>;
  /** All frames of one batch, before their watchers hear of them. */
  readonly onFrames: (frames: readonly ChangeFrame[]) => void;
  /** `since`: when it began, unix milliseconds. */
  readonly onStatus: (status: LiveStatus, since: number) => void;
  readonly onHeard: (now: number, at: number) => void;
  /** Columns of an entity that nothing will be told of from here on: they may no longer be seen. */
  readonly onHidden: (e: string, columns: readonly string[]) => void;
  /** Rights changed. `by`: whose change it was, if it can be named. */
  readonly onAuthz: (by?: ActorRef) => void;
  /** The menu became another, while the rights stayed. */
  readonly onMenu: () => void;
  /** Settings windows show. */
  readonly onSite: (notice: SiteNotice) => void;
  /** Saved views of an entity's lists became others. */
  readonly onViews?: (e: string) => void;
  /** After a break that people could see: how many changes came so far, and the newest of them. */
  readonly onMissed: (count: number, newest: readonly MissedChange[]) => void;
  /** Server and page are of different builds: gently, or the connection is refused until the page is loaded anew. */
  readonly onOutdated: (refused: boolean) => void;
  /** Caught up after a break that people could see. `most`: how many of the changes were of one and the same noun. */
  readonly onReturn: (changes: number, most: number) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
}
/** Whoever wants to know who else is here. */
export interface Attendant {
  /** Connected, or connected again: nobody knows where we are. */
  readonly onUp: () => void;
  /** What was known of others holds no longer. */
  readonly onDown: () => void;
  readonly onPresence: (frame: PresenceFrame) => void;
  readonly onAsk: (notice: AskNotice) => void;
}
export interface LiveLink {
  /** Connects; does nothing when connected already. */
  readonly open: () => void;
  readonly close: () => void;
  readonly watch: (spec: TopicSpec, since: Cursor | undefined, watcher: Watcher) => () => void;
  /** The epoch of the change log a REST answer carried. */
  readonly noteEpoch: (epoch: string) => void;
  /** What the person may do and the menu, as an answer just said. */
  readonly noteRights: (mark: string) => void;
  /** Says where we are; lost while there is no connection. */
  readonly focus: (place: FocusRequest) => void;
  readonly ask: (request: AskRequest) => Promise<AskAnswer | undefined>;
  readonly attend: (attendant: Attendant) => () => void;
  /** The connection itself while there is one, for events that only one screen knows. */
  readonly wire: () => Socket<ServerToClient, ClientToServer> | undefined;
  /** The tab was hidden, shown or thawed, or the network came or went. */
  readonly wake: () => void;
  /** Connects again, with the language of the screen as it is now: the server writes what it sends in that language. */
  readonly reconnect: () => void;
  /** Nothing arrives until `play`, which brings everything that happened meanwhile. */
  readonly pause: () => void;
  readonly play: () => void;
}
