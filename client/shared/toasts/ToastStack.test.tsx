/** Persistent toasts can be closed, also when they have an action. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { createLiveConnectionOptions } from '../live/liveConnectionOptions';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

it('ToastStack: closes a toast with an action without running it', async () => {
  let done = 0;
  opened = await openScreen(<p>A screen</p>, { respond: () => undefined });
  const { toasts } = opened.client.app;
  const action = { label: 'Copy', run: () => void (done += 1) };
  act(() => toasts.show('warning', 'It cannot be saved.', action, 'it', ['What was typed']));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByText('It cannot be saved.')).toBeNull();
  expect(done).toBe(0);
});

it('ToastStack: keeps the toast of a new version until the user has seen it, also after other toasts', async () => {
  opened = await openScreen(<p>A screen</p>, { respond: () => undefined });
  const { app, store } = opened.client;
  jest.useFakeTimers();
  try {
    act(() => createLiveConnectionOptions(store, () => app, { realm: 'admin', origin: '' }).onOutdated(false));
    act(() => app.toasts.show('info', 'Back live.', undefined, 'link'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.queryByText('Back live.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
