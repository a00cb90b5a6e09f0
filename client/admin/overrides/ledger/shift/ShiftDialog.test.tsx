/** The totals of the own shift: by ledger and type, since today or a chosen time. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { ShiftDialog, parseLocalTime } from './ShiftDialog';

const SHIFT = '/admin/user_money_log/shift';
const SLOW = { timeout: 15_000 };
let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

describe('ShiftDialog', () => {
  it('sums each ledger, and asks for the chosen time', async () => {
    const totals = {
      money: [
        { type: 'payment', count: 1, added: '0.00', deducted: '-30.05' },
        { type: 'top_up', count: 2, added: '100.30', deducted: '0.00' },
      ],
      score: [{ type: 'adjust', count: 1, added: 5, deducted: 0 }],
    };
    screen = await openScreen(<ShiftDialog onClose={() => undefined} />, {
      respond: ({ path, query }) =>
        path === SHIFT
          ? {
              envelope: {
                data: { since: Number(query.get('since') ?? 1_763_913_600), actor: 'admin:1', totals, seq: '4' },
              },
            }
          : undefined,
    });
    const money = within(await page.findByRole('region', { name: 'Balance' }, SLOW));
    const cells = (row: string) => within(money.getByRole('row', { name: row })).getAllByRole('cell');
    expect(cells('Top-up 2 ¥100.30 ¥0.00 ¥100.30')).toHaveLength(5);
    expect(cells('Payment 1 ¥0.00 −¥30.05 −¥30.05')).toHaveLength(5);
    expect(cells('Total 3 ¥100.30 −¥30.05 ¥70.25')).toHaveLength(5);
    expect(
      within(page.getByRole('region', { name: 'Points' })).getByRole('row', { name: 'Total 1 5 0 5' }),
    ).toBeVisible();
    fireEvent.change(page.getByLabelText('Since'), { target: { value: '2025-11-24 08:30:00' } });
    const asked = () =>
      screen?.fakeServer.requests.filter(({ path }) => path === SHIFT).map(({ query }) => query.get('since'));
    await waitFor(() => expect(asked()?.at(-1)).toMatch(/^\d{10}$/), SLOW);
  });
});

describe('parseLocalTime', () => {
  it.each([
    ['UTC', '2025-11-24 08:30:00', 1_763_973_000],
    ['Asia/Shanghai', '2025-11-24 08:30:00', 1_763_944_200],
    ['Asia/Shanghai', '2025-11-24', undefined],
    ['UTC', '', undefined],
  ])('%s %s', (zone, text, seconds) => expect(parseLocalTime(zone, text)).toBe(seconds));
});
