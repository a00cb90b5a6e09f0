/** Rows of the specification that tests prove: numbers and ranges by point. A new `@spec` tag adds its row here. */
const COVERED = {
  P1: '3 21 24-27 33 47 52',
  P2: '1-26 28 52-53 55 59-71 73-76',
  P3: '16-17 26-29 31 48 50-54 123 134-136 138 140-143 190 192-196 261 263 267 271 334-338 397 400',
  P4: '33-35 41',
  P5: '1-10 12-18 21-31',
  P6: '1 3-10 12-17',
  P7: '1-3 10 17 24 30-31 39 55-60',
  P8: '1-30',
  P9: '1-3 9-18 21-33 35-36',
  Dec: '4-5',
};

const numbersIn = (range: string): readonly number[] => {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};
/** Ids such as `P2-006`. */
export const COVERED_ROWS: readonly string[] = Object.entries(COVERED).flatMap(([point, ranges]) =>
  ranges
    .split(' ')
    .flatMap(numbersIn)
    .map((number) => `${point}-${String(number).padStart(3, '0')}`),
);
