/** Headings and document titles of the member center’s addresses. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { settingsChanged } from '../shared/store/settings';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { MemberRoutes } from './routes';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
  testServer = undefined;
});

async function openAt(path: string, signed = false) {
  const menus = [{ id: 1, type: 'menu', menu_type: 'tab', name: 'account/overview', path: 'overview' }];
  testServer = await startFakeHttpServer(({ path }) => ({
    envelope: { data: path === '/api/user/index' ? { menus } : {} },
  }));
  window.history.replaceState(null, '', path);
  const person = signed ? { person: createTestUser() } : {};
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, ...person });
  render(
    <Providers client={client}>
      <MemberRoutes />
    </Providers>,
  );
  return client;
}

describe('the member center’s addresses', () => {
  // @spec P2-003 P2-014 P2-004 P6-013
  // @covers title userLogin, member /user/login, member /404
  it.each([
    ['/user/login', 'Member sign-in', '会员登录', 'Member sign-in', '会员登录'],
    ['/404', 'Page not found', '页面不存在', 'Page not found', '页面不存在'],
    ['/401', 'No access', '无访问权限', 'No access', '无访问权限'],
  ])('%s has its heading and title in both languages', async (path, heading, chinese, title, chineseTitle) => {
    const { store } = await openAt(path);
    expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeInTheDocument();
    expect(document.title).toBe(`${title} - Atrium`);
    act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByRole('heading', { name: chinese, level: 1 })).toBeInTheDocument();
    expect(document.title).toBe(`${chineseTitle} - Atrium`);
  });

  // @spec P2-019 P2-017
  // @covers title User
  it.each([
    ['/user', 'Member center', '/user/loading'],
    ['/user/loading', 'Loading', '/user/overview'],
  ])('%s has the title %s while it redirects', async (path, title, target) => {
    const { navigations } = await openAt(path, true);
    await waitFor(() => expect(navigations).toEqual([target]));
    expect(document.title).toBe(`${title} - Atrium`);
  });

  // @spec P2-005 P6-014
  // @covers member /401, browser access.denied
  it('/401 shows that the file is invalid or the permission is missing', async () => {
    await openAt('/401');
    expect(await screen.findByText('No permission or invalid file.')).toBeVisible();
  });
});
