/** A screen reader user hears a busy list at most every five seconds, including the last state. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { ANNOUNCE_INTERVAL_MS, useLiveRegionText } from './useLiveRegionText';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('useLiveRegionText: announces at once, then at most every five seconds, always the newest text', () => {
  const { result, rerender } = renderHook(({ text }) => useLiveRegionText(text), { initialProps: { text: '1 new' } });
  const pass = (ms: number) =>
    act(() => {
      jest.advanceTimersByTime(ms);
    });
  pass(0);
  expect(result.current).toBe('1 new');
  pass(1_000);
  for (const text of ['2 new', '3 new', '4 new']) {
    rerender({ text });
    pass(500);
  }
  expect(result.current).toBe('1 new');
  pass(ANNOUNCE_INTERVAL_MS);
  expect(result.current).toBe('4 new');
});
