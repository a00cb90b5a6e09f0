/** The last seven days: each day says its number when it is tapped, and a table says all of them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { settingsChanged } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { createTestClient, somebody } from '../../../testing/testClient';
import { WeekChart } from './WeekChart';
import type { OverviewData } from './overviewApi';

afterEach(cleanup);
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const overview = {
  days,
  money: [0, 5000, -2050, 0, 0, 0, 125],
  score: [0, 0, 0, 0, 0, 0, 7],
} as unknown as OverviewData; // what else the overview holds the chart does not read

const texts = () => document.querySelector('[data-day]');
/** The words of the centre come with its frame. */
function Worded() {
  useLazyTranslations();
  return <WeekChart overview={overview} />;
}
async function open() {
  const client = createTestClient({ realm: 'member', origin: 'http://any', person: somebody() });
  render(
    <Providers client={client}>
      <Worded />
    </Providers>,
  );
  await screen.findByRole('button', { name: 'Show as a table' });
  return client;
}

describe('the last seven days', () => {
  const user = userEvent.setup();

  it('say today’s number, then that of the day that is tapped', async () => {
    await open();
    expect(texts()).toHaveTextContent('11-22 +¥1.25');
    await user.click(screen.getByRole('button', { name: '11-18: −¥20.50' }));
    expect(texts()).toHaveTextContent('11-18 −¥20.50');
    expect(screen.getByRole('button', { name: '11-18: −¥20.50' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: '11-19: ¥0.00' }));
    expect(texts()).toHaveTextContent('11-19 ¥0.00');
  });

  it('are a table for those who read, the newest first, and keep quiet where amounts are hidden', async () => {
    const { store } = await open();
    await user.click(screen.getByRole('button', { name: 'Show as a table' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '2026-11-22+¥1.25',
      '2026-11-21¥0.00',
      '2026-11-20¥0.00',
      '2026-11-19¥0.00',
      '2026-11-18−¥20.50',
      '2026-11-17+¥50.00',
      '2026-11-16¥0.00',
    ]);
    act(() => void store.dispatch(settingsChanged({ discreet: true })));
    expect(screen.getByRole('table')).not.toHaveTextContent('20.50');
    await user.click(screen.getByRole('button', { name: 'Show as a chart' }));
    expect(texts()).toHaveTextContent('11-22 ••••');
  });
});
