/** A booking whose response was lost may be stored: the next press must repeat it under its idempotency key and never book twice. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import type { RecordedRequest, FakeResponse } from '../../../../testing/fakeHttpServer';
import { createTestUser } from '../../../../testing/testClient';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { signedIn } from '../../../../shared/store/session';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { AdjustDialog } from './AdjustDialog';

const ADD = '/admin/user_money_log/add';
/** Response of a proxy whose server is gone: the outcome is unknown. */
const LOST: FakeResponse = { status: 503, envelope: { code: 503, msg: 'gone' } };
const GONE = /unavailable/i;
const REUSED: FakeResponse = { status: 422, envelope: { code: 422, msg: 'This operation id was already used.' } };
const refused = (msg: string): FakeResponse => ({ envelope: { code: 0, msg } });
const BOOKED: FakeResponse = { envelope: { data: { id: 1, row: { id: 1, n: 4, after: '12.00' } } } };

const MAY = parseBootstrap({ permissions: { '/admin/user': ['/admin/user/ask_second'] } });
function Adjusting({ onClose }: { readonly onClose: () => void }) {
  useLazyTranslations();
  return (
    <BootstrapContext value={MAY}>
      <AdjustDialog id={9} name="Rosa" kinds={{ money: true, score: true }} onClose={onClose} />
    </BootstrapContext>
  );
}

beforeEach(() => window.sessionStorage.clear());

describe('AdjustDialog', () => {
  let screen: Screen;
  let closed = 0;
  let responses: FakeResponse[] = [];
  const sentRequests = () =>
    screen.fakeServer.requests.filter(({ path }) => path === ADD).map(({ body }) => body as Sent);
  beforeEach(async () => {
    closed = 0;
    const respond = ({ path }: RecordedRequest) => (path === ADD ? responses.shift() : undefined);
    screen = await openScreen(<Adjusting onClose={() => (closed += 1)} />, { respond });
  });
  afterEach(async () => {
    cleanup();
    await screen.close();
  });

  const type = (label: string, value: string) =>
    fireEvent.change(page.getByRole('textbox', { name: label }), { target: { value } });
  /** Presses Book, then waits for the expected text or for the dialog to close. */
  async function press(amount: string, shownText?: RegExp): Promise<Sent> {
    type('Amount', amount);
    type('Reason', 'a correction');
    fireEvent.click(page.getByRole('button', { name: 'Apply' }));
    if (shownText === undefined) await waitFor(() => expect(closed).toBe(1));
    else await page.findByText(shownText);
    const sent = sentRequests().at(-1);
    if (sent === undefined) throw new Error('no booking was sent');
    return sent;
  }

  it('repeats a booking without a response under its idempotency key', async () => {
    responses = [LOST, BOOKED];
    const lost = await press('5.00', GONE);
    expect(lost).toEqual({ user_id: 9, money: '5.00', memo: 'a correction', _mid: expect.any(String) });
    // A lost response is not an error of the amount.
    expect(page.getByRole('textbox', { name: 'Amount' })).toBeValid();
    expect(page.getByRole('alert')).toHaveTextContent(/might already have been applied.*won’t be applied twice/);
    // `5` and `5.00` are the same booking.
    expect(await press('5')).toEqual(lost);
    expect(sentRequests()).toHaveLength(2);
  });

  it('takes a new idempotency key after a refusal', async () => {
    responses = [refused('Not that much.'), BOOKED];
    const first = await press('-500.00', /Not that much/);
    const changed = await press('-5.00');
    expect(changed).toMatchObject({ money: '-5.00', memo: first.memo });
    expect(changed._mid).not.toBe(first._mid);
  });

  it('marks its fields, and shows errors of other fields as text', async () => {
    const fields = {
      money: [{ msg: 'Too precise.' }],
      user_id: [{ msg: 'No such record.' }],
      params: [{ msg: 'Something else is wrong.' }],
    };
    const respond = (some: object): FakeResponse => ({
      envelope: { code: 422, msg: 'Check the marked fields.', data: { fields: some } },
    });
    const { params } = fields;
    responses = [respond({ params }), respond(fields), BOOKED];
    await press('5.00', /^params: Something else is wrong\.$/);
    expect(page.queryByText(/marked fields/)).toBeNull();
    expect(page.getByRole('textbox', { name: 'Amount' })).toBeValid();
    await press('5.00', /^Member: No such record\. · params: Something else is wrong\.$/);
    expect(page.getByRole('textbox', { name: 'Amount' })).toBeInvalid();
    expect(page.getByText('Too precise.')).not.toBeNull();
    await press('6.00');
  });

  it('keeps a pasted amount at full length', () => {
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).maxLength).toBe(-1);
  });

  it('sends a changed amount under the key of the lost booking, and takes a new key only after the refusal', async () => {
    responses = [LOST, REUSED, BOOKED];
    const lost = await press('5.00', GONE);
    expect(await press('6.00', /already used/)).toMatchObject({ money: '6.00', _mid: lost._mid });
    const changed = await press('6.00');
    expect(changed.money).toBe('6.00');
    expect(changed._mid).not.toBe(lost._mid);
  });

  it('shows an error only while the field has the refused value', async () => {
    responses = [refused('Not enough: 3.00 available.')];
    await press('-500.00', /Not enough: 3.00/);
    const shownText = () => page.queryByText('Not enough: 3.00 available.');
    fireEvent.click(page.getByRole('button', { name: 'Points' }));
    type('Amount', '25');
    expect(shownText()).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Balance' }));
    expect(shownText()).toBeNull();
    type('Amount', '-500.00');
    expect(shownText()).not.toBeNull();
  });

  it('books a smaller amount under a new key after a refusal that requires approval', async () => {
    const tooLarge: FakeResponse = { envelope: { code: 0, msg: 'Too large for one.', data: { secondPerson: true } } };
    responses = [tooLarge, BOOKED];
    const first = await press('5000', /another admin/);
    const smaller = await press('20');
    expect(smaller.money).toBe('20.00');
    expect(smaller._mid).not.toBe(first._mid);
  });

  it('requests approval for the current fields, and no longer offers it after they change', async () => {
    const SECOND = '/admin/user/ask_second';
    const tooLarge: FakeResponse = { envelope: { code: 0, msg: 'Too large for one.', data: { secondPerson: true } } };
    responses = [tooLarge, tooLarge, BOOKED];
    const offered = () => page.queryByRole('button', { name: 'Request approval' });
    await press('5000', /another admin/);
    expect(offered()).not.toBeNull();
    for (const [label, other, back] of [
      ['Amount', '20', '5000'],
      ['Reason', 'Small one', 'a correction'],
    ] as const) {
      type(label, other);
      expect(offered()).toBeNull();
      type(label, back);
      expect(offered()).not.toBeNull();
    }
    fireEvent.click(page.getByRole('button', { name: 'Points' }));
    expect(offered()).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Balance' }));
    type('Reason', 'Another');
    fireEvent.click(page.getByRole('button', { name: 'Apply' }));
    // Enter now requests the approval instead of repeating the refused booking.
    const button = await page.findByRole<HTMLButtonElement>('button', { name: 'Request approval' });
    expect(button.type).toBe('submit');
    expect(page.queryByRole('button', { name: 'Apply' })).toBeNull();
    fireEvent.submit(page.getByRole('textbox', { name: 'Reason' }));
    await waitFor(() => expect(screen.fakeServer.requests.some(({ path }) => path === SECOND)).toBe(true));
    expect(screen.fakeServer.requests.filter(({ path }) => path === SECOND).map(({ body }) => body)).toEqual([
      { id: 9, kind: 'money', money: '5000.00', memo: 'Another', _mid: expect.any(String) },
    ]);
  });
});

describe('booking draft', () => {
  let screen: Screen;
  let responses: FakeResponse[] = [];
  const sentRequests = () =>
    screen.fakeServer.requests.filter(({ path }) => path === ADD).map(({ body }) => body as Sent);
  function Reopening() {
    const [open, setOpen] = useState(true);
    if (open) return <Adjusting onClose={() => setOpen(false)} />;
    return <button onClick={() => setOpen(true)}>Open again</button>;
  }
  beforeEach(async () => {
    const respond = ({ path }: RecordedRequest) => (path === ADD ? responses.shift() : undefined);
    screen = await openScreen(<Reopening />, { respond });
  });
  afterEach(async () => {
    cleanup();
    await screen.close();
  });
  const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
  const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
  const press = (name: string) => fireEvent.click(page.getByRole('button', { name }));
  const reopen = async () => {
    fireEvent.click(await page.findByRole('button', { name: 'Open again' }));
    await page.findByRole('textbox', { name: 'Amount' });
  };
  const fill = (amount: string) => {
    type('Amount', amount);
    type('Reason', 'a correction');
  };

  it.each(['Esc', 'Cancel'])('is restored after %s and can be discarded', async (way) => {
    fill('5.00');
    if (way === 'Cancel') press('Cancel');
    else fireEvent.keyDown(box('Reason'), { key: 'Escape' });
    await reopen();
    expect([box('Amount').value, box('Reason').value]).toEqual(['5.00', 'a correction']);
    expect(page.getByText('Your earlier input is still here.')).toBeVisible();
    press('Start over');
    expect([box('Amount').value, box('Reason').value]).toEqual(['', '']);
  });

  it('a draft is restored for its author, not for another admin in the same tab', async () => {
    const { store } = screen.client;
    const signIn = (id: number) =>
      act(
        () =>
          void store.dispatch(signedIn({ realm: 'admin', person: { ...createTestUser(), id }, isPersistent: false })),
      );
    const texts = () => [box('Amount').value, box('Reason').value];
    const { id } = createTestUser();
    fill('5.00');
    press('Cancel');
    signIn(id + 1);
    await reopen();
    expect(texts()).toEqual(['', '']);
    press('Cancel');
    signIn(id);
    await reopen();
    expect(texts()).toEqual(['5.00', 'a correction']);
  });

  it('keeps its idempotency key when the response was lost and the dialog was closed', async () => {
    responses = [LOST, BOOKED];
    fill('5.00');
    press('Apply');
    await page.findByText(/might already have been applied/);
    press('Cancel');
    await reopen();
    press('Start over');
    fill('5.00');
    press('Apply');
    await waitFor(() => expect(sentRequests()).toHaveLength(2));
    expect(sentRequests()[1]).toEqual(sentRequests()[0]);
  });

  it('keeps its idempotency key over a reload, and asks before an equal booking', async () => {
    responses = [LOST, BOOKED, BOOKED];
    const reload = async () => {
      cleanup();
      await screen.close();
      screen = await openScreen(<Reopening />, {
        respond: ({ path }) => (path === ADD ? responses.shift() : undefined),
      });
      await page.findByRole('dialog');
    };
    fill('5.00');
    press('Apply');
    await page.findByText(/might already have been applied/);
    const [first] = sentRequests();
    await reload();
    fill('5.00');
    press('Apply');
    await waitFor(() => expect(sentRequests()).toHaveLength(1));
    expect(sentRequests()[0]?._mid).toBe(first?._mid);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await reload();
    fill('5.00');
    press('Apply');
    expect(await page.findByText('Balance just updated (entry #4). Apply another adjustment?')).toBeVisible();
    expect(sentRequests()).toHaveLength(0);
    expect(window.sessionStorage.getItem('storeBookings')).not.toContain('correction');
  });

  it('asks before an equal booking within minutes', async () => {
    responses = [BOOKED, BOOKED];
    fill('5.00');
    press('Apply');
    await reopen();
    fill('5.00');
    press('Apply');
    expect(await page.findByText('Balance just updated (entry #4). Apply another adjustment?')).toBeVisible();
    expect(sentRequests()).toHaveLength(1);
    press('Apply again');
    await waitFor(() => expect(sentRequests()).toHaveLength(2));
    expect(sentRequests()[1]?._mid).not.toBe(sentRequests()[0]?._mid);
  });

  it('asks for a confirmation of a large amount', async () => {
    responses = [BOOKED];
    fill('10000');
    press('Apply');
    expect(await page.findByText('Check this large amount: +¥10,000.00 balance for Rosa.')).toBeVisible();
    expect(sentRequests()).toEqual([]);
    // A double click does not answer the question.
    expect(page.getByRole('button', { name: 'Add ¥10,000.00' })).toBeDisabled();
    await waitFor(() => expect(page.getByRole('button', { name: 'Add ¥10,000.00' })).toBeEnabled(), { timeout: 3_000 });
    press('Add ¥10,000.00');
    await waitFor(() => expect(sentRequests()).toHaveLength(1));
  });

  it('the toast names the amount and the new balance, and opens the receipt', async () => {
    responses = [{ envelope: { data: { id: 31, row: { id: 31, n: 4, after: '12.00', receipt: 'R-31' } } } }];
    fill('-5.00');
    press('Apply');
    const toasts = () => screen.client.app.toasts.list();
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toMatchObject({
      text: '¥5.00 deducted. New balance ¥12.00',
      action: { label: 'Receipt' },
    });
    act(() => toasts()[0]?.action?.run());
    await waitFor(() =>
      expect(
        screen.fakeServer.requests.some(
          ({ path, query }) => path === '/admin/user_money_log/edit' && query.get('id') === '31',
        ),
      ).toBe(true),
    );
  });

  it.each([
    [{ money: true, score: false }, 'Adjust Rosa’s balance'],
    [{ money: false, score: true }, 'Adjust Rosa’s points'],
    [{ money: true, score: true }, 'Adjust Rosa’s balance or points'],
  ])('the title names only the ledgers one may book in: %j', async (kinds, title) => {
    const Titled = () => {
      useLazyTranslations();
      return <AdjustDialog id={9} name="Rosa" kinds={kinds} onClose={() => undefined} />;
    };
    cleanup();
    await screen.close();
    screen = await openScreen(<Titled />, { respond: () => undefined });
    expect(await page.findByRole('dialog', { name: title })).toBeVisible();
  });

  it.each([
    ['12.345', 'Use at most two decimal places'],
    ['1,000', 'Enter the amount without separators, such as 1000'],
    ['.5', 'Add a digit before the decimal point, such as 0.50'],
    ['abc', 'Enter a number, such as 50 or 12.34'],
    ['0', 'Enter an amount other than zero'],
    ['999999999999999', 'This amount is too large'],
  ])('shows while typing, and only once, why %j is not an amount', async (amount, why) => {
    type('Amount', amount);
    expect(page.getByText(why)).toBeVisible();
    press('Apply');
    await page.findByText('Enter a reason');
    // Only the field shows it, before and after the press.
    expect(page.getByText(why)).toBeVisible();
    expect(box('Amount')).toHaveAccessibleDescription(why);
  });

  it('deducts by button or by a typed sign, and sends type and reference', async () => {
    responses = [BOOKED];
    fireEvent.mouseDown(page.getByRole('combobox', { name: 'Type' }));
    fireEvent.click(await page.findByRole('option', { name: 'Payment' }));
    expect(page.getByRole('button', { name: 'Deduct' })).toHaveAttribute('aria-pressed', 'true');
    fill('5.00');
    type('Reference', ' order-88 ');
    press('Apply');
    await waitFor(() => expect(sentRequests()).toHaveLength(1));
    expect(sentRequests()[0]).toMatchObject({ money: '-5.00', type: 'payment', reference: 'order-88' });
  });
});

interface Sent {
  readonly money: string;
  readonly memo: string;
  readonly _mid: string;
}
