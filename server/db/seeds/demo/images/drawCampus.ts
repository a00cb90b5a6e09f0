/** The scene of a business park: office blocks, a gate with a barrier, a car park and a square. */
import { lighten, mix, times, type DrawMotif } from './canvas';
import { box, cylinder, disc, groundShadow, panel, platform, project, strip, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { line } from './shapes';
import { building, entrance, people, road, solarPanels, vehicle } from './street';

/** Three office blocks. */
const drawOffices: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const tower: Block = { x: -60, y: -186, w: 96, d: 96, h: 168 };
  const low: Block = { x: -200, y: -186, w: 120, d: 104, h: 92 };
  const long: Block = { x: 60, y: -186, w: 150, d: 84, h: 70 };
  return (
    groundShadow(low, 0.1) +
    groundShadow({ ...tower, h: 130 }, 0.09) +
    groundShadow({ ...long, h: 40 }, 0.1) +
    building(canvas, low, {
      wall: mix(palette.soft, '#ffffff', 0.4),
      roof: lighten(palette.main, 0.4),
      grid: [6, 4],
      lit: 0.3,
    }) +
    entrance(canvas, low, 44, 34, palette.accent) +
    building(canvas, tower, { wall: '#f4f6fb', roof: palette.soft, grid: [5, 8], lit: 0.36 }) +
    entrance(canvas, tower, 30, 34, palette.warm) +
    solarPanels(canvas, { x: -54, y: -168, z: 174 }, 3) +
    building(canvas, long, { wall: palette.main, roof: lighten(palette.main, 0.3), grid: [8, 3], lit: 0.4 })
  );
};

/** A gate with a barrier. */
const drawGate: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const gate: Block = { x: -80, y: 66, w: 34, d: 30, h: 34 };
  const bar = (share: number) => project(-34 + share * 84, 90, 22);
  return (
    groundShadow(gate) +
    box(canvas, gate, palette.deep) +
    panel(gate, 'left', [0.15, 0.4, 0.85, 0.85], '#d7ecfb') +
    panel(gate, 'right', [0.15, 0.4, 0.85, 0.85], '#b7d3ee') +
    box(canvas, { x: -42, y: 86, w: 8, d: 8, h: 24 }, palette.warm) +
    line([bar(0), bar(1)], '#ffffff', 5) +
    times(4, (index) => line([bar(0.1 + index * 0.25), bar(0.2 + index * 0.25)], '#ef6f6c', 5))
  );
};

export const drawCampus: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], mix('#cdeedd', '#f4f6fb', 0.4), palette.soft) +
    road(120, 52) +
    strip(-36, -60, 60, 180, '#e6ebf4') +
    strip(60, -70, 150, 120, '#e6ebf4') +
    strip(-200, -70, 150, 120, '#f7f2ea') +
    times(6, (index) => strip(70 + index * 26, -62, 2.4, 46, '#ffffff')) +
    disc({ x: -126, y: -10, r: 34 }, '#ffffff') +
    disc(
      { x: -126, y: -10, r: 28 },
      canvas.linear(
        [
          [0, '#9be4f6'],
          [1, '#46b0e0'],
        ],
        40,
      ),
    ) +
    cylinder(canvas, { x: -126, y: -10, r: 6, h: 16 }, '#f4f6fb') +
    drawOffices(canvas) +
    times(3, (index) =>
      vehicle(canvas, {
        x: 76 + index * 44,
        y: -50,
        color: [palette.warm, '#ffffff', palette.accent][index] ?? '#ffffff',
      }),
    ) +
    drawGate(canvas) +
    people(canvas, [
      [-150, 30],
      [-84, -36],
      [-74, 16],
      [-14, 20],
    ]) +
    vehicle(canvas, { x: -16, y: 122, color: palette.main }) +
    vehicle(canvas, { x: -170, y: 140, color: palette.warm, long: 66, high: 25 }) +
    trees(canvas, [
      [-210, -60],
      [-206, 30],
      [-196, 84],
      [-160, 66],
      [-120, 92],
      [76, 36],
      [122, 38],
      [168, 36],
      [206, 84],
      [120, 92],
      [50, -40],
    ]) +
    pin(project(-12, -90, 196), palette.warm) +
    pin(project(-62, 80, 62), palette.accent) +
    card(canvas, [190, -190], 'person', palette.accent, 1.15) +
    card(canvas, [-420, -20], 'done', '#22c087', 1.15)
  );
};
