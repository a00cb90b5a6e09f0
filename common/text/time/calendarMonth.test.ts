/** Months of the calendar: valid texts, and arithmetic across years. */
import { describe, expect, it } from '@jest/globals';
import { addMonths, isCalendarMonth, parseCalendarMonth } from './calendarMonth';

describe('months of the calendar', () => {
  it.each(['2026-01', '2026-12', '1970-06'])('%s is a month', (text) => expect(isCalendarMonth(text)).toBe(true));
  it.each(['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', '', '2026-01\n'])('%j is none', (text) =>
    expect(isCalendarMonth(text)).toBe(false),
  );
  it('counts months across years in both directions', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -15)]).toEqual([
      '2027-01',
      '2025-12',
      '2024-12',
    ]);
  });
  it('knows its first and last day', () => {
    expect(parseCalendarMonth('2026-12')).toEqual({
      firstDay: '2026-12-01',
      lastDay: '2026-12-31',
      nextFirstDay: '2027-01-01',
    });
    expect([parseCalendarMonth('2028-02').lastDay, parseCalendarMonth('2026-02').lastDay]).toEqual([
      '2028-02-29',
      '2026-02-28',
    ]);
  });
});
