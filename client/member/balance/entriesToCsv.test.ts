/** The exported history names each entry as its receipt does, and says in which time zone its times are. */
import { expect, it } from '@jest/globals';
import type { Entry } from './entriesApi';
import { entriesToCsv } from './entriesToCsv';

const entry: Entry = {
  ...{ kind: 'money', id: 42, n: 3, at: 1_763_749_800, type: 'adjust' },
  ...{ amount: 5000, before: 12_000, after: 17_000, memo: '=1+1, "x"', receipt: 'K7QM-2XPD', reference: '' },
};
const words = { headers: ['a'], typeLabel: ({ type }: Entry) => type, zone: 'Asia/Kathmandu' };

it('has receipt number, zone, exact amounts, and runs no formula', () => {
  const [head, line, points] = entriesToCsv([entry, { ...entry, kind: 'score', amount: -20 }], {
    ...words,
    headers: ['a', 'b'],
  })
    .slice(1)
    .split('\r\n');
  expect(head).toBe('a,b');
  expect(line).toBe(`K7QM-2XPD,3,2025-11-22 00:15:00 UTC+5:45,adjust,50.00,120.00,170.00,"'=1+1, ""x"""`);
  expect(points).toContain('K7QM-2XPD,3,');
  expect(points).toContain(',-20,');
});

it.each([
  "-2+3+cmd|' /C calc'!A0",
  '-1+HYPERLINK(1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  ' =1+1',
  '\u200b=1+1',
  '+1',
  '@SUM(1)',
  '\t1',
])('keeps %j a text', (memo) => {
  const [, line = ''] = entriesToCsv([{ ...entry, memo }], words).split('\r\n');
  expect(line.replaceAll('"', '').endsWith(`,'${memo}`)).toBe(true);
});

it('leaves a debit a number', () => {
  const [, line] = entriesToCsv([{ ...entry, amount: -205, memo: 'x' }], words).split('\r\n');
  expect(line).toContain(',adjust,-2.05,120.00,170.00,x');
});
