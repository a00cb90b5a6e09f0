/** How the live connection stands, as the pill shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `idle`: nobody is signed in, or the app is not ready for live data yet. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'catching_up' | 'reconnecting' | 'offline' | 'signed_out';
export interface Connection {
  readonly status: LiveStatus;
  /** Unix milliseconds of the last sign of life from the server; 0 when none yet. */
  readonly heard: number;
  /** Milliseconds the server's clock is ahead of ours. */
  readonly offset: number;
}
export interface ConnectionHolder {
  readonly connection: Connection;
}
const initialState: Connection = { status: 'idle', heard: 0, offset: 0 };

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<LiveStatus>) => {
      state.status = payload;
    },
    serverHeard: (state, { payload }: PayloadAction<{ now: number; at: number }>) => {
      state.heard = payload.now;
      state.offset = payload.at - payload.now;
    },
  },
});
export const { connectionChanged, serverHeard } = connectionSlice.actions;
export const selectConnection = (state: ConnectionHolder) => state.connection;
