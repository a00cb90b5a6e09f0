/** A list shows the default cell while the code of an override's cell loads. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { getColumns } from '../../../common/entity/columns';
import { LiveCell } from '../../engine/list/cells/LiveCell';
import { defineOverride } from '../../engine/override';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { lazyWithoutSuspense } from '../../ui/lazyWithRetry';
import { FallbackCell } from './FallbackCell';

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

it('FallbackCell: shows the default cell where that is safe, else nothing', async () => {
  const never = () => new Promise<(props: CellProps) => null>(() => undefined);
  const row = { id: 7, type: 'adjust', memo: 'check_in:3' };
  const columns = getColumns(userMoneyLog);
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
                cachedRow={{ revision: 1, row }}
                initialChange={undefined}
                commit={undefined}
              />
            )}
          </div>
        );
      })}
    </>,
    {
      respond: () => undefined,
      overrides: [
        defineOverride(userMoneyLog, {
          cells: { type: lazyWithoutSuspense(never, FallbackCell), memo: lazyWithoutSuspense(never) },
        }),
      ],
    },
  );
  expect(await page.findByText('Adjustment')).toBeVisible();
  expect(page.getByTestId('type')).toHaveTextContent('Adjustment');
  expect(page.getByTestId('memo').textContent).toBe('');
});
