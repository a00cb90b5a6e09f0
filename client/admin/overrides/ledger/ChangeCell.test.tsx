/** A change in the console's histories is read by its sign as well as by its color. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { findColumn } from '../../../../common/entity/columns';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ChangeCell } from './LedgerCells';

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
] as const)('ChangeCell: %p.%s %p reads %p', async (entity, name, value, said) => {
  const column = findColumn(entity, name);
  if (column === undefined) throw new Error('no such column');
  screen = await openScreen(
    <ChangeCell {...{ entity, column, value }} row={{ [name]: value }} DefaultCell={() => null} />,
    {
      answer: () => undefined,
    },
  );
  expect(screen.container.querySelector('[data-change]')).toHaveTextContent(said);
});
