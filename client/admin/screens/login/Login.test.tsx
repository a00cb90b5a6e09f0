/** Signing in, as a person at the screen meets it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/Providers';
import { settingsChanged } from '../../../shared/settings';
import { startHttpWorld, type Asked, type HttpWorld, type Told } from '../../../testing/httpWorld';
import { createTestClient, somebody, type TestClient } from '../../../testing/testClient';
import { Login } from './Login';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(answer: (asked: Asked) => Told, query = ''): Promise<TestClient & { server: HttpWorld }> {
  const server = await startHttpWorld(answer);
  world = server;
  const client = createTestClient({ origin: server.origin, path: '/admin/login', query });
  render(
    <Providers client={client}>
      <Login />
    </Providers>,
  );
  return { ...client, server };
}
const welcome = (): Told => ({ envelope: { data: { userInfo: { ...somebody('fresh') }, routePath: '/admin' } } });

describe('the login', () => {
  it('says at the field what is missing, asks the server nothing and goes there', async () => {
    const { server } = await open(welcome);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please enter your password')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(server.asked).toEqual([]);
  });

  it('says at the password what the server refused, without a toast', async () => {
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

  it('says above the form when too many tried or nobody answers', async () => {
    await open(() => ({ status: 429, envelope: { code: 0, msg: 'Too many attempts.' } }));
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.');
  });

  it('signs in, remembers as asked, and goes on to where one came from', async () => {
    const { store, went, shelves, server } = await open(welcome, 'to=%2Fadmin%2Fnews%3Fpage%3D2');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), '  lin ');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByLabelText('Keep me signed in'));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(went).toEqual(['/admin/news?page=2']));
    expect(store.getState().session.admin).toMatchObject({ keep: false, person: { token: 'fresh' } });
    expect(shelves.lasting.getItem('adminInfo')).toBeNull();
    expect(server.asked[0]?.body).toEqual({ username: 'lin', password: 'secret', keep: false });
  });

  it('never goes on to a foreign address', async () => {
    const { went } = await open(welcome, 'to=https%3A%2F%2Fevil.example');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(went).toEqual(['/admin']));
  });

  it('shows and hides the password', async () => {
    await open(welcome);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it('turns the language without a reload and keeps what was typed', async () => {
    const { store, shelves } = await open(welcome);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByLabelText('用户名')).toHaveValue('lin');
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(document.title).toBe('后台登录 - Atrium');
    expect(shelves.lasting.getItem('storeConfig')).toContain('zh-cn');
    act(() => void store.dispatch(settingsChanged({ lang: 'en' })));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});

describe('the captcha of the login', () => {
  it('comes when it is asked for, goes along with its id, and is a new one after every attempt', async () => {
    const refuse = (): Told => ({
      envelope: { code: 0, msg: 'no', data: { captcha: true, fields: { captcha: 'Wrong captcha' } } },
    });
    const { server } = await open(refuse);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Username'), 'lin');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    const picture = await screen.findByAltText('Picture with the characters to enter');
    expect(screen.getByText('Wrong captcha')).toBeVisible();
    const first = new URLSearchParams(picture.getAttribute('src')?.split('?')[1]).get('id') ?? '';
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect([...new URLSearchParams(picture.getAttribute('src')?.split('?')[1]).keys()]).toEqual(['id', 'purpose']);
    await user.type(screen.getByLabelText('Captcha'), 'ab12{Enter}');
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.asked[1]?.body).toMatchObject({ captcha: 'ab12', captcha_id: first });
    await waitFor(() => expect(screen.getByAltText(/^Picture/).getAttribute('src')).not.toContain(first));
    const second = screen.getByAltText(/^Picture/).getAttribute('src');
    await user.click(screen.getByRole('button', { name: 'Another picture' }));
    expect(screen.getByAltText(/^Picture/).getAttribute('src')).not.toBe(second);
  });
});
