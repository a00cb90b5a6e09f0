/** One Save sends each changed setting separately and shows how many were saved and refused. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { config } from '../../../../common/entities/config';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { asRecord } from '../../../../common/json';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { SettingsScreen } from './SettingsScreen';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

const COLUMNS = [
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
const item = (id: number, name: string) => ({
  id,
  name,
  weigh: 9 - id,
  group: 'basics',
  title: name,
  tip: '',
  type: 'string',
  value: name,
  allow_del: 1,
  content: null,
  rule: [],
  extend: null,
  revision: 1,
});
const rows = [item(1, 'first_one'), item(2, 'second_one'), item(3, 'third_one')];
const bootstrap = parseBootstrap({
  permissions: { '/admin/config': ['/admin/config/index', '/admin/config/edit'] },
  entities: { config: { readable: COLUMNS, writable: COLUMNS } },
});

/** Changes the named settings and saves; the server refuses the value `bad`. */
async function save(values: Readonly<Record<string, string>>) {
  const screenOf = (
    <EngineContext value={createEngineConfig(createRegistry({ config }))}>
      <BootstrapContext value={bootstrap}>
        <SettingsScreen />
      </BootstrapContext>
    </EngineContext>
  );
  opened = await openScreen(screenOf, {
    at: '/admin/config',
    respond: ({ path, method, query, body }) => {
      if (path === '/admin/config/index') return { envelope: { data: createListResponse(rows) } };
      if (path !== '/admin/config/edit') return undefined;
      const sent = asRecord(body);
      const row = rows.find(({ id }) => id === Number(method === 'GET' ? query.get('id') : sent?.['id']));
      if (method === 'GET') return { envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } } };
      const value = sent?.['value'];
      if (value === 'bad') return { envelope: { code: 0, msg: 'no', data: { fields: { value: ['Not this one'] } } } };
      const after = { ...row, value, revision: 2 };
      return { envelope: { data: { id: row?.id, row: after, merged: [], cid: `c${row?.id}`, refs: {} } } };
    },
  });
  for (const [name, value] of Object.entries(values))
    fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(name) }), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return opened.client.app.toasts.list;
}

it('one saved and one refused: one message shows both and offers Undo', async () => {
  const messages = await save({ first_one: 'good', second_one: 'bad' });
  await waitFor(() =>
    expect(messages()).toMatchObject([{ severity: 'warning', text: '1 saved, 1 rejected', action: { label: 'Undo' } }]),
  );
  expect(screen.getByText('Not this one')).toBeVisible();
  expect(screen.getByText('1 unsaved change')).toBeVisible();
});

it('two saved and one refused: one message shows both', async () => {
  const messages = await save({ first_one: 'good', second_one: 'bad', third_one: 'good' });
  await waitFor(() => expect(messages()).toContainEqual(expect.objectContaining({ text: '2 saved, 1 rejected' })));
});

it('all saved: shows no count of refused items', async () => {
  const messages = await save({ first_one: 'good' });
  await waitFor(() => expect(messages()).toMatchObject([{ severity: 'success', text: 'Saved' }]));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  expect(messages()).toHaveLength(1);
});
