/** What becomes of a day or time while it is typed. */
import { describe, expect, it } from '@jest/globals';
import { applyMask, MASKS } from './dateTimeMask';

const typed = (shape: string, keys: string) =>
  [...keys].reduce((before, key) => applyMask(shape, before, before + key), '');

describe('a typed time', () => {
  it('gets the signs between its digits by itself', () => {
    expect(typed(MASKS.instant, '20261122063019')).toBe('2026-11-22 06:30:19');
    expect(typed(MASKS.day, '20261122')).toBe('2026-11-22');
    expect(typed(MASKS.time, '063019')).toBe('06:30:19');
  });

  it('may be typed with them, too, and with single digits', () => {
    expect(typed(MASKS.instant, '2026-11-22 06:30:19')).toBe('2026-11-22 06:30:19');
    expect(typed(MASKS.day, '2026-1-3')).toBe('2026-01-3');
    expect(typed(MASKS.time, '6:30:19')).toBe('06:30:19');
    expect(typed(MASKS.instant, '2026-11-22')).toBe('2026-11-22');
  });

  it('is read when it is pasted in another spelling', () => {
    expect(applyMask(MASKS.instant, '', '2026/1/31 6:05:00')).toBe('2026-01-31 06:05:00');
    expect(applyMask(MASKS.instant, '', '2026-01-31T18:30:05')).toBe('2026-01-31 18:30:05');
  });

  it('stays as it is while somebody deletes, puts right the middle, or writes something else', () => {
    expect(applyMask(MASKS.day, '2026-11-22', '2026-11-2')).toBe('2026-11-2');
    expect(applyMask(MASKS.day, '2026-11-', '2026-11')).toBe('2026-11');
    expect(applyMask(MASKS.day, '206-11-22', '2026-11-22')).toBe('2026-11-22');
    expect(applyMask(MASKS.day, '', 'soon')).toBe('soon');
    expect(applyMask(MASKS.time, '12:30:00', '12:3:00')).toBe('12:3:00');
  });

  it('never holds more than its form', () => {
    expect(typed(MASKS.day, '20261122999')).toBe('2026-11-22');
  });
});
