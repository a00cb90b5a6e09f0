/** ReverseDialog: shows the entry to reverse, and only offers entries that are not reversed yet. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { user } from '../../../../../common/entities/user';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { getColumns } from '../../../../../common/entity/columns';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { checkInMemo } from '../../../../../common/locales/memos';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { DialogHost } from '../../../../shared/controls/DialogHost';
import { rowsReceived, titlesReceived } from '../../../../shared/store/entities';
import type { RecordedRequest, FakeResponse } from '../../../../testing/fakeHttpServer';
import { createListResponse, openScreen, type Screen } from '../../../../testing/screenHarness';
import { EntryTypeCell } from '../LedgerCells';

const { name: MONEY } = userMoneyLog;
const INDEX = `/admin/${MONEY}/index`;
const REVERSE = `/admin/${MONEY}/reverse`;
const entry = (patch: WireRow): WireRow => ({
  id: 7,
  user_id: 9,
  n: 4,
  type: 'adjust',
  money: '50.00',
  memo: 'Refund for order 88',
  create_time: 1_700_000_000,
  ...patch,
});
const reversal = entry({ id: 8, n: 5, type: 'reversal', money: '-50.00', memo: 'Booked twice', ref: 'reversal:7' });
const MAY = parseBootstrap({
  permissions: { [`/admin/${MONEY}`]: [REVERSE], '/admin/user_score_log': ['/admin/user_score_log/reverse'] },
});

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

/** Renders the cells of some entries as their list does. */
async function renderCells(
  rows: readonly WireRow[],
  answer: (request: RecordedRequest) => FakeResponse | undefined,
  entity: AnyEntity = userMoneyLog,
) {
  const column = getColumns(entity).get('type');
  if (column === undefined) throw new Error('column `type` is missing');
  screen = await openScreen(
    <BootstrapContext value={MAY}>
      <DialogHost>
        {rows.map((row) => (
          <EntryTypeCell
            key={Number(row['id'])}
            entity={entity}
            column={column}
            row={row}
            value={row['type'] ?? null}
          />
        ))}
      </DialogHost>
    </BootstrapContext>,
    { respond: answer },
  );
  await page.findAllByText('Adjustment');
  act(() => void screen.client.store.dispatch(titlesReceived({ [user.name]: { 9: 'Isla Morgan', 10: 'Rosa Lind' } })));
}
const arrive = (row: WireRow) => act(() => void screen.client.store.dispatch(rowsReceived({ e: MONEY, rows: [row] })));
const offered = () => page.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const nothingFound = ({ path }: RecordedRequest): FakeResponse | undefined =>
  path === INDEX ? { envelope: { data: createListResponse([]) } } : undefined;
async function open(): Promise<HTMLElement> {
  fireEvent.click(page.getByRole('button', { name: 'Reverse Isla Morgan’s entry #4' }));
  return page.findByRole('dialog', { name: 'Reverse Isla Morgan’s entry #4' });
}
const submit = () => page.getByRole('button', { name: 'Reverse' });
const sentRequests = (wanted: string) => screen.fakeServer.requests.filter(({ path }) => path === wanted);

describe('EntryTypeCell', () => {
  it('labels the button with member and number', async () => {
    await renderCells([entry({}), entry({ id: 6, user_id: 10 }), entry({ id: 5, user_id: 11 })], () => undefined);
    expect(offered()).toEqual(['Isla Morgan', 'Rosa Lind', '#11'].map((member) => `Reverse ${member}’s entry #4`));
  });

  it('hides the button once the reversal is cached, and only for its entry', async () => {
    await renderCells([entry({}), entry({ id: 77, n: 3 })], () => undefined);
    arrive(entry({ id: 9, ref: 'order:7' }));
    expect(offered()).toHaveLength(2);
    arrive(reversal);
    expect(offered()).toEqual(['Reverse Isla Morgan’s entry #3']);
  });

  it('has no button on a reversal', async () => {
    await renderCells([entry({}), reversal], () => undefined);
    expect(offered()).toEqual(['Reverse Isla Morgan’s entry #4']);
  });
});

describe('ReverseDialog', () => {
  it('shows the entry', async () => {
    await renderCells([entry({})], nothingFound);
    const shown = (await open()).querySelector('[data-entry]');
    expect(shown).toHaveTextContent(/^Isla Morgan\+¥50\.00 balanceRefund for order 88\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    act(() => void screen.client.store.dispatch(titlesReceived({ [user.name]: { 9: 'Isla Moore' } })));
    expect(shown).toHaveTextContent(/^Isla Moore/);
    expect(page.getByRole('dialog')).toHaveAccessibleName('Reverse Isla Moore’s entry #4');
  });

  it('shows points, deductions, and translated memos of the server', async () => {
    const row = { ...entry({ score: -20, memo: checkInMemo(3) }), money: null };
    await renderCells([row], () => undefined, userScoreLog);
    const shown = (await open()).querySelector('[data-entry]');
    expect(shown).toHaveTextContent(/−20 points/);
    expect(shown).not.toHaveTextContent(checkInMemo(3));
  });

  it('masks an amount the reader may not see', async () => {
    const { money: _hidden, ...rest } = entry({});
    await renderCells([rest], nothingFound);
    expect((await open()).querySelector('[data-entry]')).toHaveTextContent(/^Isla Morgan••••/);
  });

  it('shows an earlier reversal, and disables the submit button', async () => {
    const found = ({ path, query }: RecordedRequest): FakeResponse | undefined =>
      path === INDEX && query.get('search[]')?.includes('"reversal:7"') === true
        ? { envelope: { data: createListResponse([reversal]) } }
        : undefined;
    await renderCells([entry({})], found);
    await open();
    expect(await page.findByRole('alert')).toHaveTextContent('Reversed by entry #5');
    expect(submit()).toBeDisabled();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    expect(reason).toHaveAttribute('readonly');
    // The dialog keeps receiving key presses.
    expect(reason).toHaveFocus();
    expect(screen.client.app.toasts.list()).toEqual([]);
  });

  it('shows a reversal that arrives while it is open, and keeps the typed reason', async () => {
    await renderCells([entry({})], nothingFound);
    await open();
    const where = { field: 'ref', op: '=', value: 'reversal:7' };
    await waitFor(() => expect(screen.subscribedTopics()).toContainEqual(expect.objectContaining({ e: MONEY, where })));
    const reason = page.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
    fireEvent.change(reason, { target: { value: 'Booked twice' } });
    expect(submit()).toBeEnabled();
    const change = { op: 'enter', id: 8, v: 1, at: 1, row: reversal } as const;
    act(() => screen.receiveFrame({ e: MONEY, c: [change] }));
    expect(page.getByRole('alert')).toHaveTextContent('Reversed by entry #5');
    expect(submit()).toBeDisabled();
    expect(reason.value).toBe('Booked twice');
  });

  it('ignores the live update of its own reversal before the response', async () => {
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    await renderCells([entry({})], (one) =>
      one.path === REVERSE ? { after, envelope: { data: { id: 7, row: { id: 7, n: 4 } } } } : nothingFound(one),
    );
    await open();
    fireEvent.change(page.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Booked twice' } });
    fireEvent.click(submit());
    await waitFor(() => expect(sentRequests(REVERSE)).toHaveLength(1));
    arrive(reversal);
    expect(page.queryByRole('alert')).toBeNull();
    respond();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(sentRequests(REVERSE).map(({ body }) => body)).toEqual([
      { id: 7, memo: 'Booked twice', _mid: expect.any(String) },
    ]);
  });

  it('shows the missing reason until one is typed', async () => {
    await renderCells([entry({})], nothingFound);
    await open();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    fireEvent.click(submit());
    expect(await page.findByText('Enter a reason')).toBeVisible();
    expect(reason).toBeInvalid();
    fireEvent.change(reason, { target: { value: 'B' } });
    expect(reason).toBeValid();
    expect(page.queryByText('Enter a reason')).toBeNull();
  });

  it('takes a new idempotency key after a refusal, and keeps it after a lost response', async () => {
    const responses: FakeResponse[] = [
      { envelope: { code: 0, msg: 'Not enough: ¥3.00 available.' } },
      { status: 503, envelope: { code: 503, msg: 'gone' } },
      { envelope: { data: { id: 7, row: { id: 7, n: 4 } } } },
    ];
    await renderCells([entry({})], (one) => (one.path === REVERSE ? responses.shift() : nothingFound(one)));
    await open();
    fireEvent.change(page.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Booked twice' } });
    fireEvent.click(submit());
    expect(await page.findByText('Not enough: ¥3.00 available.')).toBeVisible();
    fireEvent.click(submit());
    expect(await page.findByText(/unavailable/i)).toBeVisible();
    fireEvent.click(submit());
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    const [refused, lost, booked] = sentRequests(REVERSE).map(({ body }) => (body as { readonly _mid: string })._mid);
    expect(lost).not.toBe(refused);
    expect(booked).toBe(lost);
  });

  it('keeps the reason when it is closed', async () => {
    await renderCells([entry({})], nothingFound);
    await open();
    const reason = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
    fireEvent.change(reason(), { target: { value: 'Booked twice' } });
    fireEvent.keyDown(reason(), { key: 'Escape' });
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await open();
    expect(reason().value).toBe('Booked twice');
  });
});
