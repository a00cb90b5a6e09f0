/** Bounds of the numbers in the styles of a home page block: larger ones only make a page that nobody can read. */

/** CSS pixels of one unit, on a wide screen and in a large heading for the units that depend on them. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  pt: 4 / 3,
  pc: 16,
  rem: 16,
  em: 32,
  ch: 16,
  ex: 16,
  cap: 32,
  ic: 32,
  lh: 48,
  rlh: 24,
  rex: 8,
  rch: 8,
  ric: 16,
  rcap: 16,
  '%': 10,
};
const VIEWPORT_UNIT = /^(?:[sld]?v|cq)(?<side>w|h|i|b|min|max)$/;
const WIDTH_PIXELS = 19.2;
const HEIGHT_PIXELS = 10.8;
/** The largest numbers with units that are no lengths. */
const MAX_OF_UNIT: Readonly<Record<string, number>> = { fr: 100, deg: 3_600, grad: 4_000, rad: 64, turn: 10 };

const MAX_LENGTH = 2_000;
const MAX_TEXT_LENGTH = 500;
/** Properties whose lengths apply to each letter or reach out of the block. */
const TEXT_LENGTHS =
  /^(?:font-size|letter-spacing|word-spacing|text-indent|text-shadow|box-shadow|border(?:-(?:top|right|bottom|left|width|spacing))?)$/;
/** Properties whose percentages refer to the size of letters. */
const LETTER_PERCENT = /^(?:font-size|line-height|letter-spacing|word-spacing|vertical-align)$/;
/** The image stays inside its box. */
const BACKGROUND = /^(?:background|object)/;
const MAX_BACKGROUND_PERCENT = 500;
const MAX_NUMBER = 4_000;
const MAX_TRACKS = 100;
const MAX_LINE_HEIGHT = 60;
/** The numbers of a computation with `*` or `/`. */
const MAX_FACTOR = 10;

interface Amount {
  readonly number: number;
  /** In lower case; empty without one. */
  readonly unit: string;
}

const readAmounts = (text: string): readonly Amount[] =>
  [...text.matchAll(/(?<![\w#.])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?/gi)].map(
    ([, number, unit = '']) => ({ number: Math.abs(Number(number)), unit: unit.toLowerCase() }),
  );

/** CSS pixels of an amount; undefined for one that is no length. */
function toPixels(property: string, { number, unit }: Amount): number | undefined {
  if (unit === '%' && LETTER_PERCENT.test(property)) return (number / 100) * 32;
  const side = VIEWPORT_UNIT.exec(unit)?.groups?.['side'];
  if (side !== undefined) return number * (['h', 'b', 'min'].includes(side) ? HEIGHT_PIXELS : WIDTH_PIXELS);
  const pixels = PIXELS[unit];
  return pixels === undefined ? undefined : number * pixels;
}

function maxNumber(property: string): number {
  if (property === 'line-height') return MAX_LINE_HEIGHT;
  return /^(?:grid|column)/.test(property) ? MAX_TRACKS : MAX_NUMBER;
}

const getCount = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** By how much the functions of a value can multiply its lengths; undefined for more than one product, or a number out of bounds. */
function getFactor(text: string, amounts: readonly Amount[]): number | undefined {
  const numbers = amounts.filter(({ unit }) => unit === '').map(({ number }) => number);
  if (/repeat\(/i.test(text)) return Math.max(1, ...numbers);
  if (!/(?:calc|min|max|clamp)\(/i.test(text)) return 1;
  const products = getCount(text, /[*/]/g);
  if (products === 0) return 1;
  if (products > 1 || numbers.some((number) => number > MAX_FACTOR || number < 1 / MAX_FACTOR)) return undefined;
  return Math.max(1, ...numbers.map((number) => (text.includes('*') ? number : 1 / number)));
}

/** Whether all numbers of a value are in the bounds, and its lengths are when they are computed. */
export function hasSaneStyleAmounts(property: string, text: string): boolean {
  const amounts = readAmounts(text);
  const factor = getFactor(text, amounts);
  if (factor === undefined) return false;
  const max = TEXT_LENGTHS.test(property) ? MAX_TEXT_LENGTH : MAX_LENGTH;
  let sum = 0;
  for (const amount of amounts) {
    const { number, unit } = amount;
    if (unit === '%' && BACKGROUND.test(property)) {
      if (number > MAX_BACKGROUND_PERCENT) return false;
      continue;
    }
    const pixels = toPixels(property, amount);
    // `!` also refuses a number that is none.
    if (pixels === undefined && !(number <= (unit === '' ? maxNumber(property) : (MAX_OF_UNIT[unit] ?? 0))))
      return false;
    if (pixels !== undefined && !(pixels * factor <= max)) return false;
    sum += (pixels ?? 0) * factor;
  }
  const isSum = /^grid-template/.test(property) || /\([^()]*\s[+-]\s/.test(text);
  return !isSum || sum <= 2 * max;
}
