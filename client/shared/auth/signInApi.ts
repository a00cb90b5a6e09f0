/** Requests of sign-in and sign-out, for staff and for members. */
import { api } from '../api/api';
import { asRecord, asString } from '../../../common/json';
import { siteUpdated } from '../store/siteSettings';
import { parseSessionUser, type SessionUser } from '../store/session';
import { type Realm } from '../../../common/realm';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  readonly captcha?: string;
  readonly captcha_id?: string;
  /** Device tokens of earlier sign-ins, separated by spaces. */
  readonly device?: string;
}
/** The requirements of a sign-in, read before the first attempt. */
interface SignInOptions {
  readonly needsCaptcha: boolean;
  /** The owner closed the member centre. */
  readonly isClosed: boolean;
  readonly siteName: string;
}
export interface SignInResult {
  readonly person: SessionUser;
  readonly deviceToken: string;
}
const SIGN_IN_PATH: Readonly<Record<Realm, string>> = { admin: '/admin/Index/login', member: '/api/user/checkIn' };
const SIGN_OUT_PATH: Readonly<Record<Realm, string>> = { admin: '/admin/Index/logout', member: '/api/user/logout' };

function parseSignInResult(data: unknown): SignInResult {
  const info = asRecord(asRecord(data)?.['userInfo']);
  const person = parseSessionUser(info);
  if (person === undefined) throw new Error('the answer to a sign-in contains no person');
  return { person, deviceToken: asString(info?.['device'], 200) };
}

function parseSignInOptions(data: unknown): SignInOptions {
  const raw = asRecord(data);
  return {
    needsCaptcha: raw?.['captcha'] === true,
    isClosed: raw?.['openMemberCenter'] === false,
    siteName: asString(raw?.['siteName']),
  };
}

const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    loginForm: build.query<SignInOptions, Realm>({
      query: (realm) => ({ url: SIGN_IN_PATH[realm], isSilent: true, allowsParallel: true }),
      transformResponse: parseSignInOptions,
      onQueryStarted: (_realm, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteUpdated({ siteName: data.siteName }))).catch(() => undefined);
      },
      keepUnusedDataFor: 0,
    }),
    signIn: build.mutation<SignInResult, { realm: Realm; credentials: Credentials }>({
      query: ({ realm, credentials }) => ({
        url: SIGN_IN_PATH[realm],
        method: 'POST',
        body: realm === 'member' ? { tab: 'login', ...credentials } : credentials,
        isSilent: true,
      }),
      transformResponse: parseSignInResult,
    }),
    /** Completes a sign-in with the second factor. */
    submitSecondFactor: build.mutation<SignInResult, { ticket: string; proof: object }>({
      query: ({ ticket, proof }) => ({
        url: '/admin/Index/secondFactor',
        method: 'POST',
        body: { ticket, ...proof },
        isSilent: true,
      }),
      transformResponse: parseSignInResult,
    }),
    signOut: build.mutation<unknown, { realm: Realm; refreshToken: string }>({
      query: ({ realm, refreshToken }) => ({
        url: SIGN_OUT_PATH[realm],
        method: 'POST',
        body: { refresh_token: refreshToken },
        isSilent: true,
      }),
    }),
  }),
});
export const { useLoginFormQuery, useSignInMutation, useSubmitSecondFactorMutation, useSignOutMutation } = signInApi;
