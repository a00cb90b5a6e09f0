/** The exported CSV has the receipt number of each entry and the time zone of its times. */
import { expect, it } from '@jest/globals';
import type { Entry } from './entriesApi';
import { entriesToCsv } from './entriesToCsv';

const entry: Entry = {
  kind: 'money',
  id: 42,
  n: 3,
  at: 1_763_749_800,
  type: 'adjust',
  amount: 5000,
  before: 12_000,
  after: 17_000,
  memo: '=1+1, "x"',
  receipt: 'K7QM-2XPD',
  reference: '',
};
const options = { headers: ['a'], typeLabel: ({ type }: Entry) => type, zone: 'Asia/Kathmandu' };

it('entriesToCsv: writes receipt number, time zone and exact amounts, and escapes formulas', () => {
  const [header, row, points] = entriesToCsv([entry, { ...entry, kind: 'score', amount: -20 }], {
    ...options,
    headers: ['a', 'b'],
  })
    .slice(1)
    .split('\r\n');
  expect(header).toBe('a,b');
  expect(row).toBe(`K7QM-2XPD,3,2025-11-22 00:15:00 UTC+5:45,adjust,50.00,120.00,170.00,"'=1+1, ""x"""`);
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
])('exports the memo %j as text', (memo) => {
  const [, row = ''] = entriesToCsv([{ ...entry, memo }], options).split('\r\n');
  expect(row.replaceAll('"', '').endsWith(`,'${memo}`)).toBe(true);
});

it('exports a debit as a number', () => {
  const [, row] = entriesToCsv([{ ...entry, amount: -205, memo: 'x' }], options).split('\r\n');
  expect(row).toContain(',adjust,-2.05,120.00,170.00,x');
});
