/** Staff who see the entries of a ledger with their amounts open a member's statement from the menu of the member. */
import { afterEach, expect, it } from '@jest/globals';
import MenuList from '@mui/material/MenuList';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { entities } from '../../../../../common/entities/index';
import { createRegistry } from '../../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { DialogHost } from '../../../../shared/controls/DialogHost';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { MemberMenuItems } from '../../member/MemberMenuItems';

const entry = { n: 3, at: 1_700_000_000, type: 'top_up', memo: 'Deposit', receipt: 'K7QM-2XPD' };
const STATEMENT = {
  zone: 'UTC',
  opening: '10.00',
  closing: '35.50',
  types: [{ type: 'top_up', count: 1, added: '25.50', deducted: '0.00' }],
  entries: [{ ...entry, amount: '25.50', after: '35.50' }],
};
let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});
async function open(readable: readonly string[]) {
  const permissions = { '/admin/user_money_log': ['/admin/user_money_log/index'] };
  const bootstrap = parseBootstrap({ permissions, entities: { user_money_log: { readable, writable: [] } } });
  screen = await openScreen(
    <EngineContext value={createEngineConfig(createRegistry(entities))}>
      <BootstrapContext value={bootstrap}>
        <DialogHost>
          <MenuList>
            <MemberMenuItems id={9} onDone={() => undefined} />
          </MenuList>
          <p>Ready</p>
        </DialogHost>
      </BootstrapContext>
    </EngineContext>,
    {
      respond: ({ path }) =>
        path === '/admin/user_money_log/statement' ? { envelope: { data: STATEMENT } } : undefined,
    },
  );
  await page.findByText('Ready');
}

it('shows the sums and the entries of the month', async () => {
  await open(['id', 'money']);
  fireEvent.click(await page.findByText('Monthly statement'));
  const dialog = await page.findByRole('dialog', { name: 'Monthly statement for #9' });
  for (const shown of ['¥10.00', '+¥25.50', '¥35.50', 'Deposit', 'Top-up', 'K7QM-2XPD'])
    await waitFor(() => expect(dialog).toHaveTextContent(shown));
  const request = screen?.fakeServer.requests.find(({ path }) => path.endsWith('/statement'));
  expect(request?.query.get('user_id')).toBe('9');
});

it('is not offered to those who do not see amounts', async () => {
  await open(['id']);
  expect(page.queryByText('Monthly statement')).toBeNull();
});
