/** The scene of a port. */
import { darken, lighten, mix, pick, times, type Canvas, type DrawMotif } from './canvas';
import { box, cylinder, groundShadow, panels, platform, project, strip, windows, type Block } from './isometric';
import { card, pin } from './overlays';
import { line, polygon } from './shapes';

const RIBS = Array.from({ length: 7 }, (_, index) => [0.08 + index * 0.125, 0.08, 0.1 + index * 0.125, 0.92]);
const DOORS = [0.1, 0.52].map((at) => [at, 0.1, at + 0.36, 0.9]);
/** A container with ribs on its sides. */
const container = (canvas: Canvas, block: Block, color: string): string =>
  box(canvas, block, color) +
  panels(block, 'left', RIBS, '#0b1026', 'opacity="0.13"') +
  panels(block, 'right', DOORS, '#0b1026', 'opacity="0.1"');

/** A gantry crane over a quay. */
function crane(canvas: Canvas, x: number, y: number, color: string): string {
  const leg = (dx: number, dy: number) => box(canvas, { x: x + dx, y: y + dy, w: 7, d: 7, h: 150 }, color);
  const beam: Block = { x: x - 2, y: y - 60, z: 150, w: 12, d: 210, h: 10 };
  const [hook, top] = [project(x + 4, y + 118, 74), project(x + 4, y + 118, 150)];
  const brace = (dx: number) =>
    line([project(x + dx, y + 4, 40), project(x + dx, y + 64, 100)], darken(color, 0.15), 3);
  return (
    leg(0, 0) +
    leg(0, 64) +
    brace(4) +
    leg(46, 0) +
    leg(46, 64) +
    brace(50) +
    box(canvas, { x: x - 2, y: y + 30, z: 140, w: 60, d: 8, h: 8 }, color) +
    box(canvas, { ...beam, x: x + 42 }, color) +
    box(canvas, beam, color) +
    box(canvas, { x: x + 2, y: y + 14, z: 160, w: 46, d: 34, h: 24 }, lighten(color, 0.55)) +
    line([top, hook], '#33415f', 2)
  );
}

/** A container ship along a quay. */
function ship(canvas: Canvas, colors: readonly string[]): string {
  const { random, palette } = canvas;
  const hull = (z: number) => [
    project(-190, 118, z),
    project(150, 118, z),
    project(206, 150, z),
    project(150, 184, z),
    project(-190, 184, z),
  ];
  const side = [project(-190, 184, 34), project(150, 184, 34), project(150, 184, 2), project(-176, 184, 2)];
  const bow = [project(150, 184, 34), project(206, 150, 34), project(196, 152, 2), project(150, 184, 2)];
  const stacks = times(8, (index) =>
    times(2, (row) =>
      times(1 + Math.floor(random() * 3), (level) =>
        container(
          canvas,
          { x: -128 + index * 33, y: 124 + row * 28, z: 34 + level * 17, w: 31, d: 26, h: 16 },
          pick(colors, Math.floor(random() * 9), palette.main),
        ),
      ),
    ),
  );
  const bridge: Block = { x: -182, y: 124, z: 34, w: 34, d: 54, h: 62 };
  return (
    polygon(
      side,
      canvas.linear([
        [0, darken(palette.deep, 0.1)],
        [0.7, palette.deep],
        [1, palette.warm],
      ]),
    ) +
    polygon(
      bow,
      canvas.linear([
        [0, darken(palette.deep, 0.35)],
        [1, darken(palette.warm, 0.3)],
      ]),
    ) +
    polygon(hull(34), lighten(palette.deep, 0.2)) +
    box(canvas, bridge, '#f4f6fb') +
    windows(bridge, 'left', [4, 3], () => palette.deep, [0.3, 0.95]) +
    windows(bridge, 'right', [5, 3], () => darken(palette.deep, 0.2), [0.3, 0.95]) +
    cylinder(canvas, { x: -166, y: 150, z: 96, r: 7, h: 20 }, palette.warm) +
    stacks
  );
}

/** A port: a ship along the quay, cranes and stacks of containers. */
export const drawPort: DrawMotif = (canvas) => {
  const { palette, random } = canvas;
  const colors = [palette.main, palette.accent, palette.warm, '#f4f6fb', lighten(palette.main, 0.4), '#ef6f6c'];
  const sea = mix(palette.main, palette.accent, 0.4);
  const water =
    strip(
      -230,
      100,
      460,
      110,
      canvas.linear(
        [
          [0, lighten(sea, 0.35)],
          [1, sea],
        ],
        20,
      ),
    ) +
    times(9, (wave) => {
      const [x, y] = [-210 + random() * 380, 112 + random() * 90];
      return line([project(x, y), project(x + 26 + wave, y)], '#ffffff', 2, 'opacity="0.5"');
    });
  const stack = (x: number, y: number, most: number) =>
    times(1 + Math.floor(random() * most), (level) =>
      container(
        canvas,
        { x, y, z: level * 20, w: 52, d: 24, h: 19 },
        pick(colors, Math.floor(random() * 12), palette.main),
      ),
    );
  const yard = times(3, (row) =>
    times(6, (column) => {
      const [x, y] = [-208 + column * 60, -170 + row * 40];
      return groundShadow({ x, y, w: 52, d: 24, h: 40 }, 0.12) + stack(x, y, 4);
    }),
  );
  const truck = (x: number) =>
    groundShadow({ x, y: -30, w: 76, d: 22, h: 22 }) +
    container(canvas, { x, y: -30, z: 6, w: 54, d: 22, h: 20 }, palette.warm) +
    box(canvas, { x: x + 57, y: -30, w: 20, d: 22, h: 24 }, '#f4f6fb');
  return (
    platform(canvas, [460, 420], '#f1f4fb', palette.soft) +
    water +
    strip(-230, -40, 460, 44, mix(palette.soft, '#ffffff', 0.25)) +
    times(11, (dash) => strip(-220 + dash * 42, -19, 20, 2.5, '#ffffff')) +
    yard +
    truck(-90) +
    truck(90) +
    crane(canvas, -120, 26, palette.warm) +
    crane(canvas, 70, 26, palette.warm) +
    ship(canvas, colors) +
    pin(project(-30, -130, 96), palette.accent) +
    pin(project(120, 150, 104), palette.warm) +
    card(canvas, [150, -205], 'chart', palette.main, 1.15) +
    card(canvas, [-395, -60], 'done', palette.accent, 1.1)
  );
};
