/** Sign-in to the console. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { settingsChanged } from '../../../shared/store/settings';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../../testing/fakeHttpServer';
import type { BrowserStorage } from '../../../shared/store/storage';
import { createTestClient, createMemoryStorage, createTestUser, type TestClient } from '../../../testing/testClient';
import { Login } from './Login';

let fakeServer: FakeHttpServer | undefined;
afterEach(async () => {
  await fakeServer?.close();
  fakeServer = undefined;
});

interface LoginOptions {
  readonly query?: string;
  /** Response to the form's first request. */
  readonly formResponse?: FakeResponse;
  readonly storage?: BrowserStorage;
}
async function open(
  respond: (request: RecordedRequest) => FakeResponse,
  { query = '', formResponse = {}, storage }: LoginOptions = {},
): Promise<TestClient & { attempts: () => readonly RecordedRequest[] }> {
  const server = await startFakeHttpServer((request) => (request.method === 'GET' ? formResponse : respond(request)));
  fakeServer = server;
  const client = createTestClient({
    origin: server.origin,
    path: '/admin/login',
    query,
    ...(storage ? { storage } : {}),
  });
  render(
    <Providers client={client}>
      <Login />
    </Providers>,
  );
  const attempts = () => server.requests.filter(({ method }) => method === 'POST');
  return { ...client, attempts };
}
const welcome = (): FakeResponse => ({
  envelope: { data: { userInfo: { ...createTestUser('fresh') }, routePath: '/admin' } },
});

describe('Login', () => {
  it('shows missing fields without a request, and focuses the first', async () => {
    const { attempts } = await open(welcome);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Enter your password')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(attempts()).toEqual([]);
  });

  it('shows a refusal at the password, without a toast', async () => {
    const msg = 'The account or the password is wrong.';
    const { app, store } = await open(() => ({ envelope: { code: 0, msg } }));
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText(msg)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('wrong');
    expect(app.toasts.list()).toEqual([]);
    expect(store.getState().session.admin).toBeNull();
  });

  it('shows rate limits and network errors above the form', async () => {
    await open(() => ({ status: 429, envelope: { code: 0, msg: 'Too many attempts.' } }));
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.');
  });

  it('signs in, stores the session as chosen, and redirects to the requested path', async () => {
    const { store, navigations, storage, attempts } = await open(welcome, { query: 'to=%2Fadmin%2Fnews%3Fpage%3D2' });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), '  lin ');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(navigations).toEqual(['/admin/news?page=2']));
    expect(store.getState().session.admin).toMatchObject({ isPersistent: false, person: { token: 'fresh' } });
    expect(storage.local.getItem('adminInfo')).toBeNull();
    expect(attempts()[0]?.body).toEqual({ username: 'lin', password: 'secret', keep: false });
  });

  it('stores the session beyond the tab only when the box is ticked', async () => {
    const { store, attempts } = await open(welcome);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByLabelText('Keep me signed in'));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(attempts()[0]?.body).toMatchObject({ keep: true }));
    await waitFor(() => expect(store.getState().session.admin).toMatchObject({ isPersistent: true }));
  });

  it('never redirects to a foreign origin', async () => {
    const { navigations } = await open(welcome, { query: 'to=https%3A%2F%2Fevil.example' });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(navigations).toEqual(['/admin']));
  });

  it('shows and hides the password', async () => {
    await open(welcome);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  // @spec P9-011
  it('changes the language without a reload and keeps the typed text', async () => {
    const { store, storage } = await open(welcome);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByLabelText('用户名')).toHaveValue('lin');
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(document.title).toBe('后台登录 - Atrium');
    expect(storage.local.getItem('storeConfig')).toContain('zh-cn');
    act(() => void store.dispatch(settingsChanged({ lang: 'en' })));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});

describe('captcha of the sign-in form', () => {
  it('appears when required, is sent with its id, and changes after each attempt', async () => {
    const refuse = (): FakeResponse => ({
      envelope: { code: 0, msg: 'no', data: { captcha: true, fields: { captcha: 'Wrong captcha' } } },
    });
    const { attempts } = await open(refuse);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    const picture = await screen.findByAltText('Image with the characters to enter');
    expect(screen.getByText('Wrong captcha')).toBeVisible();
    const first = new URLSearchParams(picture.getAttribute('src')?.split('?')[1]).get('id') ?? '';
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect([...new URLSearchParams(picture.getAttribute('src')?.split('?')[1]).keys()]).toEqual(['id', 'purpose']);
    await user.type(screen.getByLabelText('Captcha'), 'ab12{Enter}');
    await waitFor(() => expect(attempts()).toHaveLength(2));
    expect(attempts()[1]?.body).toMatchObject({ captcha: 'ab12', captcha_id: first });
    await waitFor(() => expect(screen.getByAltText(/^Image/).getAttribute('src')).not.toContain(first));
    const second = screen.getByAltText(/^Image/).getAttribute('src');
    await user.click(screen.getByRole('button', { name: 'New image' }));
    expect(screen.getByAltText(/^Image/).getAttribute('src')).not.toBe(second);
  });

  it('appears from the start where the site always requires it', async () => {
    const { attempts } = await open(welcome, { formResponse: { envelope: { data: { captcha: true } } } });
    const user = userEvent.setup();
    const picture = await screen.findByAltText(/^Image/);
    const id = new URLSearchParams(picture.getAttribute('src')?.split('?')[1]).get('id');
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.type(screen.getByLabelText('Captcha'), 'ab12{Enter}');
    await waitFor(() => expect(attempts()).toHaveLength(1));
    expect(attempts()[0]?.body).toMatchObject({ captcha: 'ab12', captcha_id: id });
  });
});

describe('known-device token', () => {
  const noted = (id: number, note: string): FakeResponse => ({
    envelope: { data: { userInfo: { ...createTestUser('fresh'), id, device: note } } },
  });
  const enter = async (name: string) => {
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), name);
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  };

  it('is stored per account beyond the session, and sent with the next sign-in', async () => {
    const storage = createMemoryStorage();
    const sent: unknown[] = [];
    for (const note of ['ba_ad_7.one.mac', 'ba_ad_8.two.mac', 'ba_ad_7.three.mac', 'ba_ad_9.x.mac']) {
      const { store, app, attempts } = await open(() => noted(7, note), { storage });
      await enter('lin');
      await waitFor(() => expect(store.getState().session.admin).not.toBeNull());
      const [first] = attempts();
      sent.push((first?.body as Readonly<Record<string, unknown>> | undefined)?.['device']);
      act(() => app.endSession('admin', '/admin/login'));
      cleanup();
      await fakeServer?.close();
    }
    expect(sent).toEqual([
      undefined,
      'ba_ad_7.one.mac',
      'ba_ad_8.two.mac ba_ad_7.one.mac',
      'ba_ad_7.three.mac ba_ad_8.two.mac',
    ]);
  });
});

describe('closed member center', () => {
  // @spec P6-016 P8-027
  // @covers fault member.disabled
  it('shows a message instead of the form', async () => {
    await open(welcome, { formResponse: { envelope: { data: { openMemberCenter: false } } } });
    expect(await screen.findByText(/^Member center disabled/)).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});
