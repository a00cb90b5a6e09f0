/** The statement shows balances, sums and entries of the chosen month, saves them as a file, and shows nothing that does not add up. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Providers } from '../../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type RecordedRequest } from '../../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../../testing/testClient';
import { BalanceHistory } from '../History';

const SLOW = { timeout: 15_000 };
const getEntry = (id: number, money: string, before: string, after: string) => ({
  id,
  n: id,
  money,
  before,
  after,
  memo: `Entry ${id}`,
  receipt: `R-${id}`,
  type: 'payment',
  create_time: 1_762_000_000 + id,
});
const NOVEMBER = [getEntry(2, '5.25', '10.00', '15.25'), getEntry(3, '-3.00', '15.25', '12.25')];

let testServer: FakeHttpServer | undefined;
const { createObjectURL } = URL;
// The file is revoked after ten seconds, when another test may be running.
Object.assign(URL, { revokeObjectURL: () => undefined });
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  Object.assign(URL, { createObjectURL });
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

function getStatement({ query }: RecordedRequest, closing: string) {
  const month = query.get('month') ?? '';
  const isEmpty = month !== '2025-11';
  return {
    month,
    kind: 'money',
    zone: 'Asia/Shanghai',
    from: 1_761_926_400,
    until: 1_764_518_400,
    top: 3,
    first: 1,
    opening: isEmpty ? '12.25' : '10.00',
    closing: isEmpty ? '12.25' : closing,
    types: isEmpty ? [] : [{ type: 'payment', count: 2, added: '5.25', deducted: '-3.00' }],
  };
}
async function open(closing = '12.25') {
  testServer = await startFakeHttpServer((request) => {
    const { path, query } = request;
    if (path === '/api/account/statement') return { envelope: { data: getStatement(request, closing) } };
    if (path === '/api/user/edit')
      return { envelope: { data: { row: { id: 7, money: '12.25', score: 2, revision: 1 }, seq: '9' } } };
    const values = [...query.values()];
    const list = values.includes('>=') && !values.includes('1761926400') ? [] : NOVEMBER.toReversed();
    return { envelope: { data: { list, total: list.length, seq: '1' } } };
  });
  window.history.replaceState(null, '', '/user/balance?statement=2025-11');
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <BalanceHistory />
    </Providers>,
  );
  return within(await screen.findByRole('dialog', { name: 'Monthly statement' }, SLOW));
}

it('shows opening balance, sums, entries and closing balance of the month in the address', async () => {
  const dialog = await open();
  await dialog.findByText('Entry 2', {}, SLOW);
  const shown = [...document.querySelectorAll('[data-statement]')].map(({ textContent }) => textContent);
  expect(shown).toEqual(['Opening balance¥10.00', 'Received+¥5.25', 'Spent−¥3.00', 'Closing balance¥12.25']);
  const rows = within(dialog.getByRole('table', { name: 'Entries' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => /Entry \d/.exec(textContent)?.[0])).toEqual(['Entry 2', 'Entry 3']);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(window.location.search).toBe(''), SLOW);
});

it('saves the entries between the two balances', async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const dialog = await open();
  await dialog.findByText('Entry 2', {}, SLOW);
  fireEvent.click(dialog.getByRole('button', { name: 'Save as CSV' }));
  const lines = ((await files[0]?.text()) ?? '').trim().split('\r\n');
  expect(names).toEqual(['balance-statement-2025-11.csv']);
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain('Opening balance,,,10.00');
  expect(lines[4]).toContain('Closing balance,,,12.25');
});

it('shows an error instead of a statement whose entries do not lead to the closing balance', async () => {
  const dialog = await open('12.26');
  expect(await dialog.findByRole('alert', {}, SLOW)).toHaveTextContent('Couldn’t load the statement');
  expect(dialog.queryByText('Entry 2')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Print' })).toBeDisabled();
});
