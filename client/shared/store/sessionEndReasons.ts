/** Why the last session of a realm ended, as the login screen shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { parseSessionEndReason, type SessionEndReason } from '../../../common/protocol/sessionEndReason';
import { asRecord } from '../../../common/json';
import { signedIn } from './session';
import { type Realm } from '../../../common/realm';

type EndReasons = Readonly<Record<Realm, SessionEndReason | null>>;
export interface StateWithEndReasons {
  readonly endings: EndReasons;
}
const initialState: EndReasons = { admin: null, member: null };

/** Keeps the reason over a reload. */
export interface EndReasonStore {
  readonly read: () => unknown;
  readonly write: (reason: SessionEndReason | null) => void;
}
const historyState = () => asRecord(window.history.state) ?? {};
/** Stores the reason in the state of the current history entry: a link cannot set it, and no other page reads it. */
export const historyEndReasonStore: EndReasonStore = {
  read: () => historyState()['ended'],
  write: (reason) => window.history.replaceState({ ...historyState(), ended: reason }, ''),
};
export const loadEndReasons = (realm: Realm, store: EndReasonStore | undefined): EndReasons => ({
  ...initialState,
  [realm]: parseSessionEndReason(store?.read()) ?? null,
});

export const endReasonsSlice = createSlice({
  name: 'endings',
  initialState: initialState,
  reducers: {
    sessionEnded: (state, { payload }: PayloadAction<{ realm: Realm; why: SessionEndReason | null }>) => {
      state[payload.realm] = payload.why;
    },
  },
  extraReducers: (build) =>
    build.addCase(signedIn, (state, { payload }) => {
      state[payload.realm] = null;
    }),
});
export const { sessionEnded } = endReasonsSlice.actions;
export const selectEndReason = (realm: Realm) => (state: StateWithEndReasons) => state.endings[realm];
