/** Parts that float over a scene: cards with a figure or a chart, and pins with a pulse. */
import { lighten, pick, px, type Canvas } from './canvas';
import { circle, curveThrough, group, line, rect, shadow, type Point } from './shapes';

/** A pin with rings around it: the place sends data. */
export function pin([x, y]: Point, color: string, size = 9): string {
  const rings = [2.6, 1.8].map((grow, index) =>
    circle(0, 0, size * grow, color, `opacity="${index === 0 ? 0.16 : 0.28}"`),
  );
  return group(
    rings.join('') + circle(0, 0, size, '#ffffff') + circle(0, 0, size * 0.58, color),
    `translate(${px(x)} ${px(y)})`,
  );
}

type CardContent = 'chart' | 'bars' | 'done' | 'person' | 'ring';
const CARD = { w: 132, h: 74 } as const;

/** Bars in place of words. */
export const words = (x: number, y: number, lengths: readonly number[], fill: string, size = 5, gap = 11): string =>
  lengths.map((w, index) => rect({ x, y: y + index * gap, w, h: size }, size / 2, fill)).join('');

const sparkline = (canvas: Canvas, color: string): string => {
  const points = Array.from({ length: 7 }, (_, index): Point => [
    14 + index * 17.3,
    56 - index * 2.6 - canvas.random() * 13,
  ]);
  const path = curveThrough(points);
  const area = `<path d="${path}V66H14Z" fill="${canvas.linear([
    [0, color, 0.35],
    [1, color, 0],
  ])}"/>`;
  const [x, y] = points.at(-1) ?? [0, 0];
  return `${area}<path d="${path}" fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round"/>${circle(x, y, 4.5, '#ffffff')}${circle(x, y, 3, color)}`;
};
const tick = (x: number, y: number, r: number, color: string): string =>
  circle(x, y, r, color) +
  line(
    [
      [x - r * 0.42, y + r * 0.02],
      [x - r * 0.1, y + r * 0.36],
      [x + r * 0.45, y - r * 0.34],
    ],
    '#ffffff',
    r * 0.26,
  );

/** The head and shoulders of a person in a circle. */
export function avatar(canvas: Canvas, [x, y]: Point, r: number, index: number): string {
  const { palette } = canvas;
  const colors = [palette.main, palette.warm, palette.accent, palette.deep];
  const skins = ['#f2c7a5', '#c98f68', '#8d5b3f', '#e6b18a'];
  const back = lighten(colors[index % colors.length] ?? palette.main, 0.25);
  // The shoulders end at the circle, so that no clip path is needed.
  const shoulders = `<path d="M${px(x - r * 0.94)} ${px(y + r * 0.34)}A${px(r)} ${px(r)} 0 0 0 ${px(x + r * 0.94)} ${px(y + r * 0.34)}C${px(x + r * 0.5)} ${px(y + r * 0.06)} ${px(x - r * 0.5)} ${px(y + r * 0.06)} ${px(x - r * 0.94)} ${px(y + r * 0.34)}Z" fill="#ffffff" opacity="0.85"/>`;
  return (
    circle(x, y, r, back) +
    shoulders +
    circle(x, y - r * 0.14, r * 0.4, pick(skins, index, '#f2c7a5')) +
    circle(x, y, r, 'none', `stroke="#ffffff" stroke-width="${px(r * 0.16)}"`)
  );
}

const CONTENTS: Readonly<Record<CardContent, (canvas: Canvas, color: string) => string>> = {
  chart: (canvas, color) => words(14, 13, [44], '#c5cbdb', 6) + circle(112, 17, 5, color) + sparkline(canvas, color),
  bars: ({ random }, color) =>
    words(14, 13, [52], '#c5cbdb', 6) +
    Array.from({ length: 8 }, (_, index) => {
      const h = 10 + random() * 26;
      return rect({ x: 14 + index * 13.4, y: 64 - h, w: 8, h }, 3, index === 5 ? color : lighten(color, 0.6));
    }).join(''),
  done: (_, color) => tick(31, 37, 17, color) + words(60, 24, [54, 40, 26], '#d5dae6', 6),
  person: (canvas, color) =>
    avatar(canvas, [31, 37], 18, canvas.seed) +
    words(60, 24, [54, 36], '#d5dae6', 6) +
    rect({ x: 60, y: 48, w: 38, h: 12 }, 6, lighten(color, 0.7)) +
    rect({ x: 66, y: 52, w: 26, h: 4 }, 2, color),
  ring: (_, color) =>
    circle(36, 37, 20, 'none', `stroke="${lighten(color, 0.72)}" stroke-width="8"`) +
    circle(
      36,
      37,
      20,
      'none',
      `stroke="${color}" stroke-width="8" stroke-linecap="round" stroke-dasharray="88 126" transform="rotate(-90 36 37)"`,
    ) +
    words(70, 24, [46, 34, 40], '#d5dae6', 6),
};

/** A white card that floats over a scene. */
export function card(canvas: Canvas, [x, y]: Point, content: CardContent, color: string, scale = 1): string {
  const frame = { x: 0, y: 0, ...CARD };
  const face = canvas.linear([
    [0, '#ffffff'],
    [1, '#f6f8fd'],
  ]);
  return group(
    shadow(frame, 14, 18, canvas.palette.night, 0.4) + rect(frame, 14, face) + CONTENTS[content](canvas, color),
    `translate(${px(x)} ${px(y)}) scale(${scale})`,
  );
}
