/**
 * A booking says on how many devices it arrived, as those devices say themselves, and never more than that (D3, step 3).
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { CareFrame } from '../../../../common/protocol/care';
import { openCareLine, type CareLine } from '../../../testing/careLine';
import type { Asked } from '../../../testing/httpWorld';
import { openScreen, type Screen } from '../../../testing/screen';
import { useLaterWords } from '../../../shared/useLaterWords';
import { AdjustDialog } from './AdjustDialog';

const BOOKED = { envelope: { data: { id: 1, row: { id: 1, n: 4, after: '12.00' } } } };
const DONE = 'Booked as entry 4: now 12.00';

function Adjusting() {
  useLaterWords();
  const [open, show] = useState(true);
  return open && <AdjustDialog id={9} name="Rosa" kinds={{ money: true, score: true }} onClose={() => show(false)} />;
}

describe('what is said of a booking', () => {
  let screen: Screen;
  let line: CareLine;
  beforeEach(async () => {
    const answer = ({ path }: Asked) => (path === '/admin/user_money_log/add' ? BOOKED : undefined);
    screen = await openScreen(<Adjusting />, { answer });
    line = await openCareLine(screen);
  });
  afterEach(async () => {
    cleanup();
    await line.close();
    await screen.close();
  });
  const toasts = () => screen.client.app.toasts;
  const said = () =>
    toasts()
      .list()
      .map(({ text }) => text);
  const becomes = (...texts: readonly string[]) => waitFor(() => expect(said()).toEqual(texts));
  const tell = (frame: Partial<CareFrame>) => line.tell({ id: 9, online: 0, money: [], score: [], ...frame });
  const pause = () => act(() => new Promise<void>((done) => setTimeout(done, 100)));
  async function book(online: number): Promise<void> {
    tell({ online });
    await page.findByText(online === 0 ? 'Member offline' : /^Member online/);
    const type = (label: string, value: string) =>
      fireEvent.change(page.getByRole('textbox', { name: label }), { target: { value } });
    type('Change', '5.00');
    type('Reason', 'a correction');
    fireEvent.click(page.getByRole('button', { name: 'Book' }));
  }

  it('claims nothing before a device says so, then counts them as they do', async () => {
    const [before, arrived] = [[3, 3, 1] as const, [4, 0, 0] as const];
    await book(2);
    await becomes(DONE);
    tell({ online: 2, money: [before, [2, 0, 0]] });
    await pause();
    expect(said()).toEqual([DONE]);
    tell({ online: 2, money: [arrived, before] });
    await becomes(`${DONE} · delivered to 1 device`);
    // What shows a later entry has this one, too; and who left has had it.
    tell({ online: 0, money: [[5, 5, 2], arrived] });
    await becomes(`${DONE} · delivered to 2 devices`);
  });

  it('says that a member who is away will see it, and when it arrived after all', async () => {
    await book(0);
    await becomes(`${DONE} · will be seen when the member is back`);
    tell({ online: 1 });
    await becomes(DONE);
    tell({ online: 1, money: [[4, 4, 2]] });
    await becomes(`${DONE} · delivered to 1 device`);
  });

  it('follows the member as long as the message stands, and does not bring back one that was closed', async () => {
    await book(1);
    await becomes(DONE);
    expect(line.asked).toEqual([[9]]);
    act(() => toasts().dismiss(toasts().list()[0]?.id ?? 0));
    await waitFor(() => expect(line.asked).toEqual([[9], []]));
    tell({ online: 1, money: [[4, 4, 2]] });
    await pause();
    expect(said()).toEqual([]);
  });
});
