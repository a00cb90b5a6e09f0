/**
 * showBookedToast: the toast counts only devices that reported the entry (D3, step 3).
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import { openFakeReceiptsServer, type FakeReceiptsServer } from '../../../testing/fakeReceiptsServer';
import type { RecordedRequest } from '../../../testing/fakeHttpServer';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { BookingDecisionDialog } from '../pendingBooking/BookingDecisionDialog';
import { AdjustDialog } from './booking/AdjustDialog';
import { ReverseDialog } from './reversal/ReverseDialog';

const BOOKED = { envelope: { data: { id: 1, row: { id: 1, n: 4, after: '12.00' } } } };
const DONE = '¥5.00 added. New balance ¥12.00';

function Adjusting() {
  useLazyTranslations();
  const [open, show] = useState(true);
  return open && <AdjustDialog id={9} name="Rosa" kinds={{ money: true, score: true }} onClose={() => show(false)} />;
}

const Reversing = () => {
  useLazyTranslations();
  const [open, show] = useState(true);
  const row = { id: 7, n: 2, user_id: 9 };
  return open && <ReverseDialog entity="user_money_log" row={row} onClose={() => show(false)} />;
};
const Approving = () => {
  useLazyTranslations();
  const [open, show] = useState(true);
  const row = { id: 5, user_id: 9, kind: 'money', money: '12.00', memo: 'Gift', asked_name: 'Ann' };
  return open && <BookingDecisionDialog decision="approve" row={row} onClose={() => show(false)} />;
};

beforeEach(() => window.sessionStorage.clear());

describe('showBookedToast', () => {
  let screen: Screen;
  let line: FakeReceiptsServer;
  beforeEach(async () => {
    const answer = ({ path }: RecordedRequest) => (path === '/admin/user_money_log/add' ? BOOKED : undefined);
    screen = await openScreen(<Adjusting />, { respond: answer });
    line = await openFakeReceiptsServer(screen);
  });
  afterEach(async () => {
    cleanup();
    await line.close();
    await screen.close();
  });
  const toasts = () => screen.client.app.toasts;
  const shownText = () =>
    toasts()
      .list()
      .map(({ text }) => text);
  const becomes = (...texts: readonly string[]) => waitFor(() => expect(shownText()).toEqual(texts));
  const tell = (frame: Partial<ReceiptsFrame>) => line.sendFrame({ id: 9, online: 0, money: [], score: [], ...frame });
  const pause = () => act(() => sleep(100));
  async function book(online: number): Promise<void> {
    tell({ online });
    await page.findByText(online === 0 ? 'Member offline' : /^Member online/);
    const type = (label: string, value: string) =>
      fireEvent.change(page.getByRole('textbox', { name: label }), { target: { value } });
    type('Amount', '5.00');
    type('Reason', 'a correction');
    fireEvent.click(page.getByRole('button', { name: 'Apply' }));
  }

  it('shows no delivery before a device reports it, then counts the reports', async () => {
    const [before, arrived] = [[3, 3, 1] as const, [4, 0, 0] as const];
    await book(2);
    await becomes(DONE);
    tell({ online: 2, money: [before, [2, 0, 0]] });
    await pause();
    expect(shownText()).toEqual([DONE]);
    tell({ online: 2, money: [arrived, before] });
    await becomes(`${DONE} · delivered to 1 device`);
    // A device that shows a later entry has this one too, also after it disconnected.
    tell({ online: 0, money: [[5, 5, 2], arrived] });
    await becomes(`${DONE} · delivered to 2 devices`);
  });

  it('shows that an offline member will see it later, and its later delivery', async () => {
    await book(0);
    await becomes(`${DONE} · the member will see it when they’re back`);
    tell({ online: 1 });
    await becomes(DONE);
    tell({ online: 1, money: [[4, 4, 2]] });
    await becomes(`${DONE} · delivered to 1 device`);
  });

  it('follows the member until the toast is closed, and does not reopen a closed toast', async () => {
    await book(1);
    await becomes(DONE);
    expect(line.requestedIds).toEqual([[9]]);
    act(() => toasts().dismiss(toasts().list()[0]?.id ?? 0));
    await waitFor(() => expect(line.requestedIds).toEqual([[9], []]));
    tell({ online: 1, money: [[4, 4, 2]] });
    await pause();
    expect(shownText()).toEqual([]);
  });
});

describe('showBookedToast after a reversal or an approval', () => {
  const AFTERWARDS = [
    ['taken back by another entry', Reversing, 'Reverse', 'Reversed by entry #4'],
    ['approved by another admin', Approving, 'Approve', 'Approved and applied as entry #4'],
  ] as const;
  let screen: Screen;
  let line: FakeReceiptsServer;
  afterEach(async () => {
    cleanup();
    await line.close();
    await screen.close();
  });
  const answer = ({ path, query }: RecordedRequest) => {
    if (path === '/admin/user_money_log/index')
      return query.get('search[]')?.includes('reversal:7')
        ? { envelope: { data: { list: [{ id: 8, n: 4 }] } } }
        : undefined;
    if (path === '/admin/user_money_log/reverse') return { envelope: { data: { id: 7, row: { id: 7, n: 2 } } } };
    return path === '/admin/pending_booking/approve'
      ? { envelope: { msg: 'Approved and applied as entry #4', data: { id: 5, row: { id: 5, n: 4 } } } }
      : undefined;
  };

  it.each(AFTERWARDS)('counts the devices for an entry that was %s', async (_what, Dialog, button, done) => {
    screen = await openScreen(<Dialog />, { respond: answer });
    line = await openFakeReceiptsServer(screen);
    const shownText = () => screen.client.app.toasts.list().map(({ text }) => text);
    const reason = page.queryByRole('textbox', { name: 'Reason' });
    if (reason) fireEvent.change(reason, { target: { value: 'a correction' } });
    fireEvent.click(await page.findByRole('button', { name: button }));
    await waitFor(() => expect(shownText()).toEqual([done]));
    line.sendFrame({ id: 9, online: 0, money: [], score: [] });
    await waitFor(() => expect(shownText()).toEqual([`${done} · the member will see it when they’re back`]));
    line.sendFrame({ id: 9, online: 1, money: [[4, 0, 0]], score: [] });
    await waitFor(() => expect(shownText()).toEqual([`${done} · delivered to 1 device`]));
  });
});
