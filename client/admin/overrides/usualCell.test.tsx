/** What a list shows of a value while the code of its noun's own cell is on its way. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { columnsOf } from '../../../common/entity/meta';
import { LiveCell } from '../../engine/list/LiveCell';
import { override } from '../../engine/override';
import type { CellProps } from '../../engine/kinds/kindView';
import { openScreen, type Screen } from '../../testing/screen';
import { jointPart } from '../../ui/lazyPart';
import { UsualCell } from './UsualCell';

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

it('is its usual look where that says nothing wrong, else nothing', async () => {
  const never = () => new Promise<(props: CellProps) => null>(() => undefined);
  const row = { id: 7, type: 'adjust', memo: 'check_in:3' };
  const columns = columnsOf(userMoneyLog);
  screen = await openScreen(
    <>
      {(['type', 'memo'] as const).map((name) => {
        const column = columns.get(name);
        return (
          <div key={name} data-testid={name}>
            {column && (
              <LiveCell
                entity={userMoneyLog}
                column={column}
                held={{ v: 1, row }}
                seen={undefined}
                commit={undefined}
              />
            )}
          </div>
        );
      })}
    </>,
    {
      answer: () => undefined,
      overrides: [override(userMoneyLog, { cells: { type: jointPart(never, UsualCell), memo: jointPart(never) } })],
    },
  );
  expect(await page.findByText('Adjustment')).toBeVisible();
  expect(page.getByTestId('type')).toHaveTextContent('Adjustment');
  expect(page.getByTestId('memo').textContent).toBe('');
});
