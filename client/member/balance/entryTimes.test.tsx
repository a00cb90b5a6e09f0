/** Entry times are shown in the time zone of the site, which the days of the filter use too. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../shared/startup/Providers';
import { BROWSER_TIME_ZONE, siteUpdated } from '../../shared/store/siteSettings';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { toConditions, type Entry } from './entriesApi';
import { EntryList } from './EntryList';
import { formatTimeIn, formatZonedTime } from '../../shared/bookingReceipt/formatZonedTime';

afterEach(cleanup);
/** 23:30 on the 24th in Shanghai is 04:30 on the 25th in Auckland. */
const AT = Date.UTC(2026, 10, 24, 15, 30) / 1000;
const entry: Entry = {
  kind: 'money',
  id: 1,
  n: 3,
  at: AT,
  type: 'adjust',
  memo: 'Late fee',
  receipt: 'K7QM-2XPD',
  reference: '',
  amount: 100,
  before: 0,
  after: 100,
};
function TestList() {
  useLazyTranslations();
  return <EntryList entries={[entry]} isHidden={false} />;
}
function renderEntry(timeZone: string) {
  const client = createTestClient({ realm: 'member', path: '/user/balance', person: createTestUser() });
  client.store.dispatch(siteUpdated({ timeZone }));
  render(
    <Providers client={client}>
      <TestList />
    </Providers>,
  );
  return screen.findByRole('button', { name: /Late fee/ });
}

it.each([
  ['Asia/Shanghai', '2026-11-24 23:30:00', 'UTC+8'],
  ['Pacific/Auckland', '2026-11-25 04:30:00', 'UTC+13'],
  ['America/St_Johns', '2026-11-24 12:00:00', 'UTC−3:30'],
])('formats the time in %s as %s', (zone, time, offset) => {
  expect(formatTimeIn(zone, AT)).toBe(time);
  expect(formatZonedTime(zone, AT)).toBe(`${time} ${offset}`);
});

it('the list and the receipt show the day under which the filter finds the entry', async () => {
  const button = await renderEntry('Pacific/Auckland');
  expect(button).toHaveTextContent('2026-11-25 04:30:00 UTC+13');
  const days = toConditions({ kind: 'money', from: '2026-11-25', to: '2026-11-25', zone: 'Pacific/Auckland' });
  const [from = 0, to = 0] = days.map(({ value }) => Number(value));
  expect(from <= AT && AT < to).toBe(true);
  await userEvent.setup().click(button);
  expect(await screen.findByRole('dialog', { name: 'Receipt' })).toHaveTextContent('2026-11-25 04:30:00 UTC+13');
});

it('entryTimes: shows no offset when the site and the browser have the same time zone', async () => {
  expect(await renderEntry(BROWSER_TIME_ZONE)).toHaveTextContent(`${formatTimeIn(BROWSER_TIME_ZONE, AT)} ·`);
});
