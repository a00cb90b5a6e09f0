/** The scene of a water plant. */
import { darken, lighten, mix, times, type Canvas, type DrawMotif } from './canvas';
import {
  box,
  cylinder,
  disc,
  groundShadow,
  panel,
  platform,
  project,
  strip,
  trees,
  windows,
  type Block,
} from './isometric';
import { card, pin } from './overlays';
import { circle, line } from './shapes';

/** A round basin with water and a scraper bridge. */
function basin(canvas: Canvas, x: number, y: number, r: number, turn: number): string {
  const { palette } = canvas;
  const water = canvas.linear(
    [
      [0, lighten(palette.accent, 0.35)],
      [1, palette.main],
    ],
    30,
  );
  const at = (angle: number, z = 36) => project(x + Math.cos(angle) * r * 0.94, y + Math.sin(angle) * r * 0.94, z);
  return (
    disc({ x: x + 16, y: y - 16, r: r * 1.08 }, '#0b1026', 'opacity="0.12"') +
    cylinder(canvas, { x, y, r, h: 30 }, '#dfe5f1') +
    disc({ x, y, z: 29, r: r * 0.88 }, darken(palette.main, 0.25)) +
    disc({ x, y, z: 25, r: r * 0.86 }, water) +
    disc({ x, y, z: 25, r: r * 0.6 }, 'none', 'stroke="#ffffff" stroke-opacity="0.45" stroke-width="2"') +
    disc({ x, y, z: 25, r: r * 0.34 }, 'none', 'stroke="#ffffff" stroke-opacity="0.35" stroke-width="2"') +
    line([at(turn), at(turn + Math.PI)], '#f4f6fb', 8) +
    line([at(turn), at(turn + Math.PI)], palette.soft, 2) +
    cylinder(canvas, { x, y, z: 26, r: 9, h: 16 }, palette.warm)
  );
}

/** A pump: a motor on a base with a flange. */
const pump = (canvas: Canvas, x: number, y: number, color: string): string =>
  groundShadow({ x, y, w: 44, d: 30, h: 26 }) +
  box(canvas, { x, y, w: 46, d: 30, h: 7 }, '#c9d2e3') +
  cylinder(canvas, { x: x + 14, y: y + 15, z: 7, r: 11, h: 26 }, color) +
  box(canvas, { x: x + 25, y: y + 8, z: 10, w: 22, d: 14, h: 14 }, darken(color, 0.15)) +
  circle(...project(x + 14, y + 15, 40), 3.4, '#4ade80');

/** A pipe along points of the ground. */
const pipe = (points: readonly (readonly [number, number])[], color: string, z = 9): string => {
  const path = points.map(([x, y]) => project(x, y, z));
  return (
    line(
      path.map(([x, y]) => [x + 3, y + 8]),
      '#0b1026',
      12,
      'opacity="0.1"',
    ) +
    line(path, darken(color, 0.25), 13) +
    line(
      path.map(([x, y]) => [x, y - 2]),
      color,
      8,
    ) +
    line(
      path.map(([x, y]) => [x, y - 4]),
      lighten(color, 0.6),
      2.2,
    )
  );
};

/** A water plant: basins, pumps, pipes, a tower and a control room. */
export const drawPlant: DrawMotif = (canvas) => {
  const { palette, random } = canvas;
  const lawn = mix('#bfe8d2', palette.pale, 0.45);
  const controlRoom: Block = { x: 96, y: -178, w: 104, d: 92, h: 62 };
  const tower =
    cylinder(canvas, { x: -160, y: -150, r: 12, h: 66 }, '#dfe5f1') +
    cylinder(canvas, { x: -160, y: -150, z: 62, r: 36, h: 44 }, palette.main) +
    cylinder(canvas, { x: -160, y: -150, z: 72, r: 36.6, h: 9 }, '#f4f6fb', palette.main) +
    cylinder(canvas, { x: -160, y: -150, z: 81, r: 36, h: 25 }, palette.main);
  return (
    platform(canvas, [470, 420], lawn, mix(palette.soft, '#8fd0b4', 0.35)) +
    strip(-60, -210, 36, 420, '#f1f4fb') +
    strip(-235, 60, 470, 34, '#f1f4fb') +
    disc({ x: -132, y: -178, r: 40 }, '#0b1026', 'opacity="0.12"') +
    tower +
    groundShadow(controlRoom) +
    box(canvas, controlRoom, '#f4f6fb', palette.main) +
    windows(controlRoom, 'left', [5, 2], () => palette.soft, [0.2, 0.9]) +
    windows(controlRoom, 'right', [4, 2], () => mix(palette.main, palette.deep, 0.5), [0.2, 0.9]) +
    panel(controlRoom, 'left', [0.42, 0, 0.58, 0.45], palette.deep) +
    times(3, (index) =>
      box(canvas, { x: 108 + index * 30, y: -160, z: 62, w: 22, d: 56, h: 4 }, palette.deep, darken(palette.main, 0.2)),
    ) +
    basin(canvas, 34, -92, 58, 0.5 + random()) +
    basin(canvas, 160, 0, 58, 2 + random()) +
    basin(canvas, 24, 20, 44, 1 + random()) +
    pipe(
      [
        [-150, -60],
        [-150, 150],
        [40, 150],
        [40, 60],
      ],
      palette.accent,
    ) +
    pipe(
      [
        [-150, 112],
        [160, 112],
        [160, 56],
      ],
      palette.main,
    ) +
    times(4, (index) => pump(canvas, -198, -96 + index * 48, index === 2 ? palette.warm : palette.main)) +
    times(3, (index) => pump(canvas, -60 + index * 74, 162, index === 1 ? palette.accent : palette.main)) +
    trees(canvas, [
      [-100, -190],
      [-84, -120],
      [210, 150],
      [190, 186],
      [-210, 186],
      [-120, 190],
    ]) +
    pin(project(34, -92, 62), palette.warm) +
    pin(project(160, 0, 62), palette.accent) +
    pin(project(-180, 12, 62), palette.warm) +
    card(canvas, [170, -215], 'chart', palette.main, 1.15) +
    card(canvas, [-405, 28], 'ring', palette.accent, 1.1)
  );
};
