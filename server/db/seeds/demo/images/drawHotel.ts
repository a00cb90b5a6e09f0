/** The scene of a hotel: a tower with rooms, a wing, a pool and a garden. */
import { lighten, mix, times, type DrawMotif } from './canvas';
import { box, groundShadow, panel, platform, project, strip, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { line } from './shapes';
import { building, entrance, flag, people, road, solarPanels, sunshade, vehicle } from './street';

/** The tower with the rooms, the wing and the lobby. */
const drawHouses: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const tower: Block = { x: -120, y: -170, w: 130, d: 96, h: 214 };
  const wing: Block = { x: 10, y: -170, w: 150, d: 84, h: 96 };
  const lobby: Block = { x: -150, y: -74, w: 176, d: 46, h: 40 };
  return (
    groundShadow(wing, 0.1) +
    groundShadow({ ...tower, h: 150 }, 0.1) +
    building(canvas, tower, { wall: '#f4f6fb', roof: lighten(palette.main, 0.35), grid: [6, 9], lit: 0.42 }) +
    box(canvas, { x: -90, y: -150, z: 220, w: 60, d: 46, h: 18 }, '#dfe5f1') +
    flag(-20, -160, 220, palette.warm) +
    building(canvas, wing, { wall: mix(palette.soft, '#ffffff', 0.45), roof: '#e9edf6', grid: [7, 4], lit: 0.36 }) +
    solarPanels(canvas, { x: 24, y: -156, z: 102 }, 4) +
    building(canvas, lobby, { wall: palette.main, roof: lighten(palette.main, 0.3), grid: [8, 1], lit: 0.8 }) +
    entrance(canvas, lobby, 70, 42, palette.warm)
  );
};

/** A pool with sunshades. */
const drawPool: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const pool: Block = { x: 66, y: -36, w: 128, d: 84, h: 0 };
  const water = canvas.linear(
    [
      [0, '#8fe3f5'],
      [1, '#35a9dc'],
    ],
    40,
  );
  return (
    panel({ ...pool, x: pool.x - 12, y: pool.y - 12, w: pool.w + 24, d: pool.d + 24 }, 'top', [0, 0, 1, 1], '#f7f2ea') +
    panel(pool, 'top', [0, 0, 1, 1], water, 'stroke="#ffffff" stroke-width="4" stroke-linejoin="round"') +
    times(5, (index) =>
      line(
        [project(80 + index * 22, -18 + ((index * 29) % 50)), project(96 + index * 22, -18 + ((index * 29) % 50))],
        '#ffffff',
        2,
        'opacity="0.7"',
      ),
    ) +
    sunshade(canvas, 84, 76, palette.warm) +
    sunshade(canvas, 132, 76, palette.accent) +
    sunshade(canvas, 180, 76, palette.warm)
  );
};

export const drawHotel: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], mix('#cfeedd', '#f4f6fb', 0.5), palette.soft) +
    road(128, 50) +
    strip(-150, -28, 176, 156, '#f7f2ea') +
    trees(canvas, [
      [-196, -150],
      [-190, -90],
    ]) +
    drawHouses(canvas) +
    drawPool(canvas) +
    people(canvas, [
      [-40, 20],
      [-70, 52],
      [-22, 88],
    ]) +
    vehicle(canvas, { x: -190, y: 132, color: palette.warm }) +
    vehicle(canvas, { x: 20, y: 156, color: palette.main, long: 66, high: 24 }) +
    trees(canvas, [
      [-196, -20],
      [-186, 60],
      [-190, 104],
      [206, -150],
      [210, 90],
      [40, 100],
      [210, -80],
    ]) +
    pin(project(-10, -80, 150), palette.warm) +
    pin(project(100, -88, 70), palette.accent) +
    pin(project(-90, -74, 214), palette.accent) +
    card(canvas, [150, -230], 'done', palette.accent, 1.15) +
    card(canvas, [-420, -20], 'person', palette.main, 1.15)
  );
};
