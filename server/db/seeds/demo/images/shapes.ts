/** Shapes of the demo images as SVG: rounded rectangles, curves, soft shadows and glows. */
import { mix, px, type Canvas } from './canvas';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export type Point = readonly [x: number, y: number];

export const rect = ({ x, y, w, h }: Box, radius: number, fill: string, more = ''): string =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}" rx="${px(radius)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${px(x)}" cy="${px(y)}" r="${px(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(rx)}" ry="${px(ry)}" fill="${fill}" ${more}/>`;
export const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  `<path d="M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z" fill="${fill}" ${more}/>`;
export const line = (points: readonly Point[], stroke: string, width: number, more = ''): string =>
  `<path d="M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}" fill="none" stroke="${stroke}" stroke-width="${px(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const group = (content: string, transform: string, more = ''): string =>
  `<g transform="${transform}" ${more}>${content}</g>`;

/** A smooth curve through points (Catmull-Rom as cubic Béziers), as path data. */
export function curveThrough(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const parts = points.slice(1).map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...first, ...second, ...to].map(px).join(' ')}`;
  });
  return `M${px(at(0)[0])} ${px(at(0)[1])}${parts.join('')}`;
}

const SHADOW_STEPS = 12;
/** A soft shadow below a rounded rectangle: translucent rectangles of growing size, which cost less than a blur. */
export const shadow = ({ x, y, w, h }: Box, radius: number, spread: number, color: string, strength = 0.35): string =>
  Array.from({ length: SHADOW_STEPS }, (_, step) => {
    const grow = spread * (0.85 - (1.25 * step) / SHADOW_STEPS);
    const box = { x: x - grow, y: y - grow + spread * 0.6, w: w + 2 * grow, h: h + 2 * grow };
    // The outer rectangles are the weakest, so that no edge is seen.
    const opacity = (2 * strength * (step + 1)) / (SHADOW_STEPS * (SHADOW_STEPS + 1));
    return rect(box, Math.max(2, radius + grow), color, `opacity="${opacity.toFixed(4)}"`);
  }).join('');

/** A round light that fades out. */
export const glow = (canvas: Canvas, [x, y]: Point, r: number, color: string, opacity: number): string =>
  circle(
    x,
    y,
    r,
    canvas.radial([
      [0, color, opacity],
      [0.45, color, Number((opacity * 0.45).toFixed(3))],
      [1, color, 0],
    ]),
  );

/** The area of a whole image. */
const whole = ({ width: w, height: h }: Canvas): Box => ({ x: 0, y: 0, w, h });

/** A dark background with lights of the palette. */
export function darkBackground(canvas: Canvas): string {
  const { width: w, height: h, palette, random } = canvas;
  const size = Math.max(w, h);
  const ground = canvas.linear(
    [
      [0, palette.night],
      [0.55, mix(palette.night, palette.deep, 0.75)],
      [1, palette.deep],
    ],
    35,
  );
  return (
    rect(whole(canvas), 0, ground) +
    glow(canvas, [w * (0.78 + random() * 0.12), h * 0.1], size * 0.5, palette.main, 0.75) +
    glow(canvas, [w * (0.1 + random() * 0.2), h * 1.05], size * 0.42, palette.accent, 0.32)
  );
}

/** A light background with a tint of the palette. */
export function lightBackground(canvas: Canvas): string {
  const { width: w, height: h, palette, random } = canvas;
  const size = Math.max(w, h);
  const ground = canvas.linear(
    [
      [0, palette.pale],
      [1, mix(palette.pale, palette.soft, 0.75)],
    ],
    50,
  );
  return (
    rect(whole(canvas), 0, ground) +
    glow(canvas, [w * (0.1 + random() * 0.15), h * 0.05], size * 0.45, '#ffffff', 0.9) +
    glow(canvas, [w * 0.9, h * (0.75 + random() * 0.2)], size * 0.42, palette.accent, 0.22) +
    glow(canvas, [w * 0.85, h * 0.02], size * 0.3, palette.warm, 0.2)
  );
}
