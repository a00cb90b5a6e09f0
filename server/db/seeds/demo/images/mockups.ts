/** Mock-ups of the product: a live list, reports, a phone with a map, a form with steps, a board of plugins. */
import { darken, lighten, px, times, type Canvas, type DrawMotif } from './canvas';
import { drawIcon } from './icons';
import { avatar, card, pin, words } from './overlays';
import {
  appWindow,
  areaChart,
  barChart,
  figure,
  phone,
  pointer,
  pointerFace,
  ringChart,
  sideMenu,
  table,
} from './screen';
import { circle, curveThrough, glow, group, line, rect, shadow, type Box, type Point } from './shapes';

const GREY = '#d5dae6';

/** The list that several people edit at once. */
export const drawLiveList: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const frame: Box = { x: -400, y: -215, w: 760, h: 440 };
  const top =
    words(-232, -148, [120], '#28314a', 11) +
    rect({ x: 238, y: -158, w: 96, h: 28 }, 9, palette.main) +
    rect({ x: 262, y: -147, w: 48, h: 6 }, 3, '#ffffff') +
    times(4, (at) => avatar(canvas, [134 + at * 22, -144], 13, at)) +
    circle(-96, -143, 9, '#22c087', 'opacity="0.22"') +
    circle(-96, -143, 4.6, '#22c087');
  const list = table(canvas, { x: -236, y: -112, w: 572, h: 320 }, { rows: 8, edited: 2, changed: 5 });
  return (
    appWindow(canvas, frame, sideMenu(canvas, { x: -400, y: -181, w: 142, h: 406 }) + top + list) +
    pointer([-38, -8], palette.warm, pointerFace(canvas, 1)) +
    pointer([170, 108], palette.accent, pointerFace(canvas, 2)) +
    card(canvas, [300, -70], 'done', '#22c087', 1.1) +
    card(canvas, [-468, 110], 'chart', palette.main, 1.2)
  );
};

/** Figures and charts. */
export const drawReport: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const frame: Box = { x: -390, y: -220, w: 780, h: 450 };
  const colors = [palette.main, palette.accent, palette.warm, palette.deep];
  const figures = times(4, (at) =>
    figure(canvas, { x: -368 + at * 186, y: -166, w: 174, h: 76 }, colors[at] ?? palette.main),
  );
  return (
    appWindow(
      canvas,
      frame,
      rect({ x: -390, y: -186, w: 780, h: 402 }, 0, '#f7f9fd') +
        rect({ x: -390, y: 200, w: 780, h: 30 }, 14, '#f7f9fd') +
        figures +
        areaChart(canvas, { x: -368, y: -74, w: 472, h: 284 }) +
        ringChart(canvas, { x: 120, y: -74, w: 248, h: 134 }) +
        barChart(canvas, { x: 120, y: 74, w: 248, h: 136 }),
    ) +
    card(canvas, [322, -246], 'ring', palette.accent, 1.1) +
    card(canvas, [-462, 120], 'bars', palette.warm, 1.15)
  );
};

/** A map with a route, in the screen of a phone or a window. */
function map(canvas: Canvas, { x, y, w, h }: Box): string {
  const { palette, random } = canvas;
  const blocks = times(42, (at) => {
    const [column, row] = [at % 6, Math.floor(at / 6)];
    const box = { x: x + (column * w) / 6 + 4, y: y + (row * h) / 7 + 4, w: w / 6 - 9, h: h / 7 - 9 };
    return rect(box, 5, random() > 0.84 ? '#cdeedd' : '#f5f7fb');
  });
  const river = curveThrough([
    [x - 20, y + h * 0.62],
    [x + w * 0.3, y + h * 0.54],
    [x + w * 0.62, y + h * 0.74],
    [x + w + 20, y + h * 0.64],
  ]);
  const route: readonly Point[] = [
    [x + w * 0.165, y + h * 0.86],
    [x + w * 0.165, y + h * 0.43],
    [x + w * 0.5, y + h * 0.43],
    [x + w * 0.5, y + h * 0.285],
    [x + w * 0.832, y + h * 0.285],
  ];
  return (
    rect({ x, y, w, h }, 0, '#e4e9f3') +
    blocks +
    `<path d="${river}" fill="none" stroke="#a9dcf5" stroke-width="${px(h * 0.07)}"/>` +
    line(route, '#ffffff', 9) +
    line(route, palette.main, 5.5) +
    pin(route[0] ?? [x, y], palette.main, 8) +
    pin(route.at(-1) ?? [x, y], palette.warm, 9)
  );
}

/** The head of a phone screen. */
const phoneHead = ({ palette, linear }: Canvas, { x, y, w }: Box, high: number): string =>
  rect(
    { x, y, w, h: high },
    0,
    linear(
      [
        [0, palette.main],
        [1, palette.deep],
      ],
      50,
    ),
  ) +
  words(x + 24, y + high - 32, [w * 0.36], '#ffffff', 9) +
  rect({ x: x + 24, y: y + high - 16, w: w * 0.24, h: 5 }, 2.5, '#ffffff', 'opacity="0.55"') +
  circle(x + w - 36, y + high - 26, 12, '#ffffff', 'opacity="0.22"');

/** Entries with a tick or an empty box. */
const tasks = ({ palette }: Canvas, { x, y, w }: Box, count: number): string =>
  times(count, (at) => {
    const top = y + at * 50;
    const isDone = at < 2;
    return (
      rect({ x: x + 18, y: top, w: w - 36, h: 42 }, 11, '#ffffff', 'stroke="#e4e9f3" stroke-width="1.2"') +
      (isDone
        ? circle(x + 40, top + 21, 9.5, '#22c087') +
          line(
            [
              [x + 36, top + 21.4],
              [x + 39, top + 24.6],
              [x + 44.6, top + 17.6],
            ],
            '#ffffff',
            2.4,
          )
        : circle(x + 40, top + 21, 9, '#ffffff', `stroke="${GREY}" stroke-width="2"`)) +
      words(x + 60, top + 13, [w * 0.36, w * 0.22], isDone ? GREY : '#48536c', 6, 12) +
      rect({ x: x + w - 66, y: top + 13, w: 32, h: 16 }, 8, lighten(at === 2 ? palette.warm : palette.accent, 0.72))
    );
  });

/** Phones of people who work outside: a map and a list of tasks. */
export const drawPhones: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const [front, back]: readonly [Box, Box] = [
    { x: -20, y: -240, w: 236, h: 480 },
    { x: -262, y: -196, w: 218, h: 440 },
  ];
  const list =
    rect({ ...back }, 0, '#f7f9fd') +
    phoneHead(canvas, { ...back, y: back.y }, 106) +
    tasks(canvas, { ...back, y: back.y + 122 }, 6);
  const sheet =
    rect({ x: -13, y: 92, w: 222, h: 160 }, 22, '#ffffff') +
    rect({ x: 80, y: 102, w: 36, h: 5 }, 2.5, GREY) +
    avatar(canvas, [28, 142], 19, 1) +
    words(58, 130, [92, 62], '#48536c', 7, 14) +
    rect({ x: 8, y: 178, w: 180, h: 34 }, 12, palette.main) +
    rect({ x: 64, y: 191, w: 68, h: 7 }, 3.5, '#ffffff');
  return (
    glow(canvas, [0, 0], 330, palette.main, 0.25) +
    phone(canvas, back, list) +
    phone(canvas, front, map(canvas, { x: -20, y: -240, w: 236, h: 360 }) + sheet) +
    card(canvas, [190, -150], 'person', palette.accent, 1.25) +
    card(canvas, [-400, 70], 'done', '#22c087', 1.25) +
    card(canvas, [236, 70], 'chart', palette.main, 1.2)
  );
};

/** Steps with ticks up to the current one. */
const steps = ({ palette }: Canvas, x: number, y: number, w: number): string =>
  line(
    [
      [x, y],
      [x + w, y],
    ],
    '#e4e9f3',
    5,
  ) +
  line(
    [
      [x, y],
      [x + (w * 2) / 3, y],
    ],
    palette.main,
    5,
  ) +
  times(4, (at) => {
    const cx = x + (at * w) / 3;
    const isDone = at < 2;
    return (
      circle(cx, y, 14, at <= 2 ? palette.main : '#ffffff', at <= 2 ? '' : `stroke="${GREY}" stroke-width="3"`) +
      (isDone
        ? line(
            [
              [cx - 5.4, y + 0.6],
              [cx - 1.4, y + 4.8],
              [cx + 6, y - 4.6],
            ],
            '#ffffff',
            3,
          )
        : circle(cx, y, 5, at === 2 ? '#ffffff' : GREY)) +
      rect({ x: cx - 22, y: y + 24, w: 44, h: 6 }, 3, at <= 2 ? '#9aa5bd' : GREY)
    );
  });

/** The fields of a form, below its steps. */
const formFields: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const field = (x: number, y: number, w: number, filled: number, isActive = false) =>
    words(x, y, [48], '#9aa5bd', 5) +
    rect(
      { x, y: y + 12, w, h: 34 },
      9,
      '#ffffff',
      `stroke="${isActive ? palette.main : '#dfe5f0'}" stroke-width="${isActive ? 2.4 : 1.4}"`,
    ) +
    (filled > 0 ? rect({ x: x + 14, y: y + 26, w: filled, h: 7 }, 3.5, '#48536c') : '');
  return (
    steps(canvas, -300, -128, 400) +
    field(-338, -72, 226, 120) +
    field(-96, -72, 226, 92) +
    field(-338, -8, 468, 250) +
    field(-338, 56, 226, 76, true) +
    field(-96, 56, 226, 0) +
    rect(
      { x: -338, y: 132, w: 468, h: 56 },
      12,
      '#f7f9fd',
      `stroke="${palette.soft}" stroke-width="1.6" stroke-dasharray="6 6"`,
    ) +
    rect({ x: -316, y: 144, w: 26, h: 32 }, 5, lighten(palette.main, 0.5)) +
    words(-276, 152, [130, 84], GREY, 6, 12) +
    circle(98, 160, 12, '#22c087') +
    line(
      [
        [92.5, 160.4],
        [96.6, 164.8],
        [104, 155.6],
      ],
      '#ffffff',
      3,
    )
  );
};

/** A form with steps, beside a phone that follows it. */
export const drawForm: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const frame: Box = { x: 176, y: -190, w: 204, h: 420 };
  const follow =
    rect(frame, 0, '#f7f9fd') +
    phoneHead(canvas, frame, 112) +
    times(4, (at) => {
      const y = -40 + at * 58;
      return (
        (at < 3
          ? line(
              [
                [212, y + 12],
                [212, y + 46],
              ],
              at < 2 ? '#22c087' : GREY,
              3,
            )
          : '') +
        circle(212, y, 10, at < 2 ? '#22c087' : at === 2 ? palette.main : GREY) +
        words(234, y - 7, [92 - at * 8, 60], at < 3 ? '#48536c' : GREY, 6, 12)
      );
    });
  return (
    appWindow(canvas, { x: -376, y: -215, w: 544, h: 430 }, formFields(canvas)) +
    phone(canvas, frame, follow) +
    card(canvas, [-458, -180], 'person', palette.accent, 1.1) +
    card(canvas, [60, 150], 'done', '#22c087', 1.15)
  );
};

/** A board of plugins in perspective. */
export const drawPlugins: DrawMotif = (canvas) => {
  const { palette } = canvas;
  const colors = [palette.main, palette.accent, palette.warm, palette.deep, '#ffffff', lighten(palette.main, 0.35)];
  const size = 96;
  const board = times(24, (at) => {
    const [x, y] = [((at % 6) - 2.5) * 118, (Math.floor(at / 6) - 1.5) * 118];
    const color = colors[(at * 5 + Math.floor(at / 6)) % colors.length] ?? palette.main;
    const frame = { x: x - size / 2, y: y - size / 2, w: size, h: size };
    const isLight = color === '#ffffff';
    const face = isLight
      ? '#ffffff'
      : canvas.linear(
          [
            [0, lighten(color, 0.28)],
            [1, darken(color, 0.1)],
          ],
          50,
        );
    const edge = [9, 6, 3]
      .map((deep) =>
        rect({ ...frame, x: frame.x + deep, y: frame.y + deep }, 24, darken(isLight ? palette.soft : color, 0.32)),
      )
      .join('');
    const isRaised = at === 8 || at === 15 || at === 4;
    const lift = isRaised ? -16 : 0;
    return (
      shadow(
        { ...frame, x: frame.x + 10, y: frame.y + 6 },
        24,
        isRaised ? 30 : 16,
        palette.night,
        isRaised ? 0.5 : 0.3,
      ) +
      group(
        edge +
          rect(frame, 24, face) +
          group(drawIcon(at, isLight ? palette.main : '#ffffff'), `translate(${px(x)} ${px(y)}) scale(1.15)`),
        `translate(${lift} ${lift})`,
      )
    );
  });
  return group(board, 'matrix(0.94 0.34 -0.72 0.62 0 10)');
};
