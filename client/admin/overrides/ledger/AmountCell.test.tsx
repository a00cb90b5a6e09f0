/** Amounts in the console's histories differ by sign as well as by color. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { findColumn } from '../../../../common/entity/columns';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { AmountCell } from './LedgerCells';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

it.each([
  [userMoneyLog, 'money', '50.00', '+¥50.00'],
  [userMoneyLog, 'money', '-1234.50', '−¥1,234.50'],
  [userScoreLog, 'score', 20, '+20'],
  [userScoreLog, 'score', -20, '−20'],
] as const)('AmountCell: %p.%s %p is shown as %p', async (entity, name, value, shownText) => {
  const column = findColumn(entity, name);
  if (column === undefined) throw new Error('column is missing');
  screen = await openScreen(
    <AmountCell entity={entity} column={column} value={value} row={{ [name]: value }} DefaultCell={() => null} />,
    {
      respond: () => undefined,
    },
  );
  expect(screen.container.querySelector('[data-change]')).toHaveTextContent(shownText);
});
