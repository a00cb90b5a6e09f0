/** Signing in and out, for staff and for members. */
import { api } from './api';
import { asRecord } from './persist';
import { personOf, type Person, type Realm } from './session';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  readonly captcha?: string;
  readonly captcha_id?: string;
}
const SIGN_IN: Readonly<Record<Realm, string>> = { admin: '/admin/Index/login', user: '/api/user/checkIn' };
const SIGN_OUT: Readonly<Record<Realm, string>> = { admin: '/admin/Index/logout', user: '/api/user/logout' };

function personIn(data: unknown): Person {
  const person = personOf(asRecord(data)?.['userInfo']);
  if (person === undefined) throw new Error('the answer to a sign-in names nobody');
  return person;
}

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<Person, { realm: Realm; credentials: Credentials }>({
      query: ({ realm, credentials }) => ({
        url: SIGN_IN[realm],
        method: 'POST',
        body: realm === 'user' ? { tab: 'login', ...credentials } : credentials,
        quiet: true,
      }),
      transformResponse: personIn,
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
export const { useSignInMutation, useSignOutMutation } = accountApi;
