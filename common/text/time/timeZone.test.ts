/** Days of a time zone, also those that are an hour shorter or longer. */
import { describe, expect, it } from '@jest/globals';
import { isTimeZone, getTimeZone } from './timeZone';

const at = (text: string) => Date.parse(text) / 1000;

describe('hours and days of a time zone', () => {
  it('begins a day at midnight of the zone', () => {
    expect(getTimeZone('Asia/Shanghai').getStart('day', at('2026-11-21T15:30:00Z'))).toBe(at('2026-11-20T16:00:00Z'));
    expect(getTimeZone('Asia/Shanghai').getStart('day', at('2026-11-21T16:00:00Z'))).toBe(at('2026-11-21T16:00:00Z'));
    expect(getTimeZone('Asia/Kathmandu').getStart('hour', at('2026-11-21T10:20:00Z'))).toBe(at('2026-11-21T10:15:00Z'));
    expect(getTimeZone('America/New_York').getStart('day', at('2026-07-01T03:59:59Z'))).toBe(
      at('2026-06-30T04:00:00Z'),
    );
  });

  it('handles days of 23 and 25 hours', () => {
    const zone = getTimeZone('Europe/Berlin');
    const [before = 0, spring = 0, after = 0] = zone.lastStarts('day', 3, at('2026-03-30T12:00:00Z'));
    expect([spring - before, after - spring]).toEqual([24 * 3600, 23 * 3600]);
    const [autumn = 0, next = 0] = zone.lastStarts('day', 2, at('2026-10-26T12:00:00Z'));
    expect(next - autumn).toBe(25 * 3600);
    expect(new Set(zone.lastStarts('hour', 30, at('2026-10-26T02:00:00Z'))).size).toBe(30);
  });

  it('assigns every instant to exactly one day, without gaps between days', () => {
    for (const name of ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'UTC']) {
      const zone = getTimeZone(name);
      for (let second = at('2026-03-27T00:00:00Z'); second < at('2026-04-02T00:00:00Z'); second += 1_713) {
        const start = zone.getStart('day', second);
        expect(start).toBeLessThanOrEqual(second);
        expect(second - start).toBeLessThan(25 * 3600);
        expect(zone.getStart('day', start)).toBe(start);
      }
    }
  });

  it('distinguishes zone names from other texts', () => {
    expect([isTimeZone('Asia/Shanghai'), isTimeZone('Middle/Earth')]).toEqual([true, false]);
  });
});

it('startOfDay: a day begins at midnight of its zone, also where clocks are changed on it', () => {
  const begins = (zone: string, day: string, after?: number) =>
    new Date(getTimeZone(zone).startOfDay(day, after) * 1000).toISOString();
  expect(begins('Pacific/Kiritimati', '2026-11-22')).toBe('2026-11-21T10:00:00.000Z');
  expect(begins('Etc/GMT+12', '2026-11-22')).toBe('2026-11-22T12:00:00.000Z');
  expect(begins('Europe/Berlin', '2026-10-25')).toBe('2026-10-24T22:00:00.000Z');
  expect(begins('Europe/Berlin', '2026-10-25', 1)).toBe('2026-10-25T23:00:00.000Z');
  expect(begins('Asia/Shanghai', '2026-12-31', 1)).toBe('2026-12-31T16:00:00.000Z');
});
