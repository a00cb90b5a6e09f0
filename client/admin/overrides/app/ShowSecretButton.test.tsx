/** Below "shown at" of an app: the secret is shown once, and can be rotated afterwards. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { app } from '../../../../common/entities/app';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ShowSecretButton } from './ShowSecretButton';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
});

const ROW = { id: 7, revision: 1, create_time: 1, title: 'Harbour Board' };
async function open(shownTime: number | null, otherPermissions: readonly string[]): Promise<void> {
  driver = await openScreen(<ShowSecretButton rowId={7} />, {
    others: [app],
    otherPermissions,
    respond: ({ path }) =>
      path === '/admin/app/edit'
        ? { envelope: { data: { row: { ...ROW, shown_time: shownTime }, refs: {}, seq: '1', epoch: 'e1' } } }
        : { envelope: { data: { row: { ...ROW, revision: 2, shown_time: null }, id: 7 } } },
  });
  await waitFor(() => expect(driver?.fakeServer.requests.length).toBeGreaterThan(0));
}

it('a secret that was shown can be rotated', async () => {
  await open(1_700_000_000, ['app/rotate_secret', 'app/reset_secret']);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Rotate secret' }));
  await waitFor(() => {
    const posts = driver?.fakeServer.requests.filter(({ method }) => method === 'POST') ?? [];
    expect(posts.map(({ path }) => path.split('?')[0])).toEqual(['/admin/app/rotate_secret']);
  });
  expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull();
});

it('a secret that was not shown yet is shown first', async () => {
  await open(null, ['app/rotate_secret', 'app/reset_secret']);
  expect(await screen.findByRole('button', { name: 'Show secret' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rotate secret' })).toBeNull();
});

it('readers without the permissions see no button', async () => {
  await open(1_700_000_000, []);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button')).toBeNull();
});
