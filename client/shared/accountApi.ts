/** Signing in and out, for staff and for members. */
import { api } from './api';
import { asRecord, asText } from './persist';
import { siteShown } from './site';
import { personOf, type Person, type Realm } from './session';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  readonly captcha?: string;
  readonly captcha_id?: string;
  /** Notes of earlier sign-ins, parted by spaces. */
  readonly device?: string;
}
/** What signing in needs, before the first attempt. */
interface Entrance {
  readonly captcha: boolean;
  /** The owner closed the member centre. */
  readonly closed: boolean;
  readonly site: string;
}
export interface Welcome {
  readonly person: Person;
  readonly device: string;
}
const SIGN_IN: Readonly<Record<Realm, string>> = { admin: '/admin/Index/login', user: '/api/user/checkIn' };
const SIGN_OUT: Readonly<Record<Realm, string>> = { admin: '/admin/Index/logout', user: '/api/user/logout' };

function welcomeIn(data: unknown): Welcome {
  const info = asRecord(asRecord(data)?.['userInfo']);
  const person = personOf(info);
  if (person === undefined) throw new Error('the answer to a sign-in names nobody');
  return { person, device: asText(info?.['device'], 200) };
}

function entranceIn(data: unknown): Entrance {
  const raw = asRecord(data);
  return {
    captcha: raw?.['captcha'] === true,
    closed: raw?.['openMemberCenter'] === false,
    site: asText(raw?.['siteName']),
  };
}

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    entrance: build.query<Entrance, Realm>({
      query: (realm) => ({ url: SIGN_IN[realm], quiet: true, repeatable: true }),
      transformResponse: entranceIn,
      onQueryStarted: (_realm, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteShown({ siteName: data.site }))).catch(() => undefined);
      },
      keepUnusedDataFor: 0,
    }),
    signIn: build.mutation<Welcome, { realm: Realm; credentials: Credentials }>({
      query: ({ realm, credentials }) => ({
        url: SIGN_IN[realm],
        method: 'POST',
        body: realm === 'user' ? { tab: 'login', ...credentials } : credentials,
        quiet: true,
      }),
      transformResponse: welcomeIn,
    }),
    /** Finishes what the right password began. */
    answerSecond: build.mutation<Welcome, { ticket: string; proof: object }>({
      query: ({ ticket, proof }) => ({
        url: '/admin/Index/secondFactor',
        method: 'POST',
        body: { ticket, ...proof },
        quiet: true,
      }),
      transformResponse: welcomeIn,
    }),
    signOut: build.mutation<unknown, { realm: Realm; refreshToken: string }>({
      query: ({ realm, refreshToken }) => ({
        url: SIGN_OUT[realm],
        method: 'POST',
        body: { refresh_token: refreshToken },
        quiet: true,
      }),
    }),
  }),
});
export const { useEntranceQuery, useSignInMutation, useAnswerSecondMutation, useSignOutMutation } = accountApi;
