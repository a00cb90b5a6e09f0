/** Items are ordered by weight, which drag handles change by mouse, keyboard or touch. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config } from '../../../../common/entities/config';
import { createRegistry } from '../../../../common/entity/registry';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { SettingsScreen } from './SettingsScreen';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

const item = (id: number, name: string, weigh: number) => ({
  id,
  name,
  weigh,
  group: 'basics',
  title: name,
  tip: '',
  type: 'string',
  value: name,
  allow_del: 1,
  revision: 1,
  content: null,
  rule: [],
  extend: null,
});

const readable = [
  'id',
  'name',
  'weigh',
  'group',
  'title',
  'tip',
  'type',
  'value',
  'allow_del',
  'content',
  'rule',
  'extend',
];
const bootstrap = parseBootstrap({
  permissions: { '/admin/config': ['index', 'edit', 'sortable'].map((action) => `/admin/config/${action}`) },
  entities: { config: { readable, writable: readable } },
});

const rows = [item(1, 'first_one', 30), item(2, 'second_one', 20)];
const MOVED = { data: { ids: [2], skipped: [], same: [], failed: [], cid: 'c1' } };
async function open(moved: object = MOVED) {
  const screenOf = (
    <EngineContext value={createEngineConfig(createRegistry({ config }))}>
      <BootstrapContext value={bootstrap}>
        <SettingsScreen />
      </BootstrapContext>
    </EngineContext>
  );
  opened = await openScreen(screenOf, {
    at: '/admin/config',
    respond: ({ path, query }) => {
      if (path === '/admin/config/index') return { envelope: { data: createListResponse(rows) } };
      if (path === '/admin/config/sortable') return { envelope: moved };
      const row = rows.find(({ id }) => id === Number(query.get('id')));
      return path === '/admin/config/edit' && row
        ? { envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } } }
        : undefined;
    },
  });
  const user = userEvent.setup();
  expect(await screen.findAllByRole('button', { name: /^Move / })).toHaveLength(2);
  const moveUp = async () => {
    await user.click(screen.getByRole('button', { name: 'Move second_one' }));
    await user.click(screen.getByRole('menuitem', { name: 'Move up' }));
  };
  const sent = () =>
    opened?.fakeServer.requests.filter(({ path }) => path === '/admin/config/sortable').map(({ body }) => body) ?? [];
  return { user, moveUp, sent, messages: opened.client.app.toasts.list };
}

it('an item moves above its predecessor, and back', async () => {
  const { moveUp, sent, messages } = await open();
  await moveUp();
  await waitFor(() => expect(sent()).toMatchObject([{ id: 2, targetId: 1, revision: 1 }]));
  await waitFor(() => expect(messages()).toMatchObject([{ text: 'Moved', action: { label: 'Undo' } }]));
});

it('itemOrder: shows no message for a canceled move, and the error of a refused one', async () => {
  const { moveUp, sent, messages } = await open({ code: 302, msg: ' ', data: null });
  await moveUp();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await act(() => sleep(200));
  expect(messages()).toEqual([]);
  cleanup();
  await opened?.close();
  const refused = await open({ code: 0, msg: 'Cancel', data: null });
  await refused.moveUp();
  await waitFor(() => expect(refused.messages()).toMatchObject([{ severity: 'error', text: 'Cancel' }]));
});

it('the weight can be typed', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'More actions for “first_one”' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit setting' }));
  expect(await screen.findByLabelText('Weight')).toHaveValue('30');
});
