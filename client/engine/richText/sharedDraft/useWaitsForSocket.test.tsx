/** A text that is shown before the page is connected waits for the connection, which announces itself. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { AppContext, type App } from '../../../shared/app/appContext';
import type { LiveConnection, PresenceListener } from '../../../shared/live/liveConnectionTypes';
import { useWaitsForSocket } from './useWaitsForSocket';

afterEach(cleanup);

/** The hook asks only whether there is one. */
const SOCKET: unknown = {};

function createLive() {
  const listeners = new Set<PresenceListener>();
  let isConnected = false;
  const live: Pick<LiveConnection, 'findSocket' | 'addPresenceListener'> = {
    findSocket: () => (isConnected ? (SOCKET as ReturnType<LiveConnection['findSocket']>) : undefined),
    addPresenceListener: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const connect = () => {
    isConnected = true;
    act(() => listeners.forEach(({ onConnected }) => onConnected()));
  };
  return { live, listeners, connect };
}
function render(text: { readonly html: string; readonly stored: string }) {
  const { live, ...rest } = createLive();
  // the hook uses the live connection alone
  const app = { live } as unknown as App;
  const wrapper = ({ children }: PropsWithChildren) => <AppContext value={app}>{children}</AppContext>;
  const initialProps = { id: 'text', ...text };
  return {
    ...rest,
    ...renderHook((props: typeof initialProps) => useWaitsForSocket(props), { wrapper, initialProps }),
  };
}
const STORED = '<p>One</p>';
const unchanged = { html: STORED, stored: STORED };
const changed = { html: '<p>Two</p>', stored: STORED };

it('ends with the event of the connection, and listens no longer', () => {
  const { result, connect, listeners } = render(unchanged);
  expect(result.current).toBe(true);
  connect();
  expect(result.current).toBe(false);
  expect(listeners.size).toBe(0);
});
it('a changed text waits until it is the stored one again', async () => {
  const { result, connect, rerender } = render(changed);
  connect();
  expect(result.current).toBe(true);
  rerender({ id: 'text', ...unchanged });
  await waitFor(() => expect(result.current).toBe(false));
});
it('a text with the focus waits until the focus leaves it', () => {
  const input = document.createElement('input');
  input.id = 'text';
  document.body.append(input);
  input.focus();
  const { result, connect } = render(unchanged);
  connect();
  expect(result.current).toBe(true);
  act(() => input.blur());
  expect(result.current).toBe(false);
  input.remove();
});
