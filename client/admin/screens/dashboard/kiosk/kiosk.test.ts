/** kiosk: pages of whole cards that change by themselves. */
import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { DEFAULT_CARDS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { paginateCards, useCarouselPage } from './kiosk';

describe('kiosk', () => {
  it('paginateCards: contains each card once, in order, within the page size', () => {
    const pages = paginateCards(DEFAULT_CARDS);
    expect(pages.flat()).toEqual(DEFAULT_CARDS);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.reduce((sum, { w, h }) => sum + w * h, 0)).toBeLessThanOrEqual(96);
    const huge: DashboardCard = { id: 'huge', kind: 'latest', e: 'user', w: 12, h: 8 };
    expect(paginateCards([huge, huge]).map((page) => page.length)).toEqual([1, 1]);
  });
  it('useCarouselPage: advances by a timer, and not with one page', () => {
    jest.useFakeTimers();
    try {
      const { result, rerender } = renderHook(({ count }) => useCarouselPage(count), { initialProps: { count: 3 } });
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
