/** The scene of a clinic: wards, an entrance for emergencies, an ambulance and a landing place. */
import { lighten, mix, times, type DrawMotif } from './canvas';
import { box, disc, groundShadow, panel, platform, project, strip, trees, type Block } from './isometric';
import { card, pin } from './overlays';
import { circle, line } from './shapes';
import { building, entrance, people, road, vehicle } from './street';

const RED = '#f0566a';
/** The wards, the landing place on the roof and the entrance. */
const drawWards: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const ward: Block = { x: -190, y: -184, w: 150, d: 110, h: 158 };
  const hall: Block = { x: -40, y: -184, w: 190, d: 110, h: 84 };
  const front: Block = { x: -120, y: -74, w: 190, d: 64, h: 48 };
  const cross = (block: Block, u: number, v: number, size: number) => {
    const ratio = block.w / block.h;
    return (
      panel(block, 'left', [u - size * 0.5, v - size * 0.17 * ratio, u + size * 0.5, v + size * 0.17 * ratio], RED) +
      panel(block, 'left', [u - size * 0.17, v - size * 0.5 * ratio, u + size * 0.17, v + size * 0.5 * ratio], RED)
    );
  };
  const sign: Block = { x: -150, y: -75, z: 104, w: 64, d: 3, h: 46 };
  const pad = { x: 64, y: -128, z: 92 };
  const bar = (points: readonly (readonly [number, number])[]) =>
    line(
      points.map(([x, y]) => project(pad.x + x, pad.y + y, pad.z)),
      '#ffffff',
      5,
    );
  return (
    groundShadow(hall, 0.1) +
    building(canvas, ward, { wall: '#f7f9fd', roof: lighten(palette.main, 0.4), grid: [6, 7], lit: 0.3 }) +
    building(canvas, hall, { wall: '#eef2fa', roof: '#e3e9f4', grid: [8, 3], lit: 0.3 }) +
    disc({ ...pad, r: 42 }, palette.main) +
    disc({ ...pad, r: 35 }, 'none', 'stroke="#ffffff" stroke-width="3"') +
    bar([
      [-12, -14],
      [-12, 14],
    ]) +
    bar([
      [12, -14],
      [12, 14],
    ]) +
    bar([
      [-12, 0],
      [12, 0],
    ]) +
    box(canvas, sign, '#ffffff') +
    cross(sign, 0.5, 0.5, 0.5) +
    groundShadow(front, 0.1) +
    building(canvas, front, { wall: palette.main, roof: lighten(palette.main, 0.35), grid: [9, 1], lit: 0.75 }) +
    entrance(canvas, front, 84, 44, RED)
  );
};

export const drawClinic: DrawMotif = (canvas) => {
  const { palette } = canvas;
  return (
    platform(canvas, [460, 420], mix('#d5f0e4', '#f4f6fb', 0.5), palette.soft) +
    road(112, 52) +
    strip(-40, -10, 60, 122, '#eef1f7') +
    strip(100, -74, 110, 186, '#eef1f7') +
    times(5, (index) => strip(112, -56 + index * 32, 70, 2.4, '#b9c4da')) +
    trees(canvas, [[-206, -40]]) +
    drawWards(canvas) +
    vehicle(canvas, { x: 118, y: -50, color: '#7d8fb5' }) +
    vehicle(canvas, { x: 118, y: 14, color: palette.accent }) +
    vehicle(canvas, { x: -150, y: 116, color: '#ffffff', long: 62, high: 26 }) +
    circle(...project(-112, 122, 34), 4, RED) +
    panel({ x: -150, y: 116, z: 4, w: 62, d: 18, h: 16 }, 'left', [0, 0.25, 1, 0.48], RED) +
    vehicle(canvas, { x: 60, y: 140, color: palette.warm }) +
    people(canvas, [
      [-30, 30],
      [6, 56],
      [-14, 84],
      [-70, 20],
    ]) +
    trees(canvas, [
      [-160, -30],
      [-206, 20],
      [-150, 40],
      [-196, 84],
      [60, 40],
      [76, 88],
      [210, 180],
      [-90, 186],
      [20, 190],
    ]) +
    pin(project(-60, -74, 84), palette.accent) +
    pin(project(-110, -74, 190), palette.warm) +
    card(canvas, [165, -220], 'person', palette.main, 1.15) +
    card(canvas, [-420, -30], 'chart', RED, 1.15)
  );
};
