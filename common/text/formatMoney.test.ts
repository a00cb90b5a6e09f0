/** Amounts are formatted exactly, in the currency of the site. */
import { expect, it } from '@jest/globals';
import { formatMoney, moneyParts } from './formatMoney';

const CNY = { lang: 'en', currency: 'CNY' } as const;

it.each([
  ['12.34', '¥12.34'],
  ['0.00', '¥0.00'],
  ['-0.00', '¥0.00'],
  ['-20', '−¥20.00'],
  ['99999999999.99', '¥99,999,999,999.99'],
  ['-99999999999999999999.01', '−¥99,999,999,999,999,999,999.01'],
  ['12.3.4', '12.3.4'],
  ['', ''],
])('formatMoney: %j reads %j in CNY, in both languages', (amount, said) => {
  expect(formatMoney(amount, CNY)).toBe(said);
  expect(formatMoney(amount, { ...CNY, lang: 'zh-cn' })).toBe(said);
});

it('formatMoney: a signed amount shows plus, minus, and no sign at zero', () => {
  const signed = { ...CNY, signed: true };
  expect(['5.00', '-5.00', '0.00'].map((amount) => formatMoney(amount, signed))).toEqual(['+¥5.00', '−¥5.00', '¥0.00']);
});

it('formatMoney: the amount carries the symbol of its currency, and an unknown currency reads as the default one', () => {
  const say = (currency: string) => formatMoney('-1204.50', { lang: 'en', currency });
  expect(['USD', 'EUR', 'GBP', 'CHF', 'x'].map(say)).toEqual([
    '−$1,204.50',
    '−€1,204.50',
    '−£1,204.50',
    '−CHF\u00A01,204.50',
    '−¥1,204.50',
  ]);
});

it('moneyParts: the symbol is separate from the digits', () => {
  expect(moneyParts('-1204.5', CNY)).toEqual({ sign: '−', symbol: '¥', digits: '1,204.50', symbolFirst: true });
  expect(moneyParts('abc', CNY)).toBeUndefined();
});
