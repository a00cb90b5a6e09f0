/** Why a session ended without its owner's doing, asked of the server and told on the login screen. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { endingIn, type Ending } from '../../common/protocol/endings';
import { asRecord } from './persist';
import { signedIn, type Realm } from './session';
import { send, type Transport } from './transport';

type Endings = Readonly<Record<Realm, Ending | null>>;
export interface EndingHolder {
  readonly endings: Endings;
}
const initialState: Endings = { admin: null, user: null };

/** Where the reason outlasts a reload. */
export interface EndingPlace {
  readonly read: () => unknown;
  readonly write: (why: Ending | null) => void;
}
const inHistory = () => asRecord(window.history.state) ?? {};
/** With the one page of the tab's history that tells it: no link can say it, and no other page does. */
export const historyPlace: EndingPlace = {
  read: () => inHistory()['ended'],
  write: (why) => window.history.replaceState({ ...inHistory(), ended: why }, ''),
};
export const recallEndings = (realm: Realm, place: EndingPlace | undefined): Endings => ({
  ...initialState,
  [realm]: endingIn(place?.read()) ?? null,
});

export const endingsSlice = createSlice({
  name: 'endings',
  initialState: initialState,
  reducers: {
    sessionEnded: (state, { payload }: PayloadAction<{ realm: Realm; why: Ending | null }>) => {
      state[payload.realm] = payload.why;
    },
  },
  extraReducers: (build) =>
    build.addCase(signedIn, (state, { payload }) => {
      state[payload.realm] = null;
    }),
});
export const { sessionEnded } = endingsSlice.actions;
export const selectEnding = (realm: Realm) => (state: EndingHolder) => state.endings[realm];

/** Only who holds the session's last token is told; nothing where it was signed out, lives, or nobody answers. */
export async function askEnding(transport: Transport, refreshToken: string): Promise<Ending | null> {
  const reply = await send(transport, {
    url: '/api/common/sessionEnd',
    method: 'POST',
    body: { refresh_token: refreshToken },
  });
  const data = reply.kind === 'answer' ? asRecord(reply.envelope?.data) : undefined;
  return endingIn(data?.['reason']) ?? null;
}
