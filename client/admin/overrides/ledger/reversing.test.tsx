/** An entry is taken back by who read whose it is and how much, and only one that was not taken back before. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../../common/entity/entity';
import { columnsOf } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { checkInMemo } from '../../../../common/locales/memos';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { DialogHost } from '../../../shared/controls/DialogHost';
import { rowsReceived, titlesReceived } from '../../../shared/store/entities';
import type { Asked, Told } from '../../../testing/fakeHttpServer';
import { listOf, openScreen, type Screen } from '../../../testing/screenHarness';
import { TypeCell } from './LedgerCells';

const { name: MONEY } = userMoneyLog;
const INDEX = `/admin/${MONEY}/index`;
const REVERSE = `/admin/${MONEY}/reverse`;
const entry = (patch: WireRow): WireRow => ({
  ...{
    id: 7,
    user_id: 9,
    n: 4,
    type: 'adjust',
    money: '50.00',
    memo: 'Refund for order 88',
    create_time: 1_700_000_000,
  },
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

/** The cells of some entries, as their list draws them. */
async function draw(
  rows: readonly WireRow[],
  answer: (asked: Asked) => Told | undefined,
  entity: AnyEntity = userMoneyLog,
) {
  const column = columnsOf(entity).get('type');
  if (column === undefined) throw new Error('entries have no type');
  screen = await openScreen(
    <BootstrapContext value={MAY}>
      <DialogHost>
        {rows.map((row) => (
          <TypeCell key={Number(row['id'])} entity={entity} column={column} row={row} value={row['type'] ?? null} />
        ))}
      </DialogHost>
    </BootstrapContext>,
    { answer },
  );
  await page.findAllByText('Adjustment');
  act(() => void screen.client.store.dispatch(titlesReceived({ [user.name]: { 9: 'Isla Morgan', 10: 'Rosa Lind' } })));
}
const arrive = (row: WireRow) => act(() => void screen.client.store.dispatch(rowsReceived({ e: MONEY, rows: [row] })));
const offered = () => page.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const nothingFound = ({ path }: Asked): Told | undefined =>
  path === INDEX ? { envelope: { data: listOf([]) } } : undefined;
async function open(): Promise<HTMLElement> {
  fireEvent.click(page.getByRole('button', { name: 'Reverse entry 4 of Isla Morgan' }));
  return page.findByRole('dialog', { name: 'Reverse entry 4 of Isla Morgan' });
}
const submit = () => page.getByRole('button', { name: 'Reverse' });
const asked = (wanted: string) => screen.world.asked.filter(({ path }) => path === wanted);

describe('the button that takes an entry back', () => {
  it('says whose entry it is: two members have the same numbers', async () => {
    await draw([entry({}), entry({ id: 6, user_id: 10 }), entry({ id: 5, user_id: 11 })], () => undefined);
    expect(offered()).toEqual(['Isla Morgan', 'Rosa Lind', '#11'].map((member) => `Reverse entry 4 of ${member}`));
  });

  it('is gone once the entry that took it back is at hand, and only there', async () => {
    await draw([entry({}), entry({ id: 77, n: 3 })], () => undefined);
    arrive(entry({ id: 9, ref: 'order:7' }));
    expect(offered()).toHaveLength(2);
    arrive(reversal);
    expect(offered()).toEqual(['Reverse entry 3 of Isla Morgan']);
  });

  it('is not offered for what takes back itself', async () => {
    await draw([entry({}), reversal], () => undefined);
    expect(offered()).toEqual(['Reverse entry 4 of Isla Morgan']);
  });
});

describe('the dialog that takes an entry back', () => {
  it('shows the entry it is about', async () => {
    await draw([entry({})], nothingFound);
    const shown = (await open()).querySelector('[data-entry]');
    expect(shown).toHaveTextContent(/^Isla Morgan\+¥50\.00 balanceRefund for order 88\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    act(() => void screen.client.store.dispatch(titlesReceived({ [user.name]: { 9: 'Isla Moore' } })));
    expect(shown).toHaveTextContent(/^Isla Moore/);
    expect(page.getByRole('dialog')).toHaveAccessibleName('Reverse entry 4 of Isla Moore');
  });

  it('shows points, what was taken, and what the house wrote in the words of the reader', async () => {
    const row = { ...entry({ score: -20, memo: checkInMemo(3) }), money: null };
    await draw([row], () => undefined, userScoreLog);
    const shown = (await open()).querySelector('[data-entry]');
    expect(shown).toHaveTextContent(/−20 points/);
    expect(shown).not.toHaveTextContent(checkInMemo(3));
  });

  it('does not claim an amount that is hidden from its reader', async () => {
    const { money: _hidden, ...rest } = entry({});
    await draw([rest], nothingFound);
    expect((await open()).querySelector('[data-entry]')).toHaveTextContent(/^Isla Morgan••••/);
  });

  it('says that the entry was taken back before, and offers nothing then', async () => {
    const found = ({ path, query }: Asked): Told | undefined =>
      path === INDEX && query.get('search[]')?.includes('"reversal:7"') === true
        ? { envelope: { data: listOf([reversal]) } }
        : undefined;
    await draw([entry({})], found);
    await open();
    expect(await page.findByRole('alert')).toHaveTextContent('Reversed by entry 5');
    expect(submit()).toBeDisabled();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    expect(reason).toHaveAttribute('readonly');
    // Keys go on reaching the dialog.
    expect(reason).toHaveFocus();
    expect(screen.client.app.toasts.list()).toEqual([]);
  });

  it('hears of it while it is open, and keeps what was typed', async () => {
    await draw([entry({})], nothingFound);
    await open();
    const where = { field: 'ref', op: '=', value: 'reversal:7' };
    await waitFor(() => expect(screen.follows()).toContainEqual(expect.objectContaining({ e: MONEY, where })));
    const reason = page.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
    fireEvent.change(reason, { target: { value: 'Booked twice' } });
    expect(submit()).toBeEnabled();
    const change = { op: 'enter', id: 8, v: 1, at: 1, row: reversal } as const;
    act(() => screen.tell({ e: MONEY, c: [change] }));
    expect(page.getByRole('alert')).toHaveTextContent('Reversed by entry 5');
    expect(submit()).toBeDisabled();
    expect(reason.value).toBe('Booked twice');
  });

  it('does not say so of the reversal it sends itself, which may be heard of before it is answered', async () => {
    let answer = (): void => undefined;
    const after = new Promise<void>((done) => (answer = done));
    await draw([entry({})], (one) =>
      one.path === REVERSE ? { after, envelope: { data: { id: 7, row: { id: 7, n: 4 } } } } : nothingFound(one),
    );
    await open();
    fireEvent.change(page.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Booked twice' } });
    fireEvent.click(submit());
    await waitFor(() => expect(asked(REVERSE)).toHaveLength(1));
    arrive(reversal);
    expect(page.queryByRole('alert')).toBeNull();
    answer();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(asked(REVERSE).map(({ body }) => body)).toEqual([{ id: 7, memo: 'Booked twice', _mid: expect.any(String) }]);
  });

  it('says that a reason is missing only until one is typed', async () => {
    await draw([entry({})], nothingFound);
    await open();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    fireEvent.click(submit());
    expect(await page.findByText('Please give a reason')).toBeVisible();
    expect(reason).toBeInvalid();
    fireEvent.change(reason, { target: { value: 'B' } });
    expect(reason).toBeValid();
    expect(page.queryByText('Please give a reason')).toBeNull();
  });

  it('asks under a new key after a refusal, and under the same one when the answer was lost', async () => {
    const told: Told[] = [
      { envelope: { code: 0, msg: 'Not enough: ¥3.00 available.' } },
      { status: 503, envelope: { code: 503, msg: 'gone' } },
      { envelope: { data: { id: 7, row: { id: 7, n: 4 } } } },
    ];
    await draw([entry({})], (one) => (one.path === REVERSE ? told.shift() : nothingFound(one)));
    await open();
    fireEvent.change(page.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Booked twice' } });
    fireEvent.click(submit());
    expect(await page.findByText('Not enough: ¥3.00 available.')).toBeVisible();
    fireEvent.click(submit());
    expect(await page.findByText(/unavailable/i)).toBeVisible();
    fireEvent.click(submit());
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    const [refused, lost, booked] = asked(REVERSE).map(({ body }) => (body as { readonly _mid: string })._mid);
    expect(lost).not.toBe(refused);
    expect(booked).toBe(lost);
  });

  it('keeps the reason when it is closed without sending', async () => {
    await draw([entry({})], nothingFound);
    await open();
    const reason = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
    fireEvent.change(reason(), { target: { value: 'Booked twice' } });
    fireEvent.keyDown(reason(), { key: 'Escape' });
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await open();
    expect(reason().value).toBe('Booked twice');
  });
});
