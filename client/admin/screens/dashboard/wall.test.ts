/** A wall shows whole cards, page after page. */
import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { DEFAULT_CARDS, type Card } from '../../../../common/live/dashboardCards';
import { pagesOf, useTurning } from './wall';

describe('a wall', () => {
  it('holds every card once, in order, and no more on a page than fits', () => {
    const pages = pagesOf(DEFAULT_CARDS);
    expect(pages.flat()).toEqual(DEFAULT_CARDS);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.reduce((sum, { w, h }) => sum + w * h, 0)).toBeLessThanOrEqual(96);
    const huge: Card = { id: 'huge', kind: 'latest', e: 'user', w: 12, h: 8 };
    expect(pagesOf([huge, huge]).map((page) => page.length)).toEqual([1, 1]);
  });
  it('turns its pages, and stands still with one', () => {
    jest.useFakeTimers();
    try {
      const { result, rerender } = renderHook(({ count }) => useTurning(count), { initialProps: { count: 3 } });
      const seen = [result.current];
      for (let turn = 0; turn < 3; turn += 1) {
        act(() => {
          jest.advanceTimersByTime(20_000);
        });
        seen.push(result.current);
      }
      expect(seen).toEqual([0, 1, 2, 0]);
      rerender({ count: 1 });
      act(() => {
        jest.advanceTimersByTime(60_000);
      });
      expect(result.current).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
