/** What one live connection is made of while it lives; `socket.ts` moves it, `introduction.ts` says who we are on it. */
import type { Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '../../common/protocol/live';
import type { Away } from './away';
import type { Batch, Gauge } from './gauge';
import type { LinkParts } from './link';
import type { LivenessProbe } from './livenessProbe';
import type { Attendance } from './presence/attendance';
import type { Topics } from './topics';

export type Timer = ReturnType<typeof setTimeout>;
export type Bye = Parameters<ServerToClient['bye']>[0];
export interface Line {
  readonly parts: LinkParts;
  readonly topics: Topics;
  readonly gauge: Gauge;
  readonly batch: Batch;
  readonly away: Away;
  readonly attendance: Attendance;
  socket: Socket<ServerToClient, ClientToServer> | undefined;
  /** Wanted open; the code of the socket may still be on its way. */
  wanted: boolean;
  /** By the person's own choice nothing arrives. */
  paused: boolean;
  epoch: string;
  /** When the server was last heard, unix milliseconds. */
  heard: number;
  /** Set once the socket's code has arrived. */
  probe: LivenessProbe | undefined;
  /** What the person may do and which client the server serves, as last told. */
  rights: string;
  build: string;
  bye: Bye | undefined;
  /** Set while the end of what was missed is awaited. */
  returning: object | undefined;
  expiry: Timer | undefined;
  asking: Timer | undefined;
  coming: Timer | undefined;
}

/** Comes back by itself after so long, not at the same moment as everybody else. */
export function connectLater(line: Line, ms: number): void {
  clearTimeout(line.coming);
  line.coming = setTimeout(() => line.socket?.connect(), ms * (0.75 + Math.random() / 2));
}
