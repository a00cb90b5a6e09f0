/** The panel of an app packages, opens and stops it, as far as the reader may and the app is in a state for it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { app } from '../../../../common/entities/app';
import type { WireRow } from '../../../../common/entity/projectRow';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { PackagePanel } from './PackagePanel';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

const appRow = (patch: WireRow): WireRow => ({
  id: 7,
  revision: 1,
  create_time: 1,
  title: 'Harbour Board',
  running_status: 0,
  container_id: null,
  ...patch,
});
const RUNNING = { running_status: 2, container_id: 'task-1' };
const ALL = ['app/package', 'app/stop'];

async function openPanel(patch: WireRow, otherPermissions: readonly string[] = ALL) {
  driver = await openScreen(<PackagePanel rowId={7} />, {
    others: [app],
    otherPermissions,
    respond: ({ path }) => {
      if (path === '/admin/app/edit')
        return { envelope: { data: { row: appRow(patch), refs: {}, seq: '1', epoch: 'e1' } } };
      return path.startsWith('/admin/app/') ? { envelope: { data: { row: appRow(patch), id: 7 } } } : undefined;
    },
  });
  await waitFor(() => expect(driver?.fakeServer.requests.length).toBeGreaterThan(0));
  return userEvent.setup();
}
const posted = () =>
  driver?.fakeServer.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('?')[0]);

describe('the panel of an app', () => {
  it('packages an app that does not run', async () => {
    const user = await openPanel({});
    await user.click(await screen.findByRole('button', { name: 'Package app' }));
    await waitFor(() => expect(posted()).toEqual(['/admin/app/package']));
    expect(screen.queryByRole('link', { name: 'Open app' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop app' })).toBeNull();
  });

  it('shows a packaging that runs, and starts no second one', async () => {
    await openPanel({ running_status: 1 });
    expect(await screen.findByRole('button', { name: 'Package app' })).toBeDisabled();
    expect(screen.getByRole('progressbar', { name: 'Packaging' })).toBeInTheDocument();
  });

  it('links to the running app, and stops it after a confirmation', async () => {
    const user = await openPanel(RUNNING);
    expect(await screen.findByRole('link', { name: 'Open app' })).toHaveAttribute('href', '/apps/7/');
    await user.click(screen.getByRole('button', { name: 'Stop app' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop this app?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Stop app' }));
    const reopenedDialog = await screen.findByRole('dialog', { name: 'Stop this app?' });
    await user.click(within(reopenedDialog).getByRole('button', { name: 'Stop app' }));
    await waitFor(() => expect(posted()).toEqual(['/admin/app/stop']));
  });

  it('offers readers without the permissions only the app and its package', async () => {
    await openPanel(RUNNING, []);
    expect(await screen.findByRole('link', { name: 'Open app' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download package' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Package app|Stop app/ })).toBeNull();
  });
});
