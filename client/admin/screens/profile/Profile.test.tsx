/** Profile: text typed during a save is not lost. */
import { afterEach, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import type { TopicHandlers } from '../../../shared/live/topics';
import { createTestClient, createTestUser, type TestClient } from '../../../testing/testClient';
import { Profile } from './Profile';

let fakeServer: FakeHttpServer | undefined;
afterEach(async () => {
  await fakeServer?.close();
  fakeServer = undefined;
});

/** Client whose live channel can deliver a frame for a subscribed topic. */
function withFrameSender(client: TestClient) {
  const { live } = client.app;
  const subscriptions = new Map<string, TopicHandlers>();
  const subscribe: typeof live.subscribe = (spec, since, watcher) => {
    subscriptions.set(JSON.stringify(spec), watcher);
    return live.subscribe(spec, since, watcher);
  };
  const sendFrame = (spec: TopicSpec) =>
    subscriptions.get(JSON.stringify(spec))?.onFrame?.({ t: 't', e: 'own', s: '11', c: [] });
  return { sendFrame, client: { ...client, app: { ...client.app, live: { ...live, subscribe } } } };
}

const SERVER_SAYS = 'The server stored your profile';
const refusal = { kind: 'fields', id: 1, revision: 2, fields: [{ field: 'motto', theirs: 'Set by Bee' }], merged: [] };
const SERVER_ERROR = { status: 500, envelope: { code: 500, msg: 'anything', data: { requestId: 'f00d' } } };
/** Profile server that refuses a save whose base value is stale. */
async function openProfile() {
  let info: Record<string, unknown> = { id: 1, username: 'lin', nickname: 'Lin', email: '', motto: null, revision: 1 };
  const saves: Record<string, unknown>[] = [];
  const server = await startFakeHttpServer(({ path, method, body }) => {
    if (!path.startsWith('/admin/profile/index') && !path.startsWith('/admin/profile/edit')) return {};
    if (method !== 'POST') return { envelope: { data: { info } } };
    if (info['broken'] === true) return SERVER_ERROR;
    const { revision: _seen, _base: base, _mid, ...values } = body as Record<string, unknown>;
    saves.push(body as Record<string, unknown>);
    const before = (base as Record<string, unknown>)['motto'];
    if ('motto' in values && before !== info['motto'])
      return { envelope: { code: 412, msg: 'Changed', data: refusal } };
    info = { ...info, ...values, revision: Number(info['revision']) + 1 };
    return { envelope: { msg: SERVER_SAYS, data: { info } } };
  });
  fakeServer = server;
  const { client, sendFrame } = withFrameSender(
    createTestClient({ origin: server.origin, path: '/admin/profile', person: createTestUser() }),
  );
  render(
    <Providers client={client}>
      <BootstrapContext value={parseBootstrap({})}>
        <Profile />
      </BootstrapContext>
    </Providers>,
  );
  await screen.findByLabelText('Nickname');
  return {
    client,
    sendFrame,
    info: () => info,
    saves,
    change: (patch: Record<string, unknown>) => (info = { ...info, ...patch }),
  };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Save' });

it('Profile: keeps text typed during a save, and sends it with the next one', async () => {
  const { info } = await openProfile();
  const user = userEvent.setup();
  await user.clear(field('Nickname'));
  await user.type(field('Nickname'), 'Lin Xi');
  await user.click(save());
  await user.type(field('Mobile'), '13800138000');
  await screen.findByText(SERVER_SAYS);
  await waitFor(() => expect(save()).toBeEnabled());
  expect([field('Nickname').value, field('Mobile').value]).toEqual(['Lin Xi', '13800138000']);
  await user.click(save());
  await waitFor(() => expect(info()).toMatchObject({ nickname: 'Lin Xi', mobile: '13800138000' }));
});

// @spec P8-028
it('Profile: shows the request id of a server error after a save', async () => {
  const { client, change } = await openProfile();
  const user = userEvent.setup();
  change({ broken: true });
  await user.type(field('Bio'), 'Mine');
  await user.click(save());
  await waitFor(() =>
    expect(client.app.toasts.list()).toMatchObject([{ text: 'Server internal error!', details: ['Request ID: f00d'] }]),
  );
});

it('Profile: shows a remote change as a conflict, and overwrites it only on confirmation', async () => {
  const { change, saves, info } = await openProfile();
  const user = userEvent.setup();
  await user.type(field('Bio'), 'Mine');
  change({ motto: 'Set by Bee', revision: 2 });
  await user.click(save());
  expect(await screen.findByText('This was changed to “Set by Bee”')).toBeInTheDocument();
  expect(field('Bio').value).toBe('Mine');
  expect(saves[0]).toEqual({ motto: 'Mine', revision: 1, _base: { motto: null }, _mid: expect.any(String) });
  await waitFor(() => expect(save()).toBeEnabled());
  await user.click(save());
  expect(saves).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(save());
  await waitFor(() => expect(info()).toMatchObject({ motto: 'Mine' }));
  expect(saves[1]).toMatchObject({ motto: 'Mine', revision: 2, _base: { motto: 'Set by Bee' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull());
});

it('Profile: shows a live change of the own row as a conflict before any save', async () => {
  const { change, sendFrame, saves } = await openProfile();
  const user = userEvent.setup();
  await user.type(field('Bio'), 'Mine');
  change({ motto: 'Set by Bee', revision: 2 });
  sendFrame({ k: 'own', e: 'admin' });
  expect(await screen.findByText('This was changed to “Set by Bee”')).toBeInTheDocument();
  expect([field('Bio').value, saves]).toEqual(['Mine', []]);
});

it('Profile: shows the previous sign-in', async () => {
  const { change, sendFrame } = await openProfile();
  expect(screen.queryByText(/^Previous sign-in/)).toBeNull();
  change({ previous_login_time: 1_700_000_000, previous_login_ip: '203.0.113.7', revision: 2 });
  sendFrame({ k: 'own', e: 'admin' });
  expect(await screen.findByText(/^Previous sign-in 2023-11-1\d .* from 203\.0\.113\.7$/)).toBeVisible();
});

it('Profile: shows the strength of a new password while typing', async () => {
  await openProfile();
  const user = userEvent.setup();
  expect(screen.queryByText(/^Strength/)).toBeNull();
  await user.type(screen.getByLabelText('New password'), 'abcdef');
  const [, toggle] = screen.getAllByRole('button', { name: 'Show password' });
  await user.click(toggle ?? document.body);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text');
  expect(screen.getByText(/^Strength: (?:very )?weak$/)).toBeVisible();
  await user.type(screen.getByLabelText('New password'), '-Horse-2026-river');
  expect(screen.getByText('Strength: strong')).toBeVisible();
});
