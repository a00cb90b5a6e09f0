/** The mutable state of one live connection. */
import type { Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { MissedSummary } from './missedSummary';
import type { FrameBatcher } from './frameBatcher';
import type { StatusReporter } from './statusReporter';
import type { LiveConnectionOptions } from './liveConnectionTypes';
import type { LivenessProbe } from './livenessProbe';
import type { PresenceClient } from './presenceClient';
import type { TopicRegistry } from './topics';

export type Timer = ReturnType<typeof setTimeout>;
export type DisconnectNotice = Parameters<ServerToClient['bye']>[0];
export interface ConnectionState {
  readonly options: LiveConnectionOptions;
  readonly topics: TopicRegistry;
  readonly statusReporter: StatusReporter;
  readonly frameBatcher: FrameBatcher;
  readonly missedSummary: MissedSummary;
  readonly presenceClient: PresenceClient;
  socket: Socket<ServerToClient, ClientToServer> | undefined;
  /** The connection should be open; the Socket.IO client may still be loading. */
  isWanted: boolean;
  /** The person paused the connection. */
  isPaused: boolean;
  epoch: string;
  /** When the server was last heard, unix milliseconds. */
  lastHeardAt: number;
  /** Set once the Socket.IO client is loaded. */
  probe: LivenessProbe | undefined;
  /** Version of permissions and menu, as the server last sent it. */
  permissionsVersion: string;
  build: string;
  disconnectNotice: DisconnectNotice | undefined;
  /** Set while the connection waits for the end of the missed frames. */
  catchUpToken: object | undefined;
  reauthTimer: Timer | undefined;
  subscribeTimer: Timer | undefined;
  reconnectTimer: Timer | undefined;
}

/** Reconnects after about `ms` milliseconds; the jitter keeps clients from reconnecting at the same time. */
export function scheduleReconnect(state: ConnectionState, ms: number): void {
  clearTimeout(state.reconnectTimer);
  state.reconnectTimer = setTimeout(() => state.socket?.connect(), ms * (0.75 + Math.random() / 2));
}
