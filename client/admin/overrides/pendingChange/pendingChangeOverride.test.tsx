/** Pending changes show translated titles and values, and offer decisions only to admins who may take them. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen as page, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminGroup } from '../../../../common/entities/adminGroup';
import { pendingChange } from '../../../../common/entities/pendingChange';
import { findColumn } from '../../../../common/entity/columns';
import { createRegistry } from '../../../../common/entity/registry';
import type { WireRow } from '../../../../common/entity/projectRow';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { settingsChanged } from '../../../shared/store/settings';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ChangeName } from './ChangeName';
import { ChangeValues } from './ChangedValue';
import { ChangeStatusCell } from './ChangeStatusCell';
import { pendingChangeOverride } from './pendingChangeOverride';

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});
const user = userEvent.setup();
const row: WireRow = {
  id: 5,
  subject: 'config',
  subject_id: 3,
  field: 'value',
  name: 'captcha',
  before: 'adaptive',
  after: 'never',
  status: 0,
  asked_by: 7,
  asked_name: 'Ann',
};
const engine = createEngineConfig(createRegistry({ pendingChange, adminGroup }), [pendingChangeOverride]);
const ALL = ['approve', 'refuse', 'withdraw'];

async function open(change: WireRow, { me = 3, actions = ALL }: { me?: number; actions?: readonly string[] } = {}) {
  const [name, status] = [findColumn(pendingChange, 'name'), findColumn(pendingChange, 'status')];
  if (name === undefined || status === undefined) throw new Error('column is missing');
  const may = parseBootstrap({
    adminInfo: { id: me },
    permissions: {
      '/admin/pending_change': actions.map((action) => `/admin/pending_change/${action}`),
      '/admin/config': actions.map((action) => `/admin/config/${action}`),
    },
    entities: { pending_change: { readable: ['name', 'status'], writable: [] } },
  });
  const cell = { entity: pendingChange, row: change };
  screen = await openScreen(
    <EngineContext value={engine}>
      <BootstrapContext value={may}>
        <DialogHost>
          <ChangeName {...cell} column={name} value={change['name'] ?? null} />
          <ChangeValues row={change} />
          <ChangeStatusCell {...cell} column={status} value={change['status'] ?? null} />
        </DialogHost>
      </BootstrapContext>
    </EngineContext>,
    { respond: ({ path }) => (path.startsWith('/admin/pending_change/') ? { envelope: { data: {} } } : undefined) },
  );
  await page.findByText('Waiting');
  const values = () => page.getAllByRole('definition').map(({ textContent }) => textContent);
  const buttonLabels = () => page.queryAllByRole('button').map((one) => one.getAttribute('aria-label'));
  return { values, buttonLabels };
}

it('ChangeName and ChangedValue: translate the setting and its values', async () => {
  const { values } = await open(row);
  expect(page.getByText('Captcha')).toBeInTheDocument();
  await waitFor(() => expect(values()).toEqual(['After failed attempts', 'Never']));
  act(() => void screen.client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  await waitFor(() => expect(values()).toEqual(['失败后', '从不']));
  expect(page.getByText('验证码')).toBeInTheDocument();
});

it('ChangedValue: formats limits as amounts, and an empty limit as none', async () => {
  const { values } = await open({ ...row, name: 'ledger_second_money', before: 500, after: null });
  await waitFor(() => expect(values()).toEqual(['¥500.00', 'No limit']));
});

it.each([
  ['another admin with the permission', row, { me: 3 }, ['Approve change 5', 'Reject change 5']],
  ['the admin who asked', row, { me: 7 }, ['Withdraw change 5']],
  ['an admin without the permission', row, { me: 3, actions: [] }, []],
  ['the admin whose account changes', { ...row, subject: 'admin', subject_id: 3, field: 'x' }, { me: 3 }, []],
  ['an admin who reads a decided change', { ...row, status: 0, asked_by: 3 }, { me: 3, actions: ['approve'] }, []],
] as const)('ChangeStatusCell: offers the decisions to %s', async (_who, change, reader, buttonLabels) => {
  const shown = await open(change, reader);
  await waitFor(() => expect(shown.buttonLabels()).toEqual(buttonLabels));
});

it('ChangeDecisionDialog: a refusal needs a reason', async () => {
  await open(row);
  await user.click(await page.findByRole('button', { name: 'Reject change 5' }));
  await user.click(await page.findByRole('button', { name: 'Reject' }));
  expect(await page.findByText('Enter a reason')).toBeInTheDocument();
  await user.type(page.getByRole('textbox', { name: 'Reason for rejection' }), 'Cancel');
  await user.click(page.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  const sent = screen.fakeServer.requests.filter(({ path }) => path === '/admin/pending_change/refuse');
  expect(sent.map(({ body }) => body)).toEqual([{ id: 5, memo: 'Cancel', _mid: expect.any(String) }]);
});
