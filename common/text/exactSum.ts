/** Sums of whole numbers that stay exact however large they become: a number while it is safe, beyond that a bigint. */
export type ExactSum = number | bigint;

const toNumberIfSafe = (value: bigint): ExactSum => {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
};

/** The exact sum of two. */
export function addExact(left: ExactSum, right: ExactSum): ExactSum {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return toNumberIfSafe(BigInt(left) + BigInt(right));
}

/** Parses a sum that a database returns as digits. */
export const parseSum = (digits: string | number): ExactSum =>
  typeof digits === 'number' ? digits : toNumberIfSafe(BigInt(digits.replace(/\.0*$/, '')));

/** Clamps a sum to the range of safe integers, for places that hold only a number. */
export const clampToSafeInteger = (sum: ExactSum): number =>
  Number(
    sum > Number.MAX_SAFE_INTEGER
      ? Number.MAX_SAFE_INTEGER
      : sum < -Number.MAX_SAFE_INTEGER
        ? -Number.MAX_SAFE_INTEGER
        : sum,
  );
