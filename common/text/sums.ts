/** Sums of whole numbers that stay exact however large they become: a number while it is safe, beyond that a bigint. */
export type Sum = number | bigint;

const narrowed = (value: bigint): Sum => {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : value;
};

/** The exact sum of two. */
export function plus(one: Sum, other: Sum): Sum {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return narrowed(BigInt(one) + BigInt(other));
}

/** A sum as a database tells it, in digits. */
export const sumFrom = (digits: string | number): Sum =>
  typeof digits === 'number' ? digits : narrowed(BigInt(digits.replace(/\.0*$/, '')));

/** The nearest number that is exact of itself: where only a number fits, a sum that is too large stands at the edge. */
export const withinReach = (sum: Sum): number =>
  Number(
    sum > Number.MAX_SAFE_INTEGER
      ? Number.MAX_SAFE_INTEGER
      : sum < -Number.MAX_SAFE_INTEGER
        ? -Number.MAX_SAFE_INTEGER
        : sum,
  );
