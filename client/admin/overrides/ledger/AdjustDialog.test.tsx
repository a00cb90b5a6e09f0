/** A press of Book whose answer was lost may have been a booking: the next press must be the same one, never a second. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import type { Asked, Told } from '../../../testing/fakeHttpServer';
import { somebody } from '../../../testing/testClient';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { signedIn } from '../../../shared/store/session';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { AdjustDialog } from './AdjustDialog';

const ADD = '/admin/user_money_log/add';
/** The server was gone before it could say what became of it. */
const LOST: Told = { status: 503, envelope: { code: 503, msg: 'gone' } };
const GONE = /unavailable/i;
const REUSED: Told = { status: 422, envelope: { code: 422, msg: 'This operation id was already used.' } };
const refused = (msg: string): Told => ({ envelope: { code: 0, msg } });
const BOOKED: Told = { envelope: { data: { id: 1, row: { id: 1, n: 4, after: '12.00' } } } };

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

describe('the dialog that adjusts a balance', () => {
  let screen: Screen;
  let closed = 0;
  let answers: Told[] = [];
  const asked = () => screen.world.asked.filter(({ path }) => path === ADD).map(({ body }) => body as Sent);
  beforeEach(async () => {
    closed = 0;
    const answer = ({ path }: Asked) => (path === ADD ? answers.shift() : undefined);
    screen = await openScreen(<Adjusting onClose={() => (closed += 1)} />, { answer });
  });
  afterEach(async () => {
    cleanup();
    await screen.close();
  });

  const type = (label: string, value: string) =>
    fireEvent.change(page.getByRole('textbox', { name: label }), { target: { value } });
  /** Presses, and waits until the dialog says what came of it or is done. */
  async function press(amount: string, said?: RegExp): Promise<Sent> {
    type('Change', amount);
    type('Reason', 'a correction');
    fireEvent.click(page.getByRole('button', { name: 'Book' }));
    if (said === undefined) await waitFor(() => expect(closed).toBe(1));
    else await page.findByText(said);
    const sent = asked().at(-1);
    if (sent === undefined) throw new Error('nothing was asked');
    return sent;
  }

  it('asks again under the same key when the answer was lost', async () => {
    answers = [LOST, BOOKED];
    const lost = await press('5.00', GONE);
    expect(lost).toEqual({ user_id: 9, money: '5.00', memo: 'a correction', _mid: expect.any(String) });
    // Nothing is wrong with the amount, and nobody books it anew because nothing is known of it.
    expect(page.getByRole('textbox', { name: 'Change' })).toBeValid();
    expect(page.getByRole('alert')).toHaveTextContent(/may have been booked all the same.*nothing is booked twice/);
    // `5` is the same booking.
    expect(await press('5')).toEqual(lost);
    expect(asked()).toHaveLength(2);
  });

  it('asks under a new key when what was asked before was refused', async () => {
    answers = [refused('Not that much.'), BOOKED];
    const first = await press('-500.00', /Not that much/);
    const changed = await press('-5.00');
    expect(changed).toMatchObject({ money: '-5.00', memo: first.memo });
    expect(changed._mid).not.toBe(first._mid);
  });

  it('marks the fields it knows, and says in words what was refused of any other', async () => {
    const fields = {
      money: [{ msg: 'Too precise.' }],
      user_id: [{ msg: 'No such record.' }],
      params: [{ msg: 'Something else is wrong.' }],
    };
    const answer = (some: object): Told => ({
      envelope: { code: 422, msg: 'Please check the marked fields.', data: { fields: some } },
    });
    const { params } = fields;
    answers = [answer({ params }), answer(fields), BOOKED];
    await press('5.00', /^params: Something else is wrong\.$/);
    expect(page.queryByText(/marked fields/)).toBeNull();
    expect(page.getByRole('textbox', { name: 'Change' })).toBeValid();
    await press('5.00', /^Member: No such record\. · params: Something else is wrong\.$/);
    expect(page.getByRole('textbox', { name: 'Change' })).toBeInvalid();
    expect(page.getByText('Too precise.')).not.toBeNull();
    await press('6.00');
  });

  it('takes an amount as it was pasted: what is cut is another amount', () => {
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Change' }).maxLength).toBe(-1);
  });

  it('never books a changed amount beside a lost one: the server refuses the old key, and only then is there a new one', async () => {
    answers = [LOST, REUSED, BOOKED];
    const lost = await press('5.00', GONE);
    expect(await press('6.00', /already used/)).toMatchObject({ money: '6.00', _mid: lost._mid });
    const changed = await press('6.00');
    expect(changed.money).toBe('6.00');
    expect(changed._mid).not.toBe(lost._mid);
  });

  it('says what is wrong only while that of which it was said stands in the fields', async () => {
    answers = [refused('Not enough: 3.00 available.')];
    await press('-500.00', /Not enough: 3.00/);
    const said = () => page.queryByText('Not enough: 3.00 available.');
    fireEvent.click(page.getByRole('button', { name: 'Points' }));
    type('Change', '25');
    expect(said()).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Balance' }));
    expect(said()).toBeNull();
    type('Change', '-500.00');
    expect(said()).not.toBeNull();
  });

  it('books a smaller amount under a new key after a refusal that names a second person', async () => {
    const tooLarge: Told = { envelope: { code: 0, msg: 'Too large for one.', data: { secondPerson: true } } };
    answers = [tooLarge, BOOKED];
    const first = await press('5000', /second person/);
    const smaller = await press('20');
    expect(smaller.money).toBe('20.00');
    expect(smaller._mid).not.toBe(first._mid);
  });

  it('asks a second person for what stands in the fields, and no longer offers it once they say something else', async () => {
    const SECOND = '/admin/user/ask_second';
    const tooLarge: Told = { envelope: { code: 0, msg: 'Too large for one.', data: { secondPerson: true } } };
    answers = [tooLarge, tooLarge, BOOKED];
    const offered = () => page.queryByRole('button', { name: 'Ask for approval' });
    await press('5000', /second person/);
    expect(offered()).not.toBeNull();
    for (const [label, other, back] of [
      ['Change', '20', '5000'],
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
    fireEvent.click(page.getByRole('button', { name: 'Book' }));
    // It is what Enter does now: the refusal is not asked for again.
    const button = await page.findByRole<HTMLButtonElement>('button', { name: 'Ask for approval' });
    expect(button.type).toBe('submit');
    expect(page.queryByRole('button', { name: 'Book' })).toBeNull();
    fireEvent.submit(page.getByRole('textbox', { name: 'Reason' }));
    await waitFor(() => expect(screen.world.asked.some(({ path }) => path === SECOND)).toBe(true));
    expect(screen.world.asked.filter(({ path }) => path === SECOND).map(({ body }) => body)).toEqual([
      { id: 9, kind: 'money', money: '5000.00', memo: 'Another', _mid: expect.any(String) },
    ]);
  });
});

describe('what was typed for a booking', () => {
  let screen: Screen;
  let answers: Told[] = [];
  const asked = () => screen.world.asked.filter(({ path }) => path === ADD).map(({ body }) => body as Sent);
  function Reopening() {
    const [open, setOpen] = useState(true);
    if (open) return <Adjusting onClose={() => setOpen(false)} />;
    return <button onClick={() => setOpen(true)}>Open again</button>;
  }
  beforeEach(async () => {
    const answer = ({ path }: Asked) => (path === ADD ? answers.shift() : undefined);
    screen = await openScreen(<Reopening />, { answer });
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
    await page.findByRole('textbox', { name: 'Change' });
  };
  const fill = (amount: string) => {
    type('Change', amount);
    type('Reason', 'a correction');
  };

  it.each(['Esc', 'Cancel'])('is still there after %s, and can be thrown away', async (way) => {
    fill('5.00');
    if (way === 'Cancel') press('Cancel');
    else fireEvent.keyDown(box('Reason'), { key: 'Escape' });
    await reopen();
    expect([box('Change').value, box('Reason').value]).toEqual(['5.00', 'a correction']);
    expect(page.getByText('What you typed before is still here.')).toBeVisible();
    press('Start over');
    expect([box('Change').value, box('Reason').value]).toEqual(['', '']);
  });

  it('is not there for the next person who signs in in the same tab, and still there for the one who typed it', async () => {
    const { store } = screen.client;
    const signIn = (id: number) =>
      act(() => void store.dispatch(signedIn({ realm: 'admin', person: { ...somebody(), id }, isPersistent: false })));
    const texts = () => [box('Change').value, box('Reason').value];
    const { id } = somebody();
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

  it('keeps its key when the answer was lost and the dialog was closed, so that nothing is booked twice', async () => {
    answers = [LOST, BOOKED];
    fill('5.00');
    press('Book');
    await page.findByText(/may have been booked all the same/);
    press('Cancel');
    await reopen();
    press('Start over');
    fill('5.00');
    press('Book');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual(asked()[0]);
  });

  it('keeps its key over a reload of the page, and asks before it books the same again after one', async () => {
    answers = [LOST, BOOKED, BOOKED];
    const reload = async () => {
      cleanup();
      await screen.close();
      screen = await openScreen(<Reopening />, { answer: ({ path }) => (path === ADD ? answers.shift() : undefined) });
      await page.findByRole('dialog');
    };
    fill('5.00');
    press('Book');
    await page.findByText(/may have been booked all the same/);
    const [first] = asked();
    await reload();
    fill('5.00');
    press('Book');
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?._mid).toBe(first?._mid);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await reload();
    fill('5.00');
    press('Book');
    expect(await page.findByText('Booked as entry 4 just now. Book another one?')).toBeVisible();
    expect(asked()).toHaveLength(0);
    expect(window.sessionStorage.getItem('storeBookings')).not.toContain('correction');
  });

  it('asks before it books the same again within minutes', async () => {
    answers = [BOOKED, BOOKED];
    fill('5.00');
    press('Book');
    await reopen();
    fill('5.00');
    press('Book');
    expect(await page.findByText('Booked as entry 4 just now. Book another one?')).toBeVisible();
    expect(asked()).toHaveLength(1);
    press('Book another');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?._mid).not.toBe(asked()[0]?._mid);
  });

  it('is confirmed when the amount is large', async () => {
    answers = [BOOKED];
    fill('10000');
    press('Book');
    expect(await page.findByText('Please check this large amount: +¥10,000.00 balance for Rosa.')).toBeVisible();
    expect(asked()).toEqual([]);
    press('Confirm and book');
    await waitFor(() => expect(asked()).toHaveLength(1));
  });

  it.each([
    ['12.345', 'Use at most two decimal places'],
    ['1,000', 'Enter the amount without separators, such as 1000'],
    ['.5', 'Write a digit before the decimal point, such as 0.50'],
    ['abc', 'Enter a number, such as 50 or 12.34'],
    ['0', 'Enter an amount other than zero'],
    ['999999999999999', 'This amount is too large'],
  ])('shows at once, and once, why %j is no amount', async (amount, why) => {
    type('Change', amount);
    expect(page.getByText(why)).toBeVisible();
    press('Book');
    await page.findByText('Please give a reason');
    // The field alone shows it, before and after the button was pressed.
    expect(page.getByText(why)).toBeVisible();
    expect(box('Change')).toHaveAccessibleDescription(why);
  });

  it('is deducted by the button as well as by a typed sign, and carries type and reference', async () => {
    answers = [BOOKED];
    fireEvent.mouseDown(page.getByRole('combobox', { name: 'Type' }));
    fireEvent.click(await page.findByRole('option', { name: 'Payment' }));
    expect(page.getByRole('button', { name: 'Deduct' })).toHaveAttribute('aria-pressed', 'true');
    fill('5.00');
    type('Reference', ' order-88 ');
    press('Book');
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toMatchObject({ money: '-5.00', type: 'payment', reference: 'order-88' });
  });
});

interface Sent {
  readonly money: string;
  readonly memo: string;
  readonly _mid: string;
}
