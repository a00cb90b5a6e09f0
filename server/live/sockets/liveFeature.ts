/** The plugin interface of the live hub, for features such as presence or dashboard metrics: handlers of socket events and of changes. */
import type { Registry } from '../../../common/entity/registry';
import type { ClientToServer } from '../../../common/protocol/liveEvents';
import type { Clock, Db, Log } from '../../context';
import type { LogHead } from '../log/changeLog';
import type { RingBuffer } from '../log/ringBuffer';
import type { LogEntry } from '../log/tailer';
import type { NodeRegistry } from '../nodeRegistry';
import type { Fanout } from '../topics/fanout';
import type { Realm } from '../../../common/realm';
import type { Connection, LiveNamespace } from './connection';
import type { Reauthorizer } from './reauthorizer';

/** The services that the hub offers its features. */
export interface LiveCore {
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  readonly registry: Registry;
  readonly nodes: NodeRegistry;
  readonly namespaces: Readonly<Record<Realm, LiveNamespace>>;
  /** The connections of this node, by socket id. */
  readonly connections: ReadonlyMap<string, Connection>;
  readonly fanout: Fanout;
  readonly ring: RingBuffer;
  readonly reauthorizer: Reauthorizer;
  /** The epoch of the change log; it changes when the log starts over. */
  readonly epoch: () => string;
}

/**
 * Handles one socket event. `payload` is unparsed; `ack` does nothing when the client expects no acknowledgement. Returns false for a
 * malformed payload, which counts as a protocol violation.
 */
export type LiveEventHandler = (payload: unknown, ack: (response: unknown) => void) => Promise<boolean> | boolean;

/** Every hook runs in the order of the list of features. */
export interface RunningFeature {
  /** Loads stored state before the hub serves its first batch. */
  readonly load?: (head: LogHead) => Promise<void>;
  /** Before a batch of committed transactions is processed. */
  readonly beforeBatch?: (batch: readonly LogEntry[]) => Promise<void> | void;
  /** In the exclusive section, after the batch entered the ring buffer and before its first frame is sent. */
  readonly applyBatch?: (batch: readonly LogEntry[]) => void;
  /** After a batch that changed permissions was published. */
  readonly onPermissionsChanged?: () => void;
  /** After a batch was published. */
  readonly afterBatch?: (batch: readonly LogEntry[]) => Promise<void> | void;
  /** A connection opened. */
  readonly onConnected?: (connection: Connection) => void;
  /** A connection presented a new token of the same principal. */
  readonly onReauthenticated?: (connection: Connection) => void;
  readonly onDisconnected?: (connection: Connection) => void;
  /** The client hid or showed its page. */
  readonly onVisibility?: (connection: Connection, isHidden: boolean) => void;
  /** In the exclusive section, after connections may have been paused or resumed. */
  readonly onBackpressureChecked?: () => void;
  /** After `onVisibility` took effect on the frames of the connection. */
  readonly afterVisibility?: () => void;
  /** The change log starts over, before the topics are reset; then after it. */
  readonly onLogReset?: () => void;
  readonly afterLogReset?: () => void;
  /** Handlers of client events on a connection. */
  readonly eventsFor?: (connection: Connection) => Partial<Record<keyof ClientToServer, LiveEventHandler>>;
  /** Events with a rate limit of the feature instead of the common one. */
  readonly selfLimitedEvents?: readonly (keyof ClientToServer)[];
  readonly stop?: () => Promise<void> | void;
}

export interface LiveFeature {
  readonly name: string;
  /** Called once, when the hub begins to serve. */
  readonly start: (core: LiveCore) => RunningFeature;
}
