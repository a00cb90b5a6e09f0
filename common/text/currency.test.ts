/** Currencies a site may choose: those in use whose amounts have two decimals by ISO 4217. */
import { expect, it } from '@jest/globals';
import { isCurrency } from './currency';

it.each([
  ...['CNY', 'USD', 'EUR', 'GBP', 'HUF', 'IDR', 'COP', 'IRR', 'LAK', 'MMK', 'AFN', 'ALL', 'MGA', 'SLE', 'XCG', 'ZWG'],
])('isCurrency: true for %s', (code) => {
  expect(isCurrency(code)).toBe(true);
});

it.each([
  ['no minor unit', ['JPY', 'KRW', 'ISK', 'VND', 'CLP', 'XAF', 'UGX', 'PYG']],
  ['three or four of them', ['KWD', 'BHD', 'TND', 'IQD', 'CLF', 'UYW']],
  ['withdrawn', ['HRK', 'ANG', 'CUC', 'SLL', 'ZWL', 'BGN', 'DEM']],
  ['no currency', ['cny', 'XXX', 'XAU', 'XXY', '', '￥', 'AED AFN', 'constructor']],
] as const)('isCurrency: false for %s', (_, codes) => {
  expect(codes.filter(isCurrency)).toEqual([]);
});
