/**
 * A record that cannot be changed has no Save button. One that no form can change has no permission notice either.
 */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { getColumns } from '../../../common/entity/columns';
import { newsCategory } from '../../../common/entities/newsCategory';
import { pendingBooking } from '../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import type { AnyEntity } from '../../../common/entity/entity';
import { BootstrapContext, parseBootstrap } from '../../shared/api/bootstrap';
import { createThingEntity, openScreen, wholeRow, type Screen } from '../../testing/screenHarness';
import { EntityForm } from './EntityForm';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

interface ReadingProps {
  readonly entity: AnyEntity;
  readonly writable?: readonly string[];
}
function Reading({ entity, writable = ['money', 'memo', 'name'] }: ReadingProps) {
  const readable = [...getColumns(entity).keys()];
  const bootstrap = parseBootstrap({
    permissions: { [`/admin/${entity.name}`]: [`/admin/${entity.name}/index`] },
    entities: { [entity.name]: { readable, writable } },
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
])('%s', async (_what, entity, hasNotice) => {
  const row = { id: 5, revision: 1, user_id: 9, memo: 'Gift', name: 'Gift', money: '12.00', n: 3, status: 0 };
  screen = await openScreen(<Reading entity={entity} />, {
    respond: () => ({ envelope: { data: { row, seq: '1' } } }),
  });
  await page.findAllByText('Gift', {}, { timeout: 10_000 }).catch(() => page.findAllByDisplayValue('Gift'));
  expect(page.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(page.queryByText(/not edit it/) !== null).toBe(hasNotice);
  if (entity === userMoneyLog) expect(page.queryByText(/negative to deduct/)).toBeNull();
});

it('a read-only form has no field for a new password', async () => {
  const entity = createThingEntity('note', 'secret');
  const element = <Reading entity={entity} writable={['title', 'note', 'secret']} />;
  screen = await openScreen(element, {
    entity,
    respond: () => ({ envelope: { data: { row: wholeRow(5, { note: 'Gift' }), seq: '1' } } }),
  });
  expect(
    await page.findByText('Gift', {}, { timeout: 10_000 }).catch(() => page.findByDisplayValue('Gift')),
  ).toBeVisible();
  expect(page.queryByText('Secret')).toBeNull();
  expect(page.getByText('Note')).toBeVisible();
});
