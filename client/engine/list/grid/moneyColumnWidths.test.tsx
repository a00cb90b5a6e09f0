/** Amounts are never cut: the column grows with the longest, and a narrow one keeps the digits. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen as page } from '@testing-library/react';
import { siteUpdated } from '../../../shared/store/siteSettings';
import { listViewChanged } from '../../../shared/store/settings';
import { DEFAULT_LIST_VIEW } from '../../../shared/store/listViews';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';
import { amountWidth } from '../../fieldTypes/MoneyText';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

async function open(prices: readonly string[]): Promise<Screen> {
  const rows = prices.map((price, index) => thingRow(index + 1, { price }));
  screen = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  await page.findByText('Thing 1');
  return screen;
}
/** Width in pixels of the price, after the checkbox and the title. */
const widthOfPrice = (at: Screen): number =>
  Number.parseFloat([...at.container.querySelectorAll('col')].at(2)?.style.width ?? '');

it('money column: is as wide as its longest amount with currency', async () => {
  const shown = await open(['12.50', '99999999999.99', '-1.00']);
  expect(page.getByTitle('¥99,999,999,999.99')).toHaveTextContent('¥99,999,999,999.99');
  expect(page.getByTitle('−¥1.00')).toBeInTheDocument();
  expect(widthOfPrice(shown)).toBeGreaterThanOrEqual(amountWidth('¥99,999,999,999.99') + 16);
});

it('money column: keeps its usual width for short amounts, and grows for a longer one', async () => {
  const shown = await open(['12.50']);
  const before = widthOfPrice(shown);
  expect(before).toBeLessThan(amountWidth('¥99,999,999,999.99'));
  act(() => shown.receiveChange({ op: 'u', id: 1, v: 2, was: 1, set: { price: '99999999999.99' }, at: Date.now() }));
  expect(await page.findByTitle('¥99,999,999,999.99')).toBeInTheDocument();
  expect(widthOfPrice(shown)).toBeGreaterThanOrEqual(amountWidth('¥99,999,999,999.99') + 16);
});

it('money column: narrowed by hand, it still shows all digits', async () => {
  const shown = await open(['99999999999.99']);
  const view = { ...DEFAULT_LIST_VIEW, widths: { price: 60 } };
  act(() => void shown.client.store.dispatch(listViewChanged({ key: '0/thing', view })));
  expect(widthOfPrice(shown)).toBeGreaterThanOrEqual(amountWidth('99,999,999,999.99') + 16);
  expect(widthOfPrice(shown)).toBeLessThan(amountWidth('¥99,999,999,999.99') + 16);
});

it('money column: uses the currency of the site', async () => {
  const shown = await open(['12.50']);
  act(() => void shown.client.store.dispatch(siteUpdated({ currency: 'EUR' })));
  expect(await page.findByTitle('€12.50')).toBeInTheDocument();
});
