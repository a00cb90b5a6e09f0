/** The status of the live connection, as the connection pill shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ActorRef, Change } from '../../../common/protocol/liveEvents';

/** `idle`: signed out, or the app is not ready for live data yet. `outdated`: the page is older than the server. */
export type LiveStatus =
  'idle' | 'connecting' | 'live' | 'catching_up' | 'reconnecting' | 'offline' | 'paused' | 'signed_out' | 'outdated';
/** A missed change, as the list of missed changes shows it. */
export interface MissedChange {
  readonly e: string;
  readonly id: number;
  readonly op: Change['op'];
  readonly by: string;
  readonly at: number;
}
export interface ConnectionInfo {
  readonly status: LiveStatus;
  /** When the status began, unix milliseconds; of a break, when the connection was lost, not when it was first shown. */
  readonly since: number;
  /** Unix milliseconds of the last message from the server; 0 before the first. */
  readonly lastHeardAt: number;
  /** Milliseconds that the server's clock is ahead of the browser's. */
  readonly clockOffset: number;
  /** Milliseconds from the last change's commit to its arrival; null before the first. */
  readonly changeDelay: number | null;
  /** Number of changes that the last break missed so far, and the newest of them. */
  readonly missedCount: number;
  readonly missedChanges: readonly MissedChange[];
  /** The list of missed changes is open. */
  readonly isMissedListOpen: boolean;
  /** The admin who last changed the person's permissions; null if unknown. */
  readonly permissionsChangedBy: ActorRef | null;
  /** Number of permission changes since the page was loaded. */
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
  initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<{ status: LiveStatus; since: number }>) => {
      Object.assign(state, payload);
    },
    serverTickReceived: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.lastHeardAt = payload.now;
      state.clockOffset = payload.at - payload.now;
    },
    changesReceived: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.lastHeardAt = payload.now;
      state.changeDelay = Math.max(0, payload.now + state.clockOffset - payload.at);
    },
    changesMissed: (state, { payload }: PayloadAction<{ count: number; newest: readonly MissedChange[] }>) => {
      state.missedCount = payload.count;
      state.missedChanges = [...payload.newest];
    },
    permissionsChanged: (state, { payload }: PayloadAction<ActorRef | null>) => {
      state.permissionsChangedBy = payload;
      state.permissionsChangeCount += 1;
    },
    missedListToggled: (state, { payload }: PayloadAction<boolean>) => {
      state.isMissedListOpen = payload;
    },
  },
});
export const {
  connectionChanged,
  serverTickReceived,
  changesReceived,
  changesMissed,
  permissionsChanged,
  missedListToggled,
} = connectionSlice.actions;
export const selectConnection = (state: StateWithConnection) => state.connection;
