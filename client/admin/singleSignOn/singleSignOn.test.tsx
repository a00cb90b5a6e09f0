/** Single sign-on in the console: the response of the provider is sent once, with the ticket of this tab. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Providers } from '../../shared/startup/Providers';
import { selectSession } from '../../shared/store/session';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { SingleSignOnCallback } from './SingleSignOnCallback';
import { SingleSignOnSettings } from './SingleSignOnSettings';
import { keepPendingRequest, readPendingRequest } from './singleSignOnApi';

let served: FakeHttpServer | undefined;
beforeEach(() => window.sessionStorage.clear());
afterEach(async () => {
  cleanup();
  await served?.close();
});

const QUERY = '?code=abc&state=xyz';
interface TestSetup {
  readonly screen?: ComponentType;
  readonly answers?: Readonly<Record<string, NonNullable<FakeResponse['envelope']>>>;
  readonly isSignedIn?: boolean;
}
async function open({ screen: Screen = SingleSignOnCallback, answers = {}, isSignedIn = false }: TestSetup) {
  served = await startFakeHttpServer(({ path }) => ({
    envelope: answers[path] ?? { code: 0, msg: 'no', data: null },
  }));
  const path = '/admin/login/sso';
  window.history.replaceState(null, '', path + QUERY);
  const client = createTestClient({
    ...({ realm: 'admin', origin: served.origin, path, languages: ['en'] } as const),
    ...(isSignedIn ? { person: createTestUser() } : {}),
  });
  render(
    <Providers client={client}>
      <Screen />
    </Providers>,
  );
  return client;
}
const sent = (path: string) => (served?.requests ?? []).filter((one) => one.path === path).map(({ body }) => body);

describe('the callback of single sign-on', () => {
  // @covers route /admin/login/sso
  it('signs in with the ticket of this tab and the query of the provider, once', async () => {
    keepPendingRequest({ purpose: 'sign_in', ticket: 'ticket-1' });
    const { store } = await open({
      answers: { '/admin/oidc/finish': { data: { userInfo: createTestUser('fresh') } } },
    });
    await waitFor(() => expect(selectSession('admin')(store.getState())?.person.token).toBe('fresh'));
    expect(sent('/admin/oidc/finish')).toEqual([{ ticket: 'ticket-1', query: QUERY }]);
    expect(readPendingRequest()).toBeUndefined();
  });

  it('sends nothing for a response that this tab did not ask for', async () => {
    await open({});
    expect(await screen.findByText('This sign-in wasn’t started in this tab. Start again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back to sign-in' })).toBeVisible();
    expect(served?.requests).toEqual([]);
  });

  it('shows why the server refuses', async () => {
    keepPendingRequest({ purpose: 'sign_in', ticket: 'ticket-1' });
    const refusal = { code: 0, msg: 'No account is linked to this sign-in.', data: null };
    const { store } = await open({ answers: { '/admin/oidc/finish': refusal } });
    expect(await screen.findByText('No account is linked to this sign-in.')).toBeVisible();
    expect(selectSession('admin')(store.getState())).toBeNull();
  });

  it('asks for the second factor', async () => {
    keepPendingRequest({ purpose: 'sign_in', ticket: 'ticket-1' });
    const data = { secondFactor: { ticket: 'ba_s_1', kinds: ['otp', 'recovery'] } };
    const { store } = await open({ answers: { '/admin/oidc/finish': { code: 0, msg: 'Second factor', data } } });
    expect(await screen.findByRole('textbox')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(selectSession('admin')(store.getState())).toBeNull();
  });

  it('a signed-in person can link an account', async () => {
    keepPendingRequest({ purpose: 'link', ticket: 'ticket-2' });
    const { navigations } = await open({
      isSignedIn: true,
      answers: { '/admin/oidc/link': { msg: 'Sign-in linked.', data: {} } },
    });
    expect(await screen.findByText('Sign-in linked.')).toBeVisible();
    await waitFor(() => expect(navigations).toEqual(['/admin/profile']));
    expect(sent('/admin/oidc/link')).toEqual([{ ticket: 'ticket-2', query: QUERY }]);
    expect(sent('/admin/oidc/finish')).toEqual([]);
  });
});

describe('single sign-on in the profile', () => {
  const state = (data: object) => ({
    '/admin/oidc/state': { data },
    '/admin/oidc/unlink': { msg: 'Unlinked.', data: {} },
  });

  it('is not shown without a provider', async () => {
    await open({ screen: SingleSignOnSettings, isSignedIn: true, answers: state({ provider: '', isLinked: false }) });
    await waitFor(() => expect(sent('/admin/oidc/state')).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('heading', { name: 'Single sign-on' })).toBeNull();
  });

  it('offers to unlink a linked account, and asks for the state again', async () => {
    const answers = state({ provider: 'id.example', isLinked: true });
    await open({ screen: SingleSignOnSettings, isSignedIn: true, answers });
    expect(await screen.findByText('You can sign in through id.example.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(sent('/admin/oidc/state')).toHaveLength(2));
    expect(sent('/admin/oidc/unlink')).toEqual([{}]);
  });
});
