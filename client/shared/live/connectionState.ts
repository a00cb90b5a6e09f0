/** What one live connection is made of while it lives; `socket.ts` moves it, `introduction.ts` says who we are on it. */
import type { Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '../../../common/protocol/liveEvents';
import type { MissedSummary } from './missedSummary';
import type { FrameBatcher, StatusReporter } from './statusReporter';
import type { LiveConnectionOptions } from './types';
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
  /** Wanted open; the code of the socket may still be on its way. */
  isWanted: boolean;
  /** By the person's own choice nothing arrives. */
  isPaused: boolean;
  epoch: string;
  /** When the server was last heard, unix milliseconds. */
  lastHeardAt: number;
  /** Set once the socket's code has arrived. */
  probe: LivenessProbe | undefined;
  /** What the person may do and which client the server serves, as last told. */
  permissionsVersion: string;
  build: string;
  disconnectNotice: DisconnectNotice | undefined;
  /** Set while the end of what was missed is awaited. */
  catchUpToken: object | undefined;
  reauthTimer: Timer | undefined;
  subscribeTimer: Timer | undefined;
  reconnectTimer: Timer | undefined;
}

/** Comes back by itself after so long, not at the same moment as everybody else. */
export function scheduleReconnect(state: ConnectionState, ms: number): void {
  clearTimeout(state.reconnectTimer);
  state.reconnectTimer = setTimeout(() => state.socket?.connect(), ms * (0.75 + Math.random() / 2));
}
