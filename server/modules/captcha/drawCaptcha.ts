/** Draws a captcha as a PNG: letters as distorted strokes with a strike-through. No font, no text, no metadata. */
import { randomInt } from 'node:crypto';
import sharp from 'sharp';

export const CAPTCHA_WIDTH = 180;
export const CAPTCHA_HEIGHT = 64;

/** Polylines in a box of 10 × 14. The alphabet has no letters that look alike. */
const LETTER_STROKES: Readonly<Record<string, string>> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '9.5,2.5 7.5,.5 5,0 2.5,.8 .8,3 0,7 .8,11 2.5,13.2 5,14 7.5,13.5 9.5,11.5',
  E: '9,0 0,0 0,14 9,14|0,7 7,7',
  F: '9,0 0,0 0,14|0,7 7,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '3,0 9.5,0|7,0 7,10.5 6,13 3.5,14 1.2,13 .3,10.5',
  K: '0,0 0,14|9,0 0,8|3.2,5.4 10,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '0,14 0,0 6,0 8.8,1 10,4 8.8,6.8 6,8 0,8',
  R: '0,14 0,0 6,0 8.8,1 10,4 8.8,6.8 6,8 0,8|5,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  W: '0,0 2.5,14 5,4 7.5,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '.5,1.5 3,0 6.5,0 9,1.5 9.3,4 8,6.2 4.5,6.8|4.5,6.8 8.5,7.6 10,10 9.2,12.6 6.5,14 3,14 .3,12.4',
  4: '7,14 7,0 0,9.5 10,9.5',
  7: '0,0 10,0 4,14',
  9: '9.5,4.5 8.3,1.2 5,0 1.7,1.2 .5,4.5 1.7,7.5 5,8.5 8.3,7.5 9.5,4.5 9,9 7,12.5 4,14',
};
export const CAPTCHA_LETTERS = Object.keys(LETTER_STROKES).join('');
const CAPTCHA_LENGTH = 5;

export const generateCaptchaText = (): string =>
  Array.from({ length: CAPTCHA_LENGTH }, () => CAPTCHA_LETTERS.charAt(randomInt(CAPTCHA_LETTERS.length))).join('');

/** A letter at a place of an image, as the paths of an SVG. */
export const drawLetter = (letter: string, center: Point): string => letterPaths(letter, center, createWarp()).join('');

export type Point = readonly [x: number, y: number];
type Warp = (point: Point) => Point;

/** Returns a PNG of the text. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const warp = createWarp();
  const letterWidth = (CAPTCHA_WIDTH - 30) / text.length;
  const ink = `hsl(${randomInt(360)} ${randomBetween(35, 70)}% ${randomBetween(22, 36)}%)`;
  const letters = [...text].flatMap((letter, index) =>
    letterPaths(letter, [15 + letterWidth * (index + 0.5), CAPTCHA_HEIGHT / 2], warp),
  );
  const noise = [...Array.from({ length: 2 }, () => drawStrikeThrough(warp)), ...Array.from({ length: 14 }, drawSpeck)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}">
<rect width="100%" height="100%" fill="hsl(${randomInt(360)} 30% 94%)"/>
<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${[...letters, ...noise].join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 16 }).toBuffer();
}

const randomBetween = (low: number, high: number): number => low + (randomInt(1_000_000) / 1_000_000) * (high - low);

/** Two waves distort the whole image, so that no letter has its original shape. */
function createWarp(): Warp {
  const [a, b] = [randomBetween(2.5, 4.5), randomBetween(2, 4)];
  const [p, q] = [randomBetween(0, 7), randomBetween(0, 7)];
  const [u, v] = [randomBetween(22, 38), randomBetween(12, 20)];
  return ([x, y]) => [x + b * Math.sin(y / v + q), y + a * Math.sin(x / u + p)];
}

function letterPaths(letter: string, [x, y]: Point, warp: Warp): string[] {
  const scale = randomBetween(2.1, 2.6);
  const [width, slant, turn] = [
    scale * randomBetween(0.85, 1.1),
    randomBetween(-0.25, 0.25),
    randomBetween(-0.22, 0.22),
  ];
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [left, top] = [x + randomBetween(-3, 3), y + randomBetween(-4, 4)];
  const transform: Warp = ([px, py]) => {
    const [dx, dy] = [(px - 5) * width + (py - 7) * slant, (py - 7) * scale];
    return warp([left + dx * cos - dy * sin, top + dx * sin + dy * cos]);
  };
  const strokes = (LETTER_STROKES[letter] ?? '').split('|').map((line) => line.split(' ').map(getPoint));
  return strokes.map((points) => getPath(subdivided(points).map(transform), randomBetween(2.6, 3.6)));
}

const getPoint = (text: string): Point => {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return [x, y];
};
/** Long lines are subdivided so that they bend. */
const subdivided = (points: readonly Point[]): Point[] =>
  points.flatMap((point, index) => {
    const next = points[index + 1];
    if (!next) return [point];
    return [0, 0.25, 0.5, 0.75].map((t): Point => [
      point[0] + (next[0] - point[0]) * t + randomBetween(-0.12, 0.12),
      point[1] + (next[1] - point[1]) * t + randomBetween(-0.12, 0.12),
    ]);
  });
const getPath = (points: readonly Point[], width: number): string =>
  `<path stroke-width="${width.toFixed(1)}" d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}"/>`;

/** A line through all letters, with their color and nearly their width. */
function drawStrikeThrough(warp: Warp): string {
  const [from, to] = [randomBetween(10, CAPTCHA_HEIGHT - 10), randomBetween(10, CAPTCHA_HEIGHT - 10)];
  const points = Array.from({ length: 13 }, (_, index): Point => {
    const t = index / 12;
    return warp([4 + t * (CAPTCHA_WIDTH - 8), from + (to - from) * t + 6 * Math.sin(t * randomBetween(5, 7))]);
  });
  return getPath(points, randomBetween(1.2, 2));
}
const drawSpeck = (): string => {
  const [x, y] = [randomBetween(2, CAPTCHA_WIDTH - 12), randomBetween(2, CAPTCHA_HEIGHT - 8)];
  return getPath(
    [
      [x, y],
      [x + randomBetween(-7, 7), y + randomBetween(-7, 7)],
    ],
    randomBetween(1, 2.4),
  );
};
