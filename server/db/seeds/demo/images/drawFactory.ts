/** The scene of a factory line. */
import { darken, lighten, mix, times, type Canvas, type DrawMotif } from './canvas';
import { box, cylinder, disc, groundShadow, panel, platform, project, trees, windows, type Block } from './isometric';
import { card, pin } from './overlays';
import { circle, line, polygon } from './shapes';
import { road } from './street';

/** An arm of a robot that lifts a part. */
function robot(canvas: Canvas, x: number, y: number, color: string): string {
  const [base, elbow, wrist] = [project(x, y, 14), project(x + 22, y - 16, 84), project(x - 8, y + 44, 92)];
  const hand = [wrist[0], wrist[1] + 28] as const;
  const arm = (points: readonly (readonly [number, number])[], width: number) =>
    line(points, darken(color, 0.28), width + 3) +
    line(points, color, width) +
    line(
      points.map(([px0, py0]) => [px0 - width * 0.2, py0 - width * 0.2]),
      lighten(color, 0.5),
      width * 0.2,
    );
  const joint = ([jx, jy]: readonly [number, number], r: number) =>
    circle(jx, jy, r, darken(color, 0.4)) + circle(jx, jy, r * 0.5, '#f4f6fb');
  return (
    disc({ x: x + 10, y: y - 10, r: 22 }, '#0b1026', 'opacity="0.14"') +
    cylinder(canvas, { x, y, r: 17, h: 15 }, '#aab6cf') +
    arm([base, elbow], 13) +
    arm([elbow, wrist], 10) +
    line([wrist, hand], darken(color, 0.4), 6) +
    joint(base, 8) +
    joint(elbow, 9) +
    joint(wrist, 6)
  );
}

/** A hall with a saw-tooth roof and chimneys. */
const drawHall: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const hall: Block = { x: -200, y: -190, w: 330, d: 110, h: 84 };
  const teeth = times(5, (index) => {
    const [x, y, z] = [-200 + index * 66, -190, 84];
    const glass = canvas.linear(
      [
        [0, lighten(palette.accent, 0.4)],
        [1, palette.main],
      ],
      40,
    );
    return (
      polygon([project(x, y, z), project(x + 66, y, z), project(x + 66, y, z + 40)], lighten(palette.main, 0.4)) +
      polygon(
        [project(x, y, z), project(x + 66, y, z + 40), project(x + 66, y + 110, z + 40), project(x, y + 110, z)],
        lighten(palette.main, 0.25),
      ) +
      polygon([project(x, y + 110, z), project(x + 66, y + 110, z + 40), project(x + 66, y + 110, z)], '#e6ebf5') +
      polygon(
        [
          project(x + 66, y, z),
          project(x + 66, y + 110, z),
          project(x + 66, y + 110, z + 40),
          project(x + 66, y, z + 40),
        ],
        glass,
      )
    );
  });
  const chimney = (x: number) =>
    cylinder(canvas, { x, y: -170, r: 11, h: 130 }, '#dfe5f1') +
    cylinder(canvas, { x, y: -170, z: 108, r: 11.4, h: 12 }, palette.warm) +
    cylinder(canvas, { x, y: -170, z: 120, r: 11, h: 10 }, '#dfe5f1', '#4a5675');
  return (
    groundShadow(hall, 0.12) +
    chimney(160) +
    chimney(196) +
    box(canvas, hall, '#f4f6fb') +
    teeth +
    windows(hall, 'left', [11, 1], () => palette.soft, [0.5, 0.95]) +
    times(
      3,
      (door) =>
        panel(hall, 'left', [0.1 + door * 0.3, 0, 0.26 + door * 0.3, 0.46], palette.deep) +
        times(4, (bar) =>
          panel(
            hall,
            'left',
            [0.1 + door * 0.3, 0.06 + bar * 0.1, 0.26 + door * 0.3, 0.08 + bar * 0.1],
            '#ffffff',
            'opacity="0.25"',
          ),
        ),
    )
  );
};

/** A conveyor with parts. */
const drawBelt: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const belt: Block = { x: -215, y: 34, z: 12, w: 430, d: 44, h: 10 };
  const parts = times(6, (index) => {
    const part: Block = { x: -196 + index * 72, y: 42, z: 22, w: 32, d: 28, h: 22 };
    return (
      box(canvas, part, index % 3 === 1 ? palette.warm : palette.main) +
      panel(part, 'top', [0.4, 0, 0.6, 1], '#ffffff', 'opacity="0.6"') +
      panel(part, 'left', [0.4, 0, 0.6, 1], '#ffffff', 'opacity="0.3"')
    );
  });
  return (
    groundShadow({ ...belt, z: 0, h: 18 }, 0.14) +
    times(7, (leg) => box(canvas, { x: -206 + leg * 66, y: 70, w: 6, d: 6, h: 14 }, '#8a97b3')) +
    box(canvas, belt, '#5f6d8f', '#3c4866') +
    parts
  );
};

/** A factory line: a hall with a saw-tooth roof, a conveyor with parts and robots. */
export const drawFactory: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], '#f1f4fb', palette.soft) +
    road(130, 40, mix(palette.soft, '#ffffff', 0.25)) +
    drawHall(canvas) +
    robot(canvas, -130, 4, palette.warm) +
    robot(canvas, 30, 4, palette.accent) +
    drawBelt(canvas) +
    box(canvas, { x: 140, y: -24, w: 46, d: 36, h: 74 }, palette.main) +
    panel({ x: 140, y: -24, w: 46, d: 36, h: 74 }, 'left', [0.14, 0.5, 0.86, 0.9], '#d9fbff') +
    trees(canvas, [
      [-216, 196],
      [-170, 192],
      [216, 196],
      [176, 190],
    ]) +
    pin(project(178, -170, 150), palette.accent) +
    pin(project(163, -6, 96), palette.warm) +
    card(canvas, [232, 92], 'bars', palette.main, 1.15) +
    card(canvas, [-410, -40], 'chart', palette.accent, 1.1)
  );
};
