/** Signs for plugins, apps and companies. */
import { pick } from './canvas';
import { circle, line, polygon, rect } from './shapes';

const BARS = [
  [-14, 16],
  [0, 28],
  [14, 22],
] as const;
type Icon = (color: string) => string;
/** Signs of plugins around the origin, about 40 wide. */
const ICONS: readonly Icon[] = [
  (c) =>
    line(
      [
        [-15, 1],
        [-4, 12],
        [16, -11],
      ],
      c,
      6,
    ),
  (c) => BARS.map(([x, tall]) => rect({ x: x - 4, y: 14 - tall, w: 8, h: tall }, 3, c)).join(''),
  (c) => circle(0, -7, 8, c) + `<path d="M-16 16C-15 -2 15 -2 16 16Z" fill="${c}"/>`,
  (c) =>
    rect({ x: -17, y: -13, w: 34, h: 26 }, 6, 'none', `stroke="${c}" stroke-width="5"`) +
    line(
      [
        [-15, -9],
        [0, 3],
        [15, -9],
      ],
      c,
      5,
    ),
  (c) =>
    polygon(
      [
        [2, -19],
        [-13, 4],
        [-1, 4],
        [-4, 19],
        [13, -5],
        [1, -5],
      ],
      c,
    ),
  (c) =>
    circle(0, 0, 15, 'none', `stroke="${c}" stroke-width="5"`) +
    line(
      [
        [0, -8],
        [0, 0],
        [6, 5],
      ],
      c,
      4.5,
    ),
  (c) =>
    `<path d="M0 19C-22 2 -13 -17 0 -17S22 2 0 19Z" fill="none" stroke="${c}" stroke-width="5"/>` + circle(0, -3, 5, c),
  (c) =>
    rect({ x: -15, y: -3, w: 30, h: 20 }, 5, c) +
    `<path d="M-9 -3V-8a9 9 0 0 1 18 0V-3" fill="none" stroke="${c}" stroke-width="5"/>`,
  (c) =>
    [
      [-11, -11],
      [11, -11],
      [-11, 11],
      [11, 11],
    ]
      .map(([x = 0, y = 0]) => rect({ x: x - 7.5, y: y - 7.5, w: 15, h: 15 }, 4.5, c))
      .join(''),
  (c) => `<path d="M-17 11V-6a6 6 0 0 1 6 -6H11a6 6 0 0 1 6 6V4a6 6 0 0 1 -6 6H-4L-14 18V10Z" fill="${c}"/>`,
];
/** A sign of about 40 × 40 around the origin. */
export const drawIcon = (index: number, color: string): string => pick(ICONS, index, () => '')(color);
