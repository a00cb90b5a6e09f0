/** Exact sums below and above the range of safe integers. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addExact, parseSum, clampToSafeInteger, type ExactSum } from './exactSum';

const whole = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }).map((value) => parseSum(String(value)));

it('exact sums: equal to sums of bigints, in any order', () => {
  fc.assert(
    fc.property(fc.array(whole, { maxLength: 20 }), (all) => {
      const exact = all.reduce<bigint>((sum, value) => sum + BigInt(value), 0n);
      const summed = all.reduce<ExactSum>(addExact, 0);
      expect(BigInt(summed)).toBe(exact);
      expect(typeof summed === 'number').toBe(Number.isSafeInteger(Number(exact)));
    }),
  );
});
it('exact sums: are parsed from the digits of a database', () => {
  expect(['12', '-12.00', '10000000000000000'].map(parseSum)).toEqual([12, -12, 10_000_000_000_000_000n]);
  expect([5, 2n ** 60n, -(2n ** 60n)].map(clampToSafeInteger)).toEqual([5, 2 ** 53 - 1, 1 - 2 ** 53]);
});
