/** buildWatcher: detects that the server serves a newer build. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { App } from '../../../../shared/app/appContext';
import type { PresenceListener } from '../../../../shared/live/liveConnectionTypes';
import { findBuild, createBuildWatcher } from './buildWatcher';

const getPage = (build: string) => `<!doctype html><script type="module" src="/assets/admin-${build}.js"></script>`;
const OWN = findBuild(getPage('one'));

/** Fetch stub that returns the responses in order and repeats the last one. */
function standing(...responses: readonly [() => Promise<Response>, ...(() => Promise<Response>)[]]) {
  const listeners = new Set<PresenceListener>();
  const fetch = jest.fn(async () => (responses[fetch.mock.calls.length - 1] ?? responses.at(-1) ?? responses[0])());
  const live = {
    addPresenceListener: (listener: PresenceListener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const parts = { live, transport: { origin: '', headers: () => ({}), fetch } } as unknown as Pick<
    App,
    'live' | 'transport'
  >;
  return {
    parts,
    fetch,
    comesUp: () => listeners.forEach(({ onConnected }) => onConnected()),
    listeners: () => listeners.size,
  };
}
const saying = (build: string) => async () => new Response(getPage(build));

describe('createBuildWatcher', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('checks on every connect, and reports another build of the server', async () => {
    const { parts, fetch, comesUp } = standing(saying('one'), saying('two'));
    const onNewer = jest.fn();
    createBuildWatcher(parts, OWN, onNewer);
    comesUp();
    await jest.advanceTimersByTimeAsync(0);
    expect([fetch.mock.calls.length, onNewer.mock.calls.length]).toEqual([1, 0]);
    comesUp();
    await jest.advanceTimersByTimeAsync(0);
    expect([fetch.mock.calls.length, onNewer.mock.calls.length]).toEqual([2, 1]);
  });

  it('repeats a failed check, and ignores a page without a build', async () => {
    const { parts, comesUp, fetch } = standing(
      () => Promise.reject(new Error('refused')),
      async () => new Response('busy', { status: 503 }),
      async () => new Response('<h1>Somebody else answers here</h1>'),
    );
    const onNewer = jest.fn();
    createBuildWatcher(parts, OWN, onNewer);
    comesUp();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([fetch.mock.calls.length, onNewer.mock.calls.length]).toEqual([3, 0]);
  });

  it('reports nothing after stop', async () => {
    const { parts, comesUp, fetch, listeners } = standing(() => Promise.reject(new Error('refused')));
    const watch = createBuildWatcher(parts, OWN, jest.fn());
    comesUp();
    await jest.advanceTimersByTimeAsync(0);
    watch.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([fetch.mock.calls.length, listeners()]).toEqual([1, 0]);
  });
});
