/** readAmount: amounts are parsed or refused with a reason. */
import { expect, it } from '@jest/globals';
import { typedDirection, readAmount } from './readAmount';

it.each([
  ['50', 5000],
  [' 12.3 ', 1230],
  ['-0.25', -25],
  ['−5', -500],
  ['１２', 1200],
])('readAmount: %j adds or deducts %d cents', (text, minorUnits) => {
  expect(readAmount('money', text, 'add')).toEqual({ minorUnits });
});

it.each([
  ['', 'empty'],
  ['+', 'empty'],
  ['0', 'zero'],
  ['-0.00', 'zero'],
  ['12.345', 'decimals'],
  ['1,000', 'grouped'],
  ['1 000.50', 'grouped'],
  ['.5', 'no_digit'],
  ['abc', 'not_number'],
  ['1e3', 'not_number'],
  ['--5', 'not_number'],
  ['5.', 'not_number'],
  ['999999999999999', 'too_large'],
])('readAmount: %j is refused as %j', (text, issue) => {
  expect(readAmount('money', text, 'add')).toEqual({ issue });
});

it('readAmount: points are whole numbers', () => {
  expect(readAmount('score', '1.5', 'add')).toEqual({ issue: 'whole' });
  expect(readAmount('score', '15', 'deduct')).toEqual({ minorUnits: -15 });
});

it('readAmount: a typed sign wins over the chosen direction', () => {
  expect(readAmount('money', '+5', 'deduct')).toEqual({ minorUnits: 500 });
  expect(readAmount('money', '5', 'deduct')).toEqual({ minorUnits: -500 });
  expect([typedDirection('+5'), typedDirection('-5'), typedDirection('5')]).toEqual(['add', 'deduct', undefined]);
});
