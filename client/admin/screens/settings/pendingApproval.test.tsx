/** A protected setting shows its waiting change with formatted values, also one that arrives later. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen as page, waitFor } from '@testing-library/react';
import { config } from '../../../../common/entities/config';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { useForm } from '../../../engine/form/useForm';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { PendingApproval } from './PendingApproval';

let screen: Screen;
afterEach(async () => {
  cleanup();
  await screen.close();
});

const item: WireRow = { id: 3, revision: 1, name: 'captcha', type: 'radio', value: 'adaptive' };
const change: WireRow = {
  id: 5,
  revision: 1,
  create_time: 1,
  subject: 'config',
  subject_id: 3,
  field: 'value',
  name: 'captcha',
  before: 'adaptive',
  after: 'never',
  status: 0,
  asked_by: 7,
  asked_name: 'Ann',
};
const READ = Object.keys(change);
const engine = createEngineConfig(createRegistry({ config, pendingChange }), []);
function Probe() {
  return <PendingApproval row={item} form={useForm(config, 3)} />;
}
async function open(waiting: readonly WireRow[]) {
  const may = parseBootstrap({
    permissions: { '/admin/pending_change': ['/admin/pending_change/index'], '/admin/config': ['/admin/config/index'] },
    entities: {
      pending_change: { readable: READ, writable: [] },
      config: { readable: Object.keys(item), writable: [] },
    },
  });
  screen = await openScreen(
    <EngineContext value={engine}>
      <BootstrapContext value={may}>
        <Probe />
      </BootstrapContext>
    </EngineContext>,
    {
      respond: ({ path }) =>
        path === '/admin/pending_change/index' ? { envelope: { data: createListResponse(waiting) } } : undefined,
    },
  );
}
const SAID = 'Waiting for approval: from After failed attempts to Never (requested by Ann)';

it('PendingApproval: shows old value, new value and author', async () => {
  await open([{ ...change, id: 4, subject_id: 9 }, change]);
  expect(await page.findByText(SAID)).toBeInTheDocument();
  expect(page.getByRole('link', { name: 'Show' })).toHaveAttribute('href', '/admin/pending_change?record=5');
});

it('PendingApproval: shows a change that is requested while the screen is open', async () => {
  await open([]);
  await waitFor(() => expect(screen.subscribedTopics().some(({ k }) => k === 'list')).toBe(true));
  act(() => screen.receiveFrame({ e: 'pending_change', c: [{ op: 'enter', id: 5, v: 1, row: change, at: 1 }] }));
  expect(await page.findByText(SAID)).toBeInTheDocument();
});
