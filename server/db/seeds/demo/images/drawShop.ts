/** The scene of a shop: a front with an awning, goods in the window, a delivery van and a store of boxes. */
import { darken, lighten, mix, pick, times, type Canvas, type DrawMotif } from './canvas';
import { box, groundShadow, panel, platform, project, strip, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { polygon } from './shapes';
import { building, entrance, people, road, sunshade, vehicle } from './street';

/** An awning in two colors over a shop window. */
const awning = (x: number, y: number, w: number, color: string): string =>
  times(9, (index) => {
    const [from, to] = [x + (index * w) / 9, x + ((index + 1) * w) / 9];
    return (
      polygon(
        [project(from, y, 66), project(to, y, 66), project(to, y + 30, 48), project(from, y + 30, 48)],
        index % 2 === 0 ? color : '#ffffff',
      ) +
      polygon(
        [project(from, y + 30, 48), project(to, y + 30, 48), project(to, y + 30, 40), project(from, y + 30, 40)],
        index % 2 === 0 ? darken(color, 0.12) : '#e6ebf5',
      )
    );
  });

/** A shop window with goods. */
function shopWindow(canvas: Canvas, block: Block, colors: readonly string[]): string {
  const glass = canvas.linear([
    [0, '#fff6e0'],
    [1, '#ffe2ad'],
  ]);
  return (
    panel(block, 'left', [0, 0, 1, 1], glass, `stroke="#ffffff" stroke-width="3"`) +
    times(
      2,
      (shelf) =>
        panel(block, 'left', [0.04, 0.1 + shelf * 0.45, 0.96, 0.14 + shelf * 0.45], '#b98a5a') +
        times(7, (item) =>
          panel(
            block,
            'left',
            [
              0.07 + item * 0.125,
              0.14 + shelf * 0.45,
              0.155 + item * 0.125,
              0.3 + shelf * 0.45 + canvas.random() * 0.14,
            ],
            pick(colors, item + shelf * 3, '#888888'),
          ),
        ),
    )
  );
}

/** Crates in front of the store. */
const drawCrates: DrawMotif = (canvas) =>
  times(5, (index) => {
    const crate: Block = { x: 76 + (index % 3) * 32, y: 0, z: index > 2 ? 22 : 0, w: 27, d: 24, h: 21 };
    return (
      (index > 2 ? '' : groundShadow(crate, 0.12)) +
      box(canvas, crate, mix('#d9a86c', '#ffffff', 0.12)) +
      panel(crate, 'left', [0.4, 0, 0.6, 1], '#ffffff', 'opacity="0.35"')
    );
  });

export const drawShop: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const colors = [palette.main, palette.accent, palette.warm, '#ef6f6c', palette.deep];
  const shop: Block = { x: -150, y: -150, w: 210, d: 120, h: 74 };
  const flats: Block = { x: -150, y: -150, z: 80, w: 210, d: 120, h: 92 };
  const store: Block = { x: 60, y: -150, w: 120, d: 120, h: 86 };
  return (
    platform(canvas, [460, 420], '#f1f4fb', palette.soft) +
    road(110, 54) +
    strip(-230, -30, 460, 92, '#f7f2ea') +
    times(6, (index) => strip(-40, 114 + index * 8, 54, 4, '#ffffff')) +
    trees(canvas, [
      [-206, -150],
      [-190, -96],
    ]) +
    groundShadow(store, 0.1) +
    groundShadow({ ...flats, z: 0, h: 120 }, 0.08) +
    box(canvas, shop, palette.main) +
    building(canvas, flats, { wall: '#f8f5ef', roof: lighten(palette.main, 0.35), grid: [7, 3], lit: 0.34 }) +
    shopWindow(canvas, { x: -140, y: -29, z: 6, w: 84, d: 1, h: 38 }, colors) +
    shopWindow(canvas, { x: -2, y: -29, z: 6, w: 54, d: 1, h: 38 }, colors) +
    entrance(canvas, shop, 104, 32, palette.warm) +
    awning(-148, -30, 92, '#ef6f6c') +
    awning(-8, -30, 66, '#ef6f6c') +
    building(canvas, store, { wall: '#e6ebf5', roof: '#f4f6fb', grid: [4, 2], lit: 0.1 }) +
    panel(store, 'left', [0.16, 0, 0.84, 0.6], palette.deep) +
    times(5, (bar) =>
      panel(store, 'left', [0.16, 0.08 + bar * 0.1, 0.84, 0.1 + bar * 0.1], '#ffffff', 'opacity="0.25"'),
    ) +
    drawCrates(canvas) +
    times(2, (index) => sunshade(canvas, -196, -4 + index * 42, index === 0 ? palette.warm : palette.accent)) +
    people(canvas, [
      [-110, 34],
      [-60, 20],
      [-26, 44],
      [20, 30],
      [-150, 22],
    ]) +
    vehicle(canvas, { x: 100, y: 112, color: palette.warm, long: 76, high: 34 }) +
    vehicle(canvas, { x: -190, y: 140, color: palette.accent }) +
    trees(canvas, [
      [206, -120],
      [210, 40],
      [210, -40],
      [-206, 84],
      [120, 190],
      [-60, 192],
    ]) +
    pin(project(120, -30, 118), palette.accent) +
    pin(project(-98, -30, 66), palette.main) +
    card(canvas, [175, -200], 'bars', palette.main, 1.15) +
    card(canvas, [-420, -40], 'chart', palette.accent, 1.15)
  );
};
