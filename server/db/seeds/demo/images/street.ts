/** Parts of the scenes in a town: buildings with windows, vehicles, people, sunshades, flags. */
import { darken, lighten, mix, pick, px, times, type Canvas } from './canvas';
import { box, cylinder, groundShadow, panel, project, strip, windows, type Block } from './isometric';
import { circle, ellipse, line, polygon, rect } from './shapes';

interface Look {
  readonly wall: string;
  readonly roof: string;
  /** Windows in columns and rows on the left face; the right face has as many for its width. */
  readonly grid: readonly [number, number];
  /** The share of windows with light. */
  readonly lit?: number;
}
/** A building with windows, a base and a rim on its roof. */
export function building(
  canvas: Canvas,
  block: Block,
  { wall, roof, grid: [columns, rows], lit = 0.25 }: Look,
): string {
  const { palette, random } = canvas;
  const { x, y, z = 0, w, d, h } = block;
  const glass = canvas.linear(
    [
      [0, mix(palette.main, palette.accent, 0.5)],
      [1, palette.deep],
    ],
    60,
  );
  const shaded = canvas.linear(
    [
      [0, palette.main],
      [1, darken(palette.deep, 0.25)],
    ],
    60,
  );
  const light = (dark: string) => () => (random() < lit ? '#ffe3ae' : dark);
  const across = Math.max(1, Math.round((columns * d) / w));
  const rim: Block = { x: x - 2, y: y - 2, z: z + h, w: w + 4, d: d + 4, h: 6 };
  return (
    box(canvas, block, wall) +
    windows(block, 'left', [columns, rows], light(glass)) +
    windows(block, 'right', [across, rows], light(shaded)) +
    box(canvas, rim, lighten(wall, 0.2), roof) +
    panel(
      { ...rim, x: rim.x + 6, y: rim.y + 6, w: rim.w - 12, d: rim.d - 12 },
      'top',
      [0, 0, 1, 1],
      darken(roof, 0.12),
      'opacity="0.45"',
    )
  );
}

/** A door with a canopy in the left face. */
export const entrance = (canvas: Canvas, { x, y, d }: Block, at: number, width: number, color: string): string => {
  const door: Block = { x: x + at, y: y + d - 1, w: width, d: 1, h: 26 };
  return (
    panel(
      door,
      'left',
      [0, 0, 1, 1],
      canvas.linear([
        [0, '#fff3d6'],
        [1, '#ffd99a'],
      ]),
    ) +
    panel(door, 'left', [0.48, 0, 0.52, 1], darken(color, 0.3)) +
    box(canvas, { x: x + at - 6, y: y + d, z: 28, w: width + 12, d: 20, h: 4 }, color)
  );
};

type Vehicle = {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly long?: number;
  readonly high?: number;
};
/** A vehicle along x with wheels and windows. */
export function vehicle(canvas: Canvas, { x, y, color, long = 38, high = 16 }: Vehicle): string {
  const body: Block = { x, y, z: 4, w: long, d: 18, h: high * 0.6 };
  const cabin: Block = {
    x: x + long * 0.12,
    y: y + 2,
    z: 4 + high * 0.6,
    w: long * (long > 50 ? 0.84 : 0.56),
    d: 14,
    h: high * 0.5,
  };
  const wheel = (at: number) => {
    const [cx, cy] = project(x + long * at, y + 18, 4);
    return ellipse(cx, cy, 4.4, 5, '#28314a') + ellipse(cx, cy, 2, 2.4, '#c9d2e3');
  };
  return (
    groundShadow({ ...body, z: 0 }, 0.16) +
    box(canvas, body, color) +
    box(canvas, cabin, lighten(color, 0.25)) +
    windows(cabin, 'left', [long > 50 ? 5 : 2, 1], () => '#d7ecfb', [0.1, 0.95]) +
    panel(cabin, 'right', [0.12, 0.15, 0.88, 0.9], '#b7d3ee') +
    wheel(0.22) +
    wheel(0.78)
  );
}

/** A person, seen from afar. */
function person(x: number, y: number, color: string): string {
  const [cx, cy] = project(x, y);
  return (
    ellipse(cx + 4, cy, 7, 2.6, '#0b1026', 'opacity="0.16"') +
    rect({ x: cx - 3.4, y: cy - 17, w: 6.8, h: 17 }, 3.4, color) +
    circle(cx, cy - 20.5, 3.7, '#e6b18a')
  );
}

/** A sunshade over a table. */
export const sunshade = (canvas: Canvas, x: number, y: number, color: string): string => {
  const [cx, cy] = project(x, y);
  const top = cy - 34;
  return (
    ellipse(cx + 8, cy, 20, 8, '#0b1026', 'opacity="0.13"') +
    line(
      [
        [cx, cy],
        [cx, top],
      ],
      '#8a97b3',
      2,
    ) +
    cylinder(canvas, { x, y, r: 8, h: 8 }, '#f4f6fb') +
    `<path d="M${px(cx - 22)} ${px(top + 6)}Q${px(cx)} ${px(top - 20)} ${px(cx + 22)} ${px(top + 6)}Q${px(cx)} ${px(top + 16)} ${px(cx - 22)} ${px(top + 6)}Z" fill="${canvas.linear(
      [
        [0, lighten(color, 0.4)],
        [1, darken(color, 0.12)],
      ],
      20,
    )}"/>`
  );
};

/** A flag on a pole. */
export const flag = (x: number, y: number, z: number, color: string): string => {
  const [cx, cy] = project(x, y, z);
  return (
    line(
      [
        [cx, cy],
        [cx, cy - 40],
      ],
      '#8a97b3',
      2.4,
    ) +
    polygon(
      [
        [cx, cy - 40],
        [cx + 24, cy - 35],
        [cx, cy - 27],
      ],
      color,
    )
  );
};

/** People in the colors of the palette. */
export const people = ({ palette }: Canvas, places: readonly (readonly [x: number, y: number])[]): string =>
  places
    .map(([x, y], index) => person(x, y, pick([palette.main, palette.warm, palette.accent], index, palette.main)))
    .join('');

/** A road across the platform, with dashes in its middle. */
export const road = (y: number, d: number, fill = '#e1e6f1'): string =>
  strip(-230, y, 460, d, fill) + times(11, (dash) => strip(-222 + dash * 42, y + d / 2 - 1, 20, 2.5, '#ffffff'));

/** Solar panels in a row on a roof. */
export const solarPanels = (
  canvas: Canvas,
  { x, y, z }: Pick<Block, 'x' | 'y'> & { readonly z: number },
  count: number,
): string =>
  times(count, (index) =>
    box(canvas, { x: x + index * 33, y, z, w: 25, d: 44, h: 4 }, canvas.palette.deep, canvas.palette.main),
  );
