/**
 * A record that no form can change has no Save button and no permission notice; any other shows that it is read-only.
 */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { getColumns } from '../../../common/entity/columns';
import { newsCategory } from '../../../common/entities/newsCategory';
import { pendingBooking } from '../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import type { AnyEntity } from '../../../common/entity/entity';
import { BootstrapContext, parseBootstrap } from '../../shared/api/bootstrap';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { EntityForm } from './EntityForm';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

function Reading({ entity }: { readonly entity: AnyEntity }) {
  const readable = [...getColumns(entity).keys()];
  const bootstrap = parseBootstrap({
    permissions: { [`/admin/${entity.name}`]: [`/admin/${entity.name}/index`] },
    entities: { [entity.name]: { readable, writable: ['money', 'memo', 'name'] } },
  });
  return (
    <BootstrapContext value={bootstrap}>
      <EntityForm entity={entity} id={5} onClose={() => undefined} onCreated={() => undefined} />
    </BootstrapContext>
  );
}

it.each<[string, AnyEntity, boolean]>([
  ['a waiting booking', pendingBooking, false],
  ['an entry of a ledger', userMoneyLog, false],
  ['a category one may not change', newsCategory, true],
])('%s', async (_what, entity, saves) => {
  const row = { id: 5, revision: 1, user_id: 9, memo: 'Gift', name: 'Gift', money: '12.00', n: 3, status: 0 };
  screen = await openScreen(<Reading entity={entity} />, { answer: () => ({ envelope: { data: { row, seq: '1' } } }) });
  await page.findAllByText('Gift', {}, { timeout: 10_000 }).catch(() => page.findAllByDisplayValue('Gift'));
  expect(page.queryByRole('button', { name: 'Save' }) !== null).toBe(saves);
  expect(page.queryByText(/not edit it/) !== null).toBe(saves);
  if (entity === userMoneyLog) expect(page.queryByText(/negative to deduct/)).toBeNull();
});
