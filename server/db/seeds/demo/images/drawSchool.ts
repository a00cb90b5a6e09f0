/** The scene of a school: a building with a clock, a playing field, a bus and pupils. */
import { darken, lighten, mix, times, type DrawMotif } from './canvas';
import { disc, groundShadow, panel, platform, project, strip, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { circle, line, polygon } from './shapes';
import { building, entrance, flag, people, road, solarPanels, vehicle } from './street';

/** A playing field with its lines. */
const drawField: DrawMotif = (canvas) => {
  const field: Block = { x: 76, y: -176, w: 140, d: 250, h: 0 };
  const getLine = (points: readonly (readonly [number, number])[]) =>
    line(
      points.map(([x, y]) => project(x, y)),
      '#ffffff',
      2.2,
      'opacity="0.85"',
    );
  const turf = canvas.linear(
    [
      [0, '#7fd6a6'],
      [1, '#43b584'],
    ],
    30,
  );
  return (
    panel(field, 'top', [0, 0, 1, 1], turf) +
    times(5, (index) => strip(76, -176 + index * 50, 140, 25, '#ffffff', 'opacity="0.1"')) +
    getLine([
      [84, -168],
      [208, -168],
      [208, 66],
      [84, 66],
      [84, -168],
    ]) +
    getLine([
      [84, -51],
      [208, -51],
    ]) +
    disc({ x: 146, y: -51, r: 26 }, 'none', 'stroke="#ffffff" stroke-width="2.2" opacity="0.85"') +
    getLine([
      [118, -168],
      [118, -138],
      [174, -138],
      [174, -168],
    ]) +
    getLine([
      [118, 66],
      [118, 36],
      [174, 36],
      [174, 66],
    ])
  );
};

/** The school, its wing and the tower with the clock. */
const drawHouses: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const main: Block = { x: -190, y: -180, w: 250, d: 84, h: 92 };
  const side: Block = { x: -190, y: -96, w: 74, d: 130, h: 74 };
  const tower: Block = { x: -70, y: -112, w: 56, d: 40, h: 128 };
  const [clockX, clockY] = project(-42, -72, 104);
  const peak = project(-42, -92, 176);
  const eave = (x: number, y: number) => project(x, y, 134);
  const roof =
    polygon([eave(-74, -68), eave(-10, -68), peak], lighten(palette.warm, 0.1)) +
    polygon([eave(-10, -68), eave(-10, -116), peak], darken(palette.warm, 0.25));
  return (
    groundShadow(main, 0.1) +
    building(canvas, main, { wall: '#f8f5ef', roof: lighten(palette.main, 0.3), grid: [10, 3], lit: 0.3 }) +
    solarPanels(canvas, { x: -170, y: -164, z: 98 }, 4) +
    groundShadow(side, 0.1) +
    building(canvas, side, { wall: mix(palette.soft, '#ffffff', 0.35), roof: palette.main, grid: [3, 2], lit: 0.4 }) +
    building(canvas, tower, { wall: palette.main, roof: palette.soft, grid: [2, 3], lit: 0 }) +
    panel(tower, 'left', [0.06, 0.6, 0.94, 0.98], palette.main) +
    roof +
    circle(clockX, clockY, 15, '#ffffff') +
    circle(clockX, clockY, 15, 'none', `stroke="${palette.deep}" stroke-width="2.4"`) +
    line(
      [
        [clockX, clockY - 8],
        [clockX, clockY],
        [clockX + 6, clockY + 3],
      ],
      palette.deep,
      2.4,
    ) +
    entrance(canvas, tower, 12, 32, palette.warm) +
    flag(-42, -92, 172, palette.accent)
  );
};

export const drawSchool: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], mix('#d7f1e2', '#f4f6fb', 0.45), palette.soft) +
    road(124, 52) +
    strip(-116, -96, 170, 220, '#f7f2ea') +
    drawField(canvas) +
    trees(canvas, [[-206, -190]]) +
    drawHouses(canvas) +
    people(canvas, [
      [-60, 10],
      [-40, 34],
      [-10, 6],
      [16, 52],
      [-82, 60],
      [130, -80],
      [160, -20],
      [110, 10],
    ]) +
    vehicle(canvas, { x: -150, y: 128, color: '#ffc24d', long: 92, high: 32 }) +
    vehicle(canvas, { x: 90, y: 152, color: palette.accent }) +
    trees(canvas, [
      [-206, 60],
      [-160, 78],
      [-206, 104],
      [64, -60],
      [64, 20],
      [216, 100],
      [130, 100],
    ]) +
    pin(project(-150, 34, 84), palette.accent) +
    pin(project(146, -51, 34), palette.warm) +
    card(canvas, [170, -225], 'bars', palette.main, 1.15) +
    card(canvas, [-420, -10], 'done', palette.accent, 1.1)
  );
};
