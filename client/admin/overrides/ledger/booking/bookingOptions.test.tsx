/** The form of a booking offers the reasons of the settings, and asks once more from the amount that they name. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { AdjustDialog } from './AdjustDialog';
import { isLargeAmount } from './bookingBody';

const ADD = '/admin/user_money_log/add';
const MAY = parseBootstrap({ permissions: { '/admin/user_money_log': [ADD] } });
const OPTIONS = {
  confirm: { money: 5_000, score: null },
  reasons: [
    { 'zh-cn': '现金充值', en: 'Cash top-up' },
    { 'zh-cn': '退款', en: 'Refund' },
  ],
};
function Adjusting() {
  useLazyTranslations();
  return (
    <BootstrapContext value={MAY}>
      <AdjustDialog id={9} name="Rosa" kinds={{ money: true, score: true }} onClose={() => undefined} />
    </BootstrapContext>
  );
}
let screen: Screen;
beforeEach(() => window.sessionStorage.clear());
afterEach(async () => {
  cleanup();
  await screen.close();
});
const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => fireEvent.click(page.getByRole('button', { name }));

it('fills the chosen reason in, and asks from the configured amount on', async () => {
  screen = await openScreen(<Adjusting />, {
    respond: ({ path }) => (path.endsWith('/bookingOptions') ? { envelope: { data: OPTIONS } } : undefined),
  });
  fireEvent.click(await page.findByRole('button', { name: 'Common reasons' }));
  fireEvent.click(await page.findByRole('menuitem', { name: 'Refund' }));
  expect(box('Reason')).toHaveValue('Refund');
  fireEvent.change(box('Amount'), { target: { value: '50' } });
  press('Apply');
  expect(await page.findByText('Check this large amount: +¥50.00 balance for Rosa.')).toBeVisible();
  const sent = () => screen.fakeServer.requests.filter(({ path }) => path === ADD).map(({ body }) => body);
  expect(sent()).toEqual([]);
  // A double click does not answer the question.
  await waitFor(() => expect(page.getByRole('button', { name: 'Add ¥50.00' })).toBeEnabled(), { timeout: 3_000 });
  press('Add ¥50.00');
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ money: '50.00', memo: 'Refund' })]));
});

it('isLargeAmount: compares both directions with the limit, and asks never without one', () => {
  const limits = { money: 5_000, score: null };
  expect([5_000, -5_000, 4_999, -4_999].map((minorUnits) => isLargeAmount(limits, 'money', minorUnits))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(isLargeAmount(limits, 'score', 999_999_999)).toBe(false);
});
