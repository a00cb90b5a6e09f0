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
  /** The owner closed the member center. */
  readonly isClosed: boolean;
  readonly siteName: string;
  /** Staff can sign in through an OpenID provider. */
  readonly hasSingleSignOn: boolean;
}
/** Response of the OpenID provider at the redirect URI. */
export interface ProviderResponse {
  readonly ticket: string;
  /** Query string of the redirect URI. */
  readonly query: string;
}
export interface SignInResult {
  readonly person: SessionUser;
  readonly deviceToken: string;
}
const SIGN_IN_PATH: Readonly<Record<Realm, string>> = { admin: '/admin/Index/login', member: '/api/user/checkIn' };
const SECOND_FACTOR_PATH: Readonly<Record<Realm, string>> = {
  admin: '/admin/Index/secondFactor',
  member: '/api/user/secondFactor',
};
const SIGN_OUT_PATH: Readonly<Record<Realm, string>> = { admin: '/admin/Index/logout', member: '/api/user/logout' };

function parseSignInResult(data: unknown): SignInResult {
  const info = asRecord(asRecord(data)?.['userInfo']);
  const person = parseSessionUser(info);
  if (person === undefined) throw new Error('the sign-in response contains no user');
  return { person, deviceToken: asString(info?.['device'], 200) };
}

function parseSignInOptions(data: unknown): SignInOptions {
  const raw = asRecord(data);
  return {
    needsCaptcha: raw?.['captcha'] === true,
    isClosed: raw?.['openMemberCenter'] === false,
    siteName: asString(raw?.['siteName']),
    hasSingleSignOn: raw?.['singleSignOn'] === true,
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
    submitSecondFactor: build.mutation<SignInResult, { realm: Realm; ticket: string; proof: object }>({
      query: ({ realm, ticket, proof }) => ({
        url: SECOND_FACTOR_PATH[realm],
        method: 'POST',
        body: { ticket, ...proof },
        isSilent: true,
      }),
      transformResponse: parseSignInResult,
    }),
    /** Completes a sign-in with the response of the OpenID provider. */
    finishSingleSignOn: build.mutation<SignInResult, ProviderResponse & { readonly device?: string }>({
      query: (body) => ({ url: '/admin/oidc/finish', method: 'POST', body, isSilent: true }),
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
export const {
  useLoginFormQuery,
  useSignInMutation,
  useSubmitSecondFactorMutation,
  useFinishSingleSignOnMutation,
  useSignOutMutation,
} = signInApi;
