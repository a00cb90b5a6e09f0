/** How the live connection stands, as the pill shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ActorRef } from '../../../common/protocol/liveEvents';

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
export interface ConnectionInfo {
  readonly status: LiveStatus;
  /** When this began, unix milliseconds; for a break, when it began and not when it was first shown. */
  readonly since: number;
  /** Unix milliseconds of the last sign of life from the server; 0 when none yet. */
  readonly lastHeardAt: number;
  /** Milliseconds the server's clock is ahead of ours. */
  readonly clockOffset: number;
  /** Milliseconds from the last change's commit to its arrival; null before the first. */
  readonly changeDelay: number | null;
  /** How many changes the last break cost so far, and the newest of them. */
  readonly missedCount: number;
  readonly missedChanges: readonly MissedChange[];
  /** The list of them is open. */
  readonly isMissedListOpen: boolean;
  /** Who changed one's rights last while one was there; null when nobody can be named. */
  readonly permissionsChangedBy: ActorRef | null;
  /** How often they changed since the page was loaded. */
  readonly permissionsChangeCount: number;
}
export interface StateWithConnection {
  readonly connection: ConnectionInfo;
}
const initialState: ConnectionInfo = {
  status: 'idle',
  since: 0,
  lastHeardAt: 0,
  clockOffset: 0,
  changeDelay: null,
  missedCount: 0,
  missedChanges: [],
  isMissedListOpen: false,
  permissionsChangedBy: null,
  permissionsChangeCount: 0,
};

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<{ status: LiveStatus; since: number }>) => {
      Object.assign(state, payload);
    },
    serverHeard: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.lastHeardAt = payload.now;
      state.clockOffset = payload.at - payload.now;
    },
    changesHeard: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.lastHeardAt = payload.now;
      state.changeDelay = Math.max(0, payload.now + state.clockOffset - payload.at);
    },
    changesMissed: (state, { payload }: PayloadAction<{ count: number; newest: readonly MissedChange[] }>) => {
      state.missedCount = payload.count;
      state.missedChanges = [...payload.newest];
    },
    rightsChanged: (state, { payload }: PayloadAction<ActorRef | null>) => {
      state.permissionsChangedBy = payload;
      state.permissionsChangeCount += 1;
    },
    awayShown: (state, { payload }: PayloadAction<boolean>) => {
      state.isMissedListOpen = payload;
    },
  },
});
export const {
  connectionChanged,
  serverHeard: serverTickReceived,
  changesHeard: changesReceived,
  changesMissed,
  rightsChanged: permissionsChanged,
  awayShown: missedListToggled,
} = connectionSlice.actions;
export const selectConnection = (state: StateWithConnection) => state.connection;
