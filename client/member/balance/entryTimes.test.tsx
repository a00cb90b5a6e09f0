/** A member reads the time of an entry in the time zone that the days of the filter have. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../shared/startup/Providers';
import { BROWSER_TIME_ZONE, siteUpdated } from '../../shared/store/siteSettings';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { createTestClient, somebody } from '../../testing/testClient';
import { toConditions, type Entry } from './entriesApi';
import { EntryList } from './EntryList';
import { formatTimeIn, formatZonedTime } from '../../shared/receipt/formatZonedTime';

afterEach(cleanup);
/** The evening of the 24th in Shanghai is the 25th in Auckland. */
const AT = Date.UTC(2026, 10, 24, 15, 30) / 1000;
const entry: Entry = {
  ...{ kind: 'money', id: 1, n: 3, at: AT, type: 'adjust', memo: 'Late fee', receipt: 'K7QM-2XPD', reference: '' },
  ...{ amount: 100, before: 0, after: 100 },
};
function Lines() {
  useLazyTranslations();
  return <EntryList entries={[entry]} hidden={false} />;
}
function show(timeZone: string) {
  const client = createTestClient({ realm: 'member', path: '/user/balance', person: somebody() });
  client.store.dispatch(siteUpdated({ timeZone }));
  render(
    <Providers client={client}>
      <Lines />
    </Providers>,
  );
  return screen.findByRole('button', { name: /Late fee/ });
}

it.each([
  ['Asia/Shanghai', '2026-11-24 23:30:00', 'UTC+8'],
  ['Pacific/Auckland', '2026-11-25 04:30:00', 'UTC+13'],
  ['America/St_Johns', '2026-11-24 12:00:00', 'UTC−3:30'],
])('in %s it is %s', (zone, time, offset) => {
  expect(formatTimeIn(zone, AT)).toBe(time);
  expect(formatZonedTime(zone, AT)).toBe(`${time} ${offset}`);
});

it('the line and the receipt of an entry name the day by which the filter finds it', async () => {
  const line = await show('Pacific/Auckland');
  expect(line).toHaveTextContent('2026-11-25 04:30:00 UTC+13');
  const days = toConditions({ kind: 'money', from: '2026-11-25', to: '2026-11-25', zone: 'Pacific/Auckland' });
  const [from = 0, to = 0] = days.map(({ value }) => Number(value));
  expect(from <= AT && AT < to).toBe(true);
  await userEvent.setup().click(line);
  expect(await screen.findByRole('dialog', { name: 'Receipt' })).toHaveTextContent('2026-11-25 04:30:00 UTC+13');
});

it('names no offset where the zone of the site is that of the browser', async () => {
  expect(await show(BROWSER_TIME_ZONE)).toHaveTextContent(`${formatTimeIn(BROWSER_TIME_ZONE, AT)} ·`);
});
