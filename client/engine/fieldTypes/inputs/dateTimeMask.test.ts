/** Masks of dates and times while typing. */
import { describe, expect, it } from '@jest/globals';
import { applyMask, MASKS } from './dateTimeMask';

const typed = (shape: string, keys: string) =>
  [...keys].reduce((before, key) => applyMask(shape, before, before + key), '');

describe('applyMask', () => {
  it('adds the separators', () => {
    expect(typed(MASKS.instant, '20261122063019')).toBe('2026-11-22 06:30:19');
    expect(typed(MASKS.day, '20261122')).toBe('2026-11-22');
    expect(typed(MASKS.time, '063019')).toBe('06:30:19');
  });

  it('accepts typed separators and single digits', () => {
    expect(typed(MASKS.instant, '2026-11-22 06:30:19')).toBe('2026-11-22 06:30:19');
    expect(typed(MASKS.day, '2026-1-3')).toBe('2026-01-3');
    expect(typed(MASKS.time, '6:30:19')).toBe('06:30:19');
    expect(typed(MASKS.instant, '2026-11-22')).toBe('2026-11-22');
  });

  it('reads a pasted value in another format', () => {
    expect(applyMask(MASKS.instant, '', '2026/1/31 6:05:00')).toBe('2026-01-31 06:05:00');
    expect(applyMask(MASKS.instant, '', '2026-01-31T18:30:05')).toBe('2026-01-31 18:30:05');
  });

  it('leaves deletions, corrections in the middle and other text unchanged', () => {
    expect(applyMask(MASKS.day, '2026-11-22', '2026-11-2')).toBe('2026-11-2');
    expect(applyMask(MASKS.day, '2026-11-', '2026-11')).toBe('2026-11');
    expect(applyMask(MASKS.day, '206-11-22', '2026-11-22')).toBe('2026-11-22');
    expect(applyMask(MASKS.day, '', 'soon')).toBe('soon');
    expect(applyMask(MASKS.time, '12:30:00', '12:3:00')).toBe('12:3:00');
  });

  it('never exceeds the mask', () => {
    expect(typed(MASKS.day, '20261122999')).toBe('2026-11-22');
  });
});
