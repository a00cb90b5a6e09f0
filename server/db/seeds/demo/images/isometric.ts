/** Isometric drawing: boxes, cylinders, faces with windows, trees and shadows on the ground. x leads right and down, y left and down, z up. */
import { darken, lighten, px, type Canvas } from './canvas';
import { circle, ellipse, polygon, type Point } from './shapes';

const [COS, SIN] = [0.866, 0.5];
/** The place of a point of space in a drawing. */
export const project = (x: number, y: number, z = 0): Point => [(x - y) * COS, (x + y) * SIN - z];

/** A block on the ground or above it. */
export interface Block {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
  /** Along x, y and z. */
  readonly w: number;
  readonly d: number;
  readonly h: number;
}
type Face = 'left' | 'right' | 'top';

/** The corners of an area of a face; u and v lead from 0 to 1 along and up the face. */
function facePoints(
  { x, y, z = 0, w, d, h }: Block,
  face: Face,
  [u0, v0, u1, v1]: readonly number[],
): readonly Point[] {
  const at = (u = 0, v = 0): Point => {
    if (face === 'left') return project(x + w * u, y + d, z + h * v);
    if (face === 'right') return project(x + w, y + d * (1 - u), z + h * v);
    return project(x + w * u, y + d * v, z + h);
  };
  return [at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)];
}
/** An area of a face, such as a door. */
export const panel = (block: Block, face: Face, area: readonly number[], fill: string, more = ''): string =>
  polygon(facePoints(block, face, area), fill, more);

/** Several areas of a face in one fill, such as the ribs of a container. */
export const panels = (
  block: Block,
  face: Face,
  areas: readonly (readonly number[])[],
  fill: string,
  more = '',
): string =>
  `<path d="${areas
    .map(
      (area) =>
        `M${facePoints(block, face, area)
          .map((point) => point.map(px).join(' '))
          .join('L')}Z`,
    )
    .join('')}" fill="${fill}" ${more}/>`;

/** A box in three shades of a color; the light comes from the upper left. */
export function box(canvas: Canvas, block: Block, color: string, top = lighten(color, 0.3)): string {
  const shade = (from: number, to: number) =>
    canvas.linear([
      [0, from > 0 ? darken(color, from) : lighten(color, -from)],
      [1, darken(color, to)],
    ]);
  const all = [0, 0, 1, 1];
  return (
    panel(block, 'left', all, shade(-0.06, 0.08)) +
    panel(block, 'right', all, shade(0.2, 0.36)) +
    panel(
      block,
      'top',
      all,
      canvas.linear([
        [0, lighten(top, 0.12)],
        [1, top],
      ]),
    )
  );
}

/** Windows in rows and columns on a face; `light` chooses the fill of each. */
export function windows(
  block: Block,
  face: 'left' | 'right',
  [columns, rows]: readonly [number, number],
  light: (index: number) => string,
  [from, to]: readonly [number, number] = [0.08, 0.94],
): string {
  const [cell, step] = [0.88 / columns, (to - from) / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [u, v] = [0.06 + (index % columns) * cell, from + Math.floor(index / columns) * step];
    return panel(block, face, [u + cell * 0.16, v + step * 0.2, u + cell * 0.84, v + step * 0.8], light(index));
  }).join('');
}

/** The shadow that a block casts on the ground. */
export function groundShadow({ x, y, z = 0, w, d, h }: Block, opacity = 0.16): string {
  const [kx, ky] = [x + h * 0.42, y - h * 0.42];
  const points = [
    project(x, y + d, z),
    project(x, y, z),
    project(kx, ky, z),
    project(kx + w, ky, z),
    project(kx + w, ky + d, z),
    project(x + w, y + d, z),
  ];
  return polygon(points, '#0b1026', `opacity="${opacity}"`);
}

const [RX, RY] = [1.2247, 0.7071];
interface Round {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
  readonly r: number;
  readonly h: number;
}
/** An upright cylinder around its middle. */
export function cylinder(
  canvas: Canvas,
  { x, y, z = 0, r, h }: Round,
  color: string,
  top = lighten(color, 0.3),
): string {
  const [cx, cy] = project(x, y, z);
  const [rx, ry] = [r * RX, r * RY];
  const side = canvas.linear(
    [
      [0, lighten(color, 0.1)],
      [0.3, lighten(color, 0.28)],
      [1, darken(color, 0.42)],
    ],
    0,
  );
  const body = `<path d="M${px(cx - rx)} ${px(cy - h)}V${px(cy)}A${px(rx)} ${px(ry)} 0 0 0 ${px(cx + rx)} ${px(cy)}V${px(cy - h)}Z" fill="${side}"/>`;
  return (
    body +
    ellipse(
      cx,
      cy - h,
      rx,
      ry,
      canvas.linear([
        [0, lighten(top, 0.15)],
        [1, top],
      ]),
    )
  );
}
/** A flat disc, such as the water in a basin. */
export function disc({ x, y, z = 0, r }: Omit<Round, 'h'>, fill: string, more = ''): string {
  const [cx, cy] = project(x, y, z);
  return ellipse(cx, cy, r * RX, r * RY, fill, more);
}

/** A round tree with its shadow. */
function tree(canvas: Canvas, x: number, y: number, size: number, color = '#3fae86'): string {
  const [cx, cy] = project(x, y);
  const crown = canvas.linear(
    [
      [0, lighten(color, 0.35)],
      [0.5, color],
      [1, darken(color, 0.4)],
    ],
    55,
  );
  return (
    ellipse(cx + size * 0.5, cy - size * 0.02, size * 0.7, size * 0.26, '#0b1026', 'opacity="0.14"') +
    `<path d="M${px(cx)} ${px(cy)}V${px(cy - size)}" stroke="${darken('#8a6a4f', 0.1)}" stroke-width="${px(size * 0.16)}"/>` +
    circle(cx, cy - size * 1.2, size * 0.62, crown) +
    circle(cx - size * 0.18, cy - size * 1.42, size * 0.24, '#ffffff', 'opacity="0.18"')
  );
}

/** Trees of different sizes. */
export const trees = (canvas: Canvas, places: readonly (readonly [x: number, y: number])[]): string =>
  places.map(([x, y], index) => tree(canvas, x, y, 18 + (index % 3) * 4)).join('');

/** A slab with a rim, on which a scene stands. */
export function platform(canvas: Canvas, size: readonly [w: number, d: number], top: string, rim: string): string {
  const [w, d] = size;
  const ground: Block = { x: -w / 2, y: -d / 2, z: -14, w, d, h: 14 };
  const spread = [46, 36, 26, 16, 8]
    .map((grow) => {
      const corners = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([i = 0, j = 0]) => project((i * w) / 2 + i * grow * 0.8 + 16, (j * d) / 2 + j * grow * 0.8 + 16, -34));
      return polygon(corners, rim, 'opacity="0.055" stroke-linejoin="round"');
    })
    .join('');
  return spread + box(canvas, { ...ground, z: -26, h: 12 }, darken(rim, 0.1)) + box(canvas, ground, rim, top);
}

/** A strip on the ground, such as a road. */
export const strip = (x: number, y: number, w: number, d: number, fill: string, more = ''): string =>
  panel({ x, y, w, d, h: 0 }, 'top', [0, 0, 1, 1], fill, more);
