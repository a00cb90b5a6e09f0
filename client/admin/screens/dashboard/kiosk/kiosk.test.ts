/** kiosk: pages of whole cards that change by themselves. */
import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { DEFAULT_CARDS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useCarouselPage } from './kiosk';
import { planKioskPages } from './planKioskPages';

describe('kiosk', () => {
  it.each([
    [1856, 860],
    [1216, 560],
    [3700, 2000],
    [700, 1100],
    [358, 600],
    [358, 120],
  ])('planKioskPages: fits a screen of %i × %i pixels, with every card once and in order', (width, height) => {
    const pages = planKioskPages(DEFAULT_CARDS, { width, height });
    expect(pages.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual(DEFAULT_CARDS.map(({ id }) => id));
    for (const { cards, rows } of pages) {
      expect((height + 16) / rows - 16).toBeGreaterThanOrEqual(rows === 1 ? 0 : 76);
      const cells = cards.reduce((sum, { w, h }) => sum + w * h, 0);
      expect(cells).toBe(rows * 12);
    }
  });
  it('planKioskPages: a large screen has fewer pages', () => {
    const count = (width: number, height: number) => planKioskPages(DEFAULT_CARDS, { width, height }).length;
    expect(count(3700, 2000)).toBeLessThan(count(1216, 560));
    const huge: DashboardCard = { id: 'huge', kind: 'latest', e: 'user', w: 12, h: 20 };
    expect(planKioskPages([huge, huge], { width: 1856, height: 860 }).map(({ rows }) => rows)).toEqual([9, 9]);
  });
  it('planKioskPages: figures leave room for a row of charts on a laptop', () => {
    const [first] = planKioskPages(DEFAULT_CARDS, { width: 1376, height: 726 });
    expect(first?.cards.map(({ kind }) => kind)).toContain('line');
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
