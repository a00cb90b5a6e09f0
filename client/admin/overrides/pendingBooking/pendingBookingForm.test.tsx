/** Form of a waiting booking: full reason, one amount, and no empty fields of the decision. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { getColumns } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { EntityPage } from '../../../engine/EntityPage';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { pendingBookingOverride } from './pendingBookingOverride';

Object.assign(globalThis, { looksAtStyles: true });
let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

const names = [...getColumns(pendingBooking).keys()];
const PRIZES = 'Prize '.repeat(30).trim();
const WAITING: WireRow = {
  ...Object.fromEntries(names.map((name) => [name, null])),
  id: 5,
  revision: 1,
  user_id: 9,
  kind: 'score',
  score: -600,
  memo: PRIZES,
  status: 0,
  asked_by: 7,
  asked_name: 'Ann',
  create_time: 1_700_000_000,
  update_time: 1_700_000_000,
};
const bootstrap = parseBootstrap({
  permissions: { '/admin/pending_booking': ['/admin/pending_booking/index'] },
  entities: { pending_booking: { readable: names, writable: [] } },
});
const engine = createEngineConfig(createRegistry({ pendingBooking }), [pendingBookingOverride]);
async function loadLabels(row: WireRow): Promise<readonly string[]> {
  screen = await openScreen(
    <EngineContext value={engine}>
      <BootstrapContext value={bootstrap}>
        <EntityPage entity={pendingBooking} record="5" />
      </BootstrapContext>
    </EngineContext>,
    {
      at: '/admin/pending_booking/5',
      respond: ({ path }) =>
        path.endsWith('/edit') ? { envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } } } : undefined,
    },
  );
  await page.findByText('Requested by');
  return [...document.querySelectorAll('[data-field]')].map((field) => field.getAttribute('data-field') ?? '');
}

it('pending booking: shows the request', async () => {
  expect(await loadLabels(WAITING)).toEqual(['user_id', 'kind', 'score', 'memo', 'status', 'asked_name']);
  const [memo] = page.getAllByText(PRIZES).filter((text) => text.closest('[data-field]'));
  expect(memo).toHaveStyle({ whiteSpace: 'pre-wrap' });
});

it('pending booking: shows who refused it, and the reason', async () => {
  const refused = { status: 2, answer: 'Not agreed', decided_by: 3, decided_name: 'Bo', decided_time: 1_700_000_100 };
  expect(await loadLabels({ ...WAITING, ...refused })).toEqual([
    ...['user_id', 'kind', 'score', 'memo', 'status', 'asked_name', 'decided_name', 'decided_time', 'answer'],
  ]);
  expect(page.getByText('Reason for rejection')).toBeInTheDocument();
});
