/** Periods that move with the days. */
import { expect, it } from '@jest/globals';
import { lastDays, resolveDatePreset } from './datePresets';

const at = (text: string, now: string) => resolveDatePreset(text, new Date(now));

it('resolveDatePreset: days of this device, over the ends of months and years', () => {
  expect(at('@today', '2026-03-01T23:59:59')).toEqual(['2026-03-01', '2026-03-01']);
  expect(at('@yesterday', '2026-03-01T00:00:00')).toEqual(['2026-02-28', '2026-02-28']);
  expect(at('@last7', '2026-01-03T12:00:00')).toEqual(['2025-12-28', '2026-01-03']);
  expect(at('@last1', '2026-01-03T12:00:00')).toEqual(['2026-01-03', '2026-01-03']);
  expect(at('@month', '2028-02-10T12:00:00')).toEqual(['2028-02-01', '2028-02-29']);
});

it('resolveDatePreset, lastDays: other texts are no date range', () => {
  for (const text of ['today', '@tomorrow', '@last0', '@last', '@last99999', '2026-01-01', ''])
    expect([text, resolveDatePreset(text), lastDays(text)]).toEqual([text, undefined, undefined]);
  expect(lastDays('@last30')).toBe(30);
});
