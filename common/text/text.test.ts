/** Text helpers that server and client share. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { utf8Length, hasControlCharacters, codePointLength, normalizeForStorage } from './normalize';
import { parseTimeOfDay, formatDate, formatDateTime, toDate, isCalendarDate, parseUnixSeconds } from './time/dates';
import { chooseGreeting } from './time/greeting';
import { interpolate } from './interpolate';
import { parseCents, formatCents } from './cents';
import { normalizeMobile, normalizeMobileSearch } from './mobileNumber';

describe('amounts', () => {
  it('convert from cents to text and back without loss, up to the limits', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger().map((cents) => Math.trunc(cents % 9_000_000_000_000_001)),
        (cents) => {
          expect(parseCents(formatCents(cents))).toBe(cents === 0 ? 0 : cents);
          expect(formatCents(cents)).toMatch(/^-?\d+\.\d\d$/);
        },
      ),
    );
  });
  it.each(['', '1.', '.5', '1.234', '1e2', '١', '1 000', '--1', '100000000000000', '90000000000000.01'])(
    '%j is not an amount',
    (text) => {
      expect(parseCents(text)).toBeUndefined();
    },
  );
  it('have no negative zero', () => {
    expect(Object.is(parseCents('-0.00'), 0)).toBe(true);
  });
});

describe('days and hours', () => {
  it('accept only days of the calendar', () => {
    expect(['2024-02-29', '2000-02-29', '2026-12-31'].every(isCalendarDate)).toBe(true);
    expect(
      ['2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-1-1', '0000-01-01'].some(
        isCalendarDate,
      ),
    ).toBe(false);
  });
  // @spec P9-021
  it('read ten digits as seconds and more as milliseconds', () => {
    expect(toDate(1_700_000_000).getTime()).toBe(1_700_000_000_000);
    expect(toDate(1_700_000_000_000).getTime()).toBe(1_700_000_000_000);
  });
  // @spec P9-022
  it('are parsed back from their formatted text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        const text = formatDateTime(seconds);
        expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
        const parsed = parseUnixSeconds(text);
        expect(parsed === undefined ? '' : formatDateTime(parsed)).toBe(text);
      }),
    );
    expect(formatDate(parseUnixSeconds('2026-01-31') ?? 0)).toBe('2026-01-31');
    expect(parseUnixSeconds('2026-01-31T10:00')).toBe(parseUnixSeconds('2026-01-31 10:00:00'));
    expect(parseUnixSeconds('2026-01-31 10:00:00 x')).toBeUndefined();
    expect(parseTimeOfDay('7:00')).toBeUndefined();
  });
  // @spec P9-023 P9-024 P9-025 P9-026 P9-027 P9-028
  // @covers greeting late_night, greeting early_morning, greeting morning, greeting noon, greeting afternoon
  // @covers greeting evening
  it('chooseGreeting: returns the specified greeting of each hour', () => {
    const first = [0, 5, 9, 12, 14, 18].map(chooseGreeting);
    expect(first).toEqual(['late_night', 'early_morning', 'morning', 'noon', 'afternoon', 'evening']);
    expect([4, 8, 11, 13, 17, 23].map(chooseGreeting)).toEqual(first);
  });
});

describe('mobile numbers', () => {
  it.each([
    ['+86 138-0013-8000', '13800138000'],
    ['(138) 0013 8000', '13800138000'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['020-12345678', '020-12345678'],
  ])('%s is stored as %s', (text, stored) => {
    expect(normalizeMobile(text)).toBe(stored);
    expect(normalizeMobile(stored)).toBe(stored);
  });
  it('are searched in the spelling that is stored; normalization is idempotent', () => {
    const searched = ['+86 138 1111 0001', '0086-13811110001', '(86)13811110001', '+852 9123 4567', 'no 5', '00 12'];
    const found = searched.map(normalizeMobileSearch);
    expect(found).toEqual(['13811110001', '13811110001', '13811110001', '+85291234567', 'no 5', '0012']);
    expect(found.map(normalizeMobileSearch)).toEqual(found);
  });
});
describe('texts', () => {
  it('interpolate: does not evaluate the values', () => {
    expect(interpolate('{{a}} and {{ b }}', { a: '{{b}}', b: '$&' })).toBe('{{b}} and $&');
    expect(interpolate('{{toString}}')).toBe('{{toString}}');
  });
  it('cjkSpacing: adds a space where Chinese meets Latin at the edge of a value, never inside it', () => {
    const formatted = (one: string | number) => interpolate('添加{{one}}的副本', { one });
    expect(['API 令牌', '新品A上市', 'A', 7, '“A”', ''].map(formatted)).toEqual([
      '添加 API 令牌的副本',
      '添加新品A上市的副本',
      '添加 A 的副本',
      '添加 7 的副本',
      '添加“A”的副本',
      '添加的副本',
    ]);
    expect(interpolate('共 {{count}} 条{{nouns}}', { count: 3, nouns: 'API' })).toBe('共 3 条 API');
  });
  it('are normalized to one spelling', () => {
    expect(normalizeForStorage(' e\u0301\r\nx\r ')).toBe('é\nx');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(normalizeForStorage(normalizeForStorage(text))).toBe(normalizeForStorage(text)),
      ),
    );
  });
  it('hasControlCharacters: finds control characters and broken surrogates', () => {
    expect(
      ['\u0000', 'a\u001b[0m', '\ud83d', '\u0085', '\u2029'].every((text) => hasControlCharacters(text, true)),
    ).toBe(true);
    expect(hasControlCharacters('a\n\tb 😀', true)).toBe(false);
    expect(hasControlCharacters('a\nb', false)).toBe(true);
  });
  it('are measured in code points and in bytes', () => {
    expect([codePointLength('a新😀'), utf8Length('aé新😀')]).toEqual([3, 10]);
  });
});
