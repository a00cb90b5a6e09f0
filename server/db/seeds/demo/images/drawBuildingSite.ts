/** The scene of a building site: a frame of storeys, a tower crane, material and workers. */
import { darken, lighten, times, type Canvas, type DrawMotif } from './canvas';
import { box, groundShadow, panel, platform, project, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { line } from './shapes';
import { building, people, road, vehicle } from './street';

/** A storey without walls: a slab on columns. */
const storey = (canvas: Canvas, { x, y, z = 0, w, d }: Omit<Block, 'h'>, color: string): string =>
  times(3, (row) =>
    times(4, (column) =>
      box(
        canvas,
        { x: x + 4 + (column * (w - 14)) / 3, y: y + 4 + (row * (d - 14)) / 2, z, w: 7, d: 7, h: 34 },
        '#c9d2e3',
      ),
    ),
  ) + box(canvas, { x, y, z: z + 34, w, d, h: 7 }, color);

/** A tower crane with its arm along y. */
function towerCrane(canvas: Canvas, x: number, y: number, color: string): string {
  const high = 236;
  const head = project(x, y, high);
  const lattice = times(15, (step) => {
    const z = (step * high) / 15;
    return (
      line([project(x - 7, y + 7, z), project(x + 7, y - 7, z + high / 15)], darken(color, 0.2), 1.8) +
      line([project(x + 7, y - 7, z), project(x - 7, y + 7, z + high / 15)], darken(color, 0.2), 1.8)
    );
  });
  const rail = (dx: number) => line([project(x + dx, y - dx, 0), project(x + dx, y - dx, high)], color, 4);
  const [tip, back, top] = [project(x + 190, y, high), project(x - 74, y, high), project(x, y, high + 44)];
  const hook = project(x + 130, y, high);
  const load = project(x + 130, y, high - 84);
  return (
    box(canvas, { x: x - 16, y: y - 16, w: 32, d: 32, h: 8 }, '#c9d2e3') +
    lattice +
    rail(-7) +
    rail(7) +
    line([top, tip], darken(color, 0.2), 1.8) +
    line([top, back], darken(color, 0.2), 1.8) +
    line([head, top], color, 4) +
    line([back, tip], darken(color, 0.1), 8) +
    line([back, tip], lighten(color, 0.3), 3) +
    box(canvas, { x: x - 78, y: y - 10, z: high - 18, w: 34, d: 20, h: 18 }, '#8a97b3') +
    box(canvas, { x: x - 4, y: y + 4, z: high - 22, w: 22, d: 16, h: 20 }, '#f4f6fb') +
    line([hook, load], '#4a5675', 1.8) +
    box(canvas, { x: x + 108, y: y - 10, z: high - 100, w: 44, d: 20, h: 8 }, lighten(color, 0.4))
  );
}

/** Finished storeys, open ones above, and the scaffold in front. */
const drawFrame: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const frame = { x: -30, y: -150, w: 176, d: 120 };
  const done: Block = { ...frame, h: 76 };
  return (
    groundShadow({ ...done, h: 150 }, 0.1) +
    building(canvas, done, { wall: '#f4f6fb', roof: '#dfe5f1', grid: [7, 2], lit: 0.12 }) +
    times(3, (level) =>
      storey(canvas, { ...frame, z: 82 + level * 41 }, level === 2 ? lighten(palette.main, 0.3) : '#e6ebf5'),
    ) +
    times(6, (pole) =>
      line([project(-34 + pole * 36, -26, 0), project(-34 + pole * 36, -26, 150)], palette.warm, 2.4),
    ) +
    times(4, (rail) => line([project(-34, -26, 34 + rail * 38), project(146, -26, 34 + rail * 38)], palette.warm, 2.4))
  );
};

/** Piles of material, an office and a plan on a table. */
const drawMaterial: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    times(
      3,
      (pile) =>
        groundShadow({ x: -206 + pile * 54, y: -20, w: 44, d: 60, h: 24 }, 0.12) +
        times(3, (level) =>
          box(
            canvas,
            { x: -206 + pile * 54, y: -20, z: level * 9, w: 44, d: 60, h: 8 },
            pile === 1 ? palette.warm : lighten(palette.main, 0.2),
          ),
        ),
    ) +
    groundShadow({ x: -204, y: 66, w: 90, d: 40, h: 34 }) +
    box(canvas, { x: -204, y: 66, w: 90, d: 40, h: 34 }, palette.main) +
    times(3, (index) =>
      panel(
        { x: -204, y: 66, w: 90, d: 40, h: 34 },
        'left',
        [0.1 + index * 0.3, 0.35, 0.3 + index * 0.3, 0.8],
        '#d7ecfb',
      ),
    ) +
    box(canvas, { x: 30, y: 24, w: 90, d: 54, h: 3 }, '#ffffff', '#f7faff') +
    panel(
      { x: 30, y: 24, w: 90, d: 54, h: 3 },
      'top',
      [0.1, 0.14, 0.9, 0.86],
      'none',
      `stroke="${palette.main}" stroke-width="2"`,
    ) +
    panel({ x: 30, y: 24, w: 90, d: 54, h: 3 }, 'top', [0.2, 0.3, 0.55, 0.7], palette.soft) +
    panel({ x: 30, y: 24, w: 90, d: 54, h: 3 }, 'top', [0.62, 0.3, 0.8, 0.5], lighten(palette.warm, 0.3))
  );
};

export const drawBuildingSite: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], '#f3efe6', palette.soft) +
    road(130, 50) +
    trees(canvas, [
      [-206, -180],
      [-160, -186],
    ]) +
    towerCrane(canvas, -84, -176, palette.warm) +
    drawFrame(canvas) +
    drawMaterial(canvas) +
    people(canvas, [
      [132, 44],
      [20, 60],
      [80, 96],
      [-70, 40],
    ]) +
    vehicle(canvas, { x: -120, y: 134, color: palette.warm, long: 74, high: 28 }) +
    vehicle(canvas, { x: 100, y: 156, color: palette.main }) +
    trees(canvas, [
      [196, -130],
      [202, -70],
      [190, 90],
      [206, 30],
    ]) +
    pin(project(60, -30, 215), palette.accent) +
    pin(project(75, 51, 30), palette.main) +
    card(canvas, [225, -150], 'done', palette.accent, 1.1) +
    card(canvas, [-420, 0], 'ring', palette.main, 1.1)
  );
};
