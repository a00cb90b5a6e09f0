/** How the live connection stands, as the pill shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ActorRef } from '../../common/protocol/live';

/** `idle`: nobody is signed in, or the app is not ready for live data yet. `outdated`: the page is older than the server. */
export type LiveStatus =
  'idle' | 'connecting' | 'live' | 'catching_up' | 'reconnecting' | 'offline' | 'paused' | 'signed_out' | 'outdated';
/** A change that was missed, as the list of what happened meanwhile names it. */
export interface MissedChange {
  readonly e: string;
  readonly id: number;
  readonly op: 'u' | 'enter' | 'leave' | 'del';
  readonly by: string;
  readonly at: number;
}
export interface Connection {
  readonly status: LiveStatus;
  /** When this began, unix milliseconds; for a break, when it began and not when it was first shown. */
  readonly since: number;
  /** Unix milliseconds of the last sign of life from the server; 0 when none yet. */
  readonly heard: number;
  /** Milliseconds the server's clock is ahead of ours. */
  readonly offset: number;
  /** Milliseconds from the last change's commit to its arrival; null before the first. */
  readonly delay: number | null;
  /** How many changes the last break cost so far, and the newest of them. */
  readonly missed: number;
  readonly away: readonly MissedChange[];
  /** The list of them is open. */
  readonly shown: boolean;
  /** Who changed one's rights last while one was there; null when nobody can be named. */
  readonly rightsBy: ActorRef | null;
  /** How often they changed since the page was loaded. */
  readonly rightsTurns: number;
}
export interface ConnectionHolder {
  readonly connection: Connection;
}
const initialState: Connection = {
  status: 'idle',
  since: 0,
  heard: 0,
  offset: 0,
  delay: null,
  missed: 0,
  away: [],
  shown: false,
  rightsBy: null,
  rightsTurns: 0,
};

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<{ status: LiveStatus; since: number }>) => {
      Object.assign(state, payload);
    },
    serverHeard: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.heard = payload.now;
      state.offset = payload.at - payload.now;
    },
    changesHeard: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.heard = payload.now;
      state.delay = Math.max(0, payload.now + state.offset - payload.at);
    },
    changesMissed: (state, { payload }: PayloadAction<{ count: number; newest: readonly MissedChange[] }>) => {
      state.missed = payload.count;
      state.away = [...payload.newest];
    },
    rightsChanged: (state, { payload }: PayloadAction<ActorRef | null>) => {
      state.rightsBy = payload;
      state.rightsTurns += 1;
    },
    awayShown: (state, { payload }: PayloadAction<boolean>) => {
      state.shown = payload;
    },
  },
});
export const { connectionChanged, serverHeard, changesHeard, changesMissed, rightsChanged, awayShown } =
  connectionSlice.actions;
export const selectConnection = (state: ConnectionHolder) => state.connection;
