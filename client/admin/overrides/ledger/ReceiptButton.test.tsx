/** Staff open the receipt of an entry: it names account, member and the reversing entry. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { entities } from '../../../../common/entities/index';
import type { WireRow } from '../../../../common/entity/projectRow';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { MoneyReceiptButton } from './ReceiptButton';

const ENTRY: WireRow = {
  id: 7,
  revision: 1,
  user_id: 9,
  n: 4,
  type: 'payment',
  money: '-50.00',
  before: '80.00',
  after: '30.00',
  memo: 'Order',
  reference: 'order-88',
  receipt: 'K7QM-2XPD',
  create_time: 1_700_000_000,
};
const REVERSAL: WireRow = { ...ENTRY, id: 8, n: 5, type: 'reversal', receipt: 'ZZZZ-8888', ref: 'reversal:7' };
const MEMBER: WireRow = { id: 9, revision: 1, nickname: 'Lin', username: 'lin_2026' };
const readable = ['id', 'nickname', 'username'];

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

async function open(seesMembers: boolean) {
  const getRow = (row: WireRow) => ({ envelope: { data: { row, refs: {}, seq: '1', epoch: 'e' } } });
  screen = await openScreen(
    <EngineContext value={createEngineConfig(createRegistry(entities))}>
      <BootstrapContext value={parseBootstrap({ entities: seesMembers ? { user: { readable, writable: [] } } : {} })}>
        <MoneyReceiptButton rowId={7} />
      </BootstrapContext>
    </EngineContext>,
    {
      respond: ({ path }) => {
        if (path === '/admin/user_money_log/edit') return getRow(ENTRY);
        if (path === '/admin/user_money_log/index') return { envelope: { data: createListResponse([REVERSAL]) } };
        if (path === '/admin/user/edit') return getRow(MEMBER);
        return path === '/admin/user/select' ? { envelope: { data: createListResponse([MEMBER]) } } : undefined;
      },
    },
  );
  fireEvent.click(await page.findByRole('button', { name: 'Receipt' }));
  return page.findByRole('dialog', { name: 'Receipt' });
}

it('StaffReceipt: names account, amounts, reference and the receipt of the reversal', async () => {
  const dialog = await open(true);
  await waitFor(() => expect(dialog).toHaveTextContent('Lin (lin_2026)'));
  for (const shownText of ['K7QM-2XPD', '−¥50.00', '¥80.00', '¥30.00', 'Order', 'order-88', 'Customer service'])
    expect(dialog).toHaveTextContent(shownText);
  await waitFor(() => expect(dialog).toHaveTextContent('Reversed byZZZZ-8888'));
  expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
});

it('StaffReceipt: requests no member the reader may not read', async () => {
  const dialog = await open(false);
  expect(dialog).toHaveTextContent('#9');
  expect(screen?.fakeServer.requests.some(({ path }) => path.startsWith('/admin/user/'))).toBe(false);
});
