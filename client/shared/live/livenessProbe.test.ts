/** The probe reports a connection that is open but silent, and replaces it when it stays silent. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLivenessProbe, SILENCE_MS } from './livenessProbe';

let probe: ReturnType<typeof createLivenessProbe>;
let events: string[];
let hidden: boolean;
let response: (() => void) | undefined;
beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  events = [];
  hidden = false;
  probe = createLivenessProbe({
    ping: (onResponse) => {
      events.push('asked');
      response = onResponse;
    },
    isHidden: () => hidden,
    onSilent: (since) => void events.push(`silent since ${since}`),
    onHeard: () => void events.push('heard'),
    onDead: () => void events.push('dead'),
  });
  probe.start();
});
afterEach(() => {
  probe.stop();
  jest.useRealTimers();
});

it('livenessProbe: sends no ping while frames arrive', () => {
  for (let times = 0; times < 10; times += 1) {
    jest.advanceTimersByTime(5_000);
    probe.markHeard();
  }
  expect(events).toEqual([]);
});

it('pings after a silence; a response is not reported', () => {
  jest.advanceTimersByTime(SILENCE_MS);
  expect(events).toEqual(['asked']);
  response?.();
  jest.advanceTimersByTime(4_000);
  expect(events).toEqual(['asked']);
});

it('reports the silence three seconds after the ping, and its end', () => {
  jest.advanceTimersByTime(SILENCE_MS + 3_000);
  expect(events).toEqual(['asked', 'silent since 1000000']);
  probe.markHeard();
  expect(events.at(-1)).toBe('heard');
});

it('livenessProbe: replaces the connection when it stays silent', () => {
  jest.advanceTimersByTime(SILENCE_MS + 32_000);
  expect(events).toEqual(['asked', 'silent since 1000000', 'dead']);
});

it('livenessProbe: does not probe while the page is hidden or after stop', () => {
  hidden = true;
  jest.advanceTimersByTime(60_000);
  hidden = false;
  probe.stop();
  jest.advanceTimersByTime(60_000);
  expect(events).toEqual([]);
});
