/** Cards of what the reader may not read are left out. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { DashboardCard } from '../../../../common/live/dashboardCards';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { CardContainer } from './cards/CardContainer';
import { useVisibleCards } from './useVisibleCards';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const size = { w: 2, h: 2 } as const;
const CARDS: readonly DashboardCard[] = [
  { id: 'count', kind: 'figure', e: 'thing', ...size },
  { id: 'sum', kind: 'figure', e: 'thing', add: 'price', ...size },
  { id: 'split', kind: 'split', e: 'thing', by: 'size', ...size },
  { id: 'days', kind: 'bars', e: 'thing', at: 'moment', ...size },
  { id: 'unknown', kind: 'figure', e: 'stranger', ...size },
  { id: 'people', kind: 'online', ...size },
];
const Ids = () => (
  <p>
    {useVisibleCards(CARDS)
      .map(({ id }) => id)
      .join(', ')}
  </p>
);

it.each([
  [[], 'count, sum, split, days, people'],
  [['price', 'size'], 'count, days, people'],
  [['moment'], 'count, sum, split, people'],
])('without the columns %j: %s', async (hidden, ids) => {
  rendered = await openScreen(<Ids />, { hidden, respond: () => undefined });
  expect(screen.getByText(ids)).toBeVisible();
});

it('a long title of a card wraps', async () => {
  rendered = await openScreen(
    <CardContainer title="Balance change today" titleId="t">
      {null}
    </CardContainer>,
    { respond: () => undefined },
  );
  const title = screen.getByRole('heading', { name: 'Balance change today' });
  expect(getComputedStyle(title).whiteSpace).not.toBe('nowrap');
});
