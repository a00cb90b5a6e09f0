/** First steps: their state comes from the server, changes live, and they can be hidden. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { GettingStarted } from './GettingStarted';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

it('GettingStarted: shows finished steps without a checkbox, follows changes, and is dismissed on the server', async () => {
  let hadWindow = false;
  opened = await openScreen(<GettingStarted />, {
    respond: ({ path }) => {
      const steps = [
        { name: 'site', isDone: true },
        { name: 'window', isDone: hadWindow },
        { name: 'unknown', isDone: true },
      ];
      return path === '/admin/gettingStarted/index' ? { envelope: { data: { isDismissed: false, steps } } } : undefined;
    },
  });
  expect(await screen.findByText('1 of 2 done')).toBeVisible();
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(items.map((item) => within(item).queryByRole('link')?.getAttribute('href'))).toEqual([
    undefined,
    '/admin/dashboard',
  ]);
  hadWindow = true;
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('2 of 2 done')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'You’re all set' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Hide first steps' }));
  await waitFor(() =>
    expect(opened?.fakeServer.requests.map(({ path }) => path)).toContain('/admin/gettingStarted/dismiss'),
  );
});

it('GettingStarted: is absent where the permissions leave a single step', async () => {
  const answer = { isDismissed: false, steps: [{ name: 'window', isDone: false }] };
  opened = await openScreen(<GettingStarted />, {
    respond: ({ path }) => (path === '/admin/gettingStarted/index' ? { envelope: { data: answer } } : undefined),
  });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(opened.fakeServer.requests.some(({ path }) => path === '/admin/gettingStarted/index')).toBe(true);
});

it('GettingStarted: the second window opens with the session of this one', async () => {
  const steps = ['site', 'window'].map((name) => ({ name, isDone: false }));
  opened = await openScreen(<GettingStarted />, {
    respond: ({ path }) =>
      path === '/admin/gettingStarted/index' ? { envelope: { data: { isDismissed: false, steps } } } : undefined,
  });
  const link = await screen.findByRole('link', { name: 'Open a window' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'opener');
});
