/** Settings stand in the order of their weight, which their handles change: with the mouse, the keyboard or a finger. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config } from '../../../../common/entities/config';
import { registryOf } from '../../../../common/entity/registry';
import { BootstrapContext, bootstrapOf } from '../../../shared/bootstrap';
import { EngineContext, engineOf } from '../../../engine/engineContext';
import { listOf, openScreen, type Screen } from '../../../testing/screen';
import { SettingsScreen } from './SettingsScreen';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

const item = (id: number, name: string, weigh: number) => ({
  ...{ id, name, weigh, group: 'basics', title: name, tip: '', type: 'string', value: name, allow_del: 1, revision: 1 },
  ...{ content: null, rule: [], extend: null },
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
const bootstrap = bootstrapOf({
  permissions: { '/admin/config': ['index', 'edit', 'sortable'].map((action) => `/admin/config/${action}`) },
  entities: { config: { readable, writable: readable } },
});

it('an item moves to the place of the one above it, and may have its weight typed', async () => {
  const rows = [item(1, 'first_one', 30), item(2, 'second_one', 20)];
  const screenOf = (
    <EngineContext value={engineOf(registryOf({ config }))}>
      <BootstrapContext value={bootstrap}>
        <SettingsScreen />
      </BootstrapContext>
    </EngineContext>
  );
  opened = await openScreen(screenOf, {
    at: '/admin/config',
    answer: ({ path, query }) => {
      if (path === '/admin/config/index') return { envelope: { data: listOf(rows) } };
      const row = rows.find(({ id }) => id === Number(query.get('id')));
      return path === '/admin/config/edit' && row
        ? { envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } } }
        : undefined;
    },
  });
  const user = userEvent.setup();
  const handles = await screen.findAllByRole('button', { name: /^Move / });
  expect(handles).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Move second_one' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move up' }));
  const sent = () => opened?.world.asked.filter(({ path }) => path === '/admin/config/sortable');
  await waitFor(() => expect(sent()?.map(({ body }) => body)).toMatchObject([{ id: 2, targetId: 1 }]));
  expect(config.spec.form.flat()).toContain('weigh');
});
