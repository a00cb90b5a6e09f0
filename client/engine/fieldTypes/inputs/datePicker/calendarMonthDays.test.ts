/** Days of a calendar page. */
import { expect, it } from '@jest/globals';
import { addDays, addCalendarMonths, calendarMonthDays } from './calendarMonthDays';

it('calendarMonthDays: six weeks from the first weekday on', () => {
  const fromSunday = calendarMonthDays('2026-02-14', 0);
  expect([fromSunday[0]?.[0], fromSunday[5]?.[6]]).toEqual(['2026-02-01', '2026-03-14']);
  const fromMonday = calendarMonthDays('2026-02-14', 1);
  expect([fromMonday[0]?.[0], fromMonday[0]?.[6]]).toEqual(['2026-01-26', '2026-02-01']);
});

it('addCalendarMonths: the last day of a shorter month, across years', () => {
  expect(addCalendarMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addCalendarMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addCalendarMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});
