/** The chart of the last seven days shows the value of the tapped day, and all values as a table. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { settingsChanged } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { WeekChart } from './WeekChart';
import type { OverviewData } from './overviewApi';

afterEach(cleanup);
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const overview = {
  days,
  money: [0, 5000, -2050, 0, 0, 0, 125],
  score: [0, 0, 0, 0, 0, 0, 7],
} as unknown as OverviewData; // the chart reads no other field

const chosenDay = () => document.querySelector('[data-day]');
/** The frame of the member center loads these translations. */
function WithTranslations() {
  useLazyTranslations();
  return <WeekChart overview={overview} />;
}
async function open() {
  const client = createTestClient({ realm: 'member', origin: 'http://any', person: createTestUser() });
  render(
    <Providers client={client}>
      <WithTranslations />
    </Providers>,
  );
  await screen.findByRole('button', { name: 'Show as table' });
  return client;
}

describe('the chart of the last seven days', () => {
  const user = userEvent.setup();

  it('shows today’s value, then that of the tapped day', async () => {
    await open();
    expect(chosenDay()).toHaveTextContent('11-22 +¥1.25');
    await user.click(screen.getByRole('button', { name: '11-18: −¥20.50' }));
    expect(chosenDay()).toHaveTextContent('11-18 −¥20.50');
    expect(screen.getByRole('button', { name: '11-18: −¥20.50' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: '11-19: ¥0.00' }));
    expect(chosenDay()).toHaveTextContent('11-19 ¥0.00');
  });

  it('is also a table, newest day first, and hides the values while amounts are hidden', async () => {
    const { store } = await open();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
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
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(chosenDay()).toHaveTextContent('11-22 ••••');
  });
});
