/** An opened entry: amount with its currency, translated channel, receipt and reversal, or why there is none. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { entities } from '../../../../../common/entities/index';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { createRegistry } from '../../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { DialogHost } from '../../../../shared/controls/DialogHost';
import { createListResponse, openScreen, type Screen } from '../../../../testing/screenHarness';
import { ledgerOverrides } from '../ledgerOverrides';
import { MoneyEntryRecord } from './EntryRecord';

const ENTRY: WireRow = {
  id: 7,
  revision: 1,
  user_id: 9,
  n: 4,
  type: 'payment',
  money: '-25.50',
  before: '80.00',
  after: '54.50',
  memo: 'Order',
  client: 'console',
  receipt: 'K7QM-2XPD',
  create_time: 1_700_000_000,
};
const REVERSAL: WireRow = { ...ENTRY, id: 8, n: 5, type: 'reversal', ref: 'reversal:7' };
const MAY = { permissions: { '/admin/user_money_log': ['/admin/user_money_log/reverse'] } };

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});
async function open(row: WireRow, bootstrap: object = MAY, reversals: readonly WireRow[] = []) {
  screen = await openScreen(
    <EngineContext value={createEngineConfig(createRegistry(entities), ledgerOverrides)}>
      <BootstrapContext value={parseBootstrap(bootstrap)}>
        <DialogHost>
          <MoneyEntryRecord rowId={7} />
        </DialogHost>
      </BootstrapContext>
    </EngineContext>,
    {
      respond: ({ path }) => {
        if (path === '/admin/user_money_log/edit')
          return { envelope: { data: { row, refs: {}, seq: '1', epoch: 'e' } } };
        return path === '/admin/user_money_log/index'
          ? { envelope: { data: createListResponse(reversals) } }
          : undefined;
      },
    },
  );
  return page.findByRole('button', { name: 'Reverse' });
}

it('shows the amount with its currency and the channel in words', async () => {
  await open(ENTRY);
  await waitFor(() => expect(document.querySelector('[data-entry-record]')).toHaveTextContent('−¥25.50'));
  expect(await page.findByText('Console')).toBeVisible();
  expect(page.queryByText('console')).toBeNull();
});

it('reverses the entry and shows its receipt', async () => {
  fireEvent.click(await open(ENTRY));
  expect(await page.findByRole('dialog')).toHaveTextContent('Order');
  expect(page.getByRole('button', { name: 'Receipt', hidden: true })).toBeInTheDocument();
});

it('says why an entry cannot be reversed', async () => {
  expect(await open(ENTRY, {})).toBeDisabled();
  expect(page.getByText('You don’t have permission to reverse entries.')).toBeVisible();
  cleanup();
  await screen?.close();
  const reverse = await open(ENTRY, MAY, [REVERSAL]);
  expect(await page.findByText('Reversed by entry #5')).toBeVisible();
  expect(reverse).toBeDisabled();
});
