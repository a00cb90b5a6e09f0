import { afterEach, expect, it } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { findColumn } from '../../../../common/entity/columns';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ChannelCell } from './memoCells';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

it.each([
  ['console', 'Console'],
  ['api:Till 3', 'API: Till 3'],
  ['import', 'Import'],
  ['toString', 'toString'],
] as const)('ChannelCell: %p is shown as %p', async (value, shownText) => {
  const column = findColumn(userMoneyLog, 'client');
  if (column === undefined) throw new Error('column is missing');
  const props = { entity: userMoneyLog, column, value, row: { client: value }, DefaultCell: () => null };
  screen = await openScreen(<ChannelCell {...props} />, { respond: () => undefined });
  expect(screen.container).toHaveTextContent(shownText);
});
