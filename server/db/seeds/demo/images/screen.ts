/** Parts of product mock-ups: windows, tables, charts, pointers. */
import { darken, lighten, px, times, type Canvas } from './canvas';
import { avatar, words } from './overlays';
import { circle, curveThrough, group, polygon, rect, shadow, type Box, type Point } from './shapes';

const GREY = '#d5dae6';
const FAINT = '#eef1f7';

/** A browser window with a bar and room for content. */
export function appWindow(canvas: Canvas, frame: Box, content: string): string {
  const { x, y, w } = frame;
  const dots = ['#ff7b72', '#ffc24d', '#4ade80'].map((color, index) => circle(x + 18 + index * 14, y + 17, 4.2, color));
  const bar =
    `<path d="M${px(x)} ${px(y + 34)}V${px(y + 14)}a14 14 0 0 1 14 -14H${px(x + w - 14)}a14 14 0 0 1 14 14V${px(y + 34)}Z" fill="#f3f5fa"/>` +
    rect({ x: x + w * 0.3, y: y + 10, w: w * 0.4, h: 14 }, 7, '#e3e8f1') +
    circle(x + w * 0.3 + 12, y + 17, 3, '#b3bdd1');
  return shadow(frame, 14, 34, canvas.palette.night, 0.5) + rect(frame, 14, '#ffffff') + bar + dots.join('') + content;
}

/** A side menu with one chosen entry. */
export function sideMenu({ palette, linear }: Canvas, { x, y, w, h }: Box): string {
  const fill = linear([
    [0, palette.deep],
    [1, palette.night],
  ]);
  const entries = times(7, (at) => {
    const top = y + 58 + at * 27;
    const isChosen = at === 1;
    return (
      (isChosen ? rect({ x: x + 9, y: top - 9, w: w - 18, h: 24 }, 8, palette.main) : '') +
      rect(
        { x: x + 18, y: top - 3, w: 11, h: 11 },
        3.5,
        isChosen ? '#ffffff' : palette.soft,
        `opacity="${isChosen ? 1 : 0.55}"`,
      ) +
      rect({ x: x + 37, y: top, w: w - 62 - (at % 3) * 11, h: 5 }, 2.5, '#ffffff', `opacity="${isChosen ? 0.95 : 0.4}"`)
    );
  });
  const corner = `<path d="M${px(x)} ${px(y)}H${px(x + w)}V${px(y + h)}H${px(x + 14)}a14 14 0 0 1 -14 -14Z" fill="${fill}"/>`;
  const logo = rect({ x: x + 16, y: y + 15, w: 20, h: 20 }, 6, palette.accent) + circle(x + 26, y + 25, 4.5, '#ffffff');
  return corner + logo + rect({ x: x + 44, y: y + 22, w: w - 70, h: 6 }, 3, '#ffffff', 'opacity="0.9"') + entries;
}

/** A card of a screen: a white area with a thin edge. */
export const tile = ({ linear }: Canvas, frame: Box, content: string): string =>
  rect(
    frame,
    11,
    linear([
      [0, '#ffffff'],
      [1, '#fbfcff'],
    ]),
    'stroke="#e4e9f3" stroke-width="1.2"',
  ) + content;

/** A figure with its name and a small rise. */
export function figure(canvas: Canvas, frame: Box, color: string): string {
  const { x, y, w, h } = frame;
  const points = Array.from({ length: 6 }, (_, index): Point => [
    x + w * 0.52 + (index * w * 0.4) / 5,
    y + h * 0.72 - index * h * 0.06 - canvas.random() * h * 0.2,
  ]);
  return tile(
    canvas,
    frame,
    words(x + 12, y + 13, [w * 0.34], GREY, 5) +
      rect({ x: x + 12, y: y + 28, w: w * 0.28, h: 13 }, 4, '#28314a') +
      rect({ x: x + 12, y: y + h - 15, w: w * 0.22, h: 6 }, 3, lighten(color, 0.55)) +
      `<path d="${curveThrough(points)}" fill="none" stroke="${color}" stroke-width="2.6" stroke-linecap="round"/>`,
  );
}

/** A chart of two curves over a grid. */
export function areaChart(canvas: Canvas, frame: Box): string {
  const { palette, random } = canvas;
  const { x, y, w, h } = frame;
  const [left, top, wide, high] = [x + 16, y + 38, w - 32, h - 56];
  const curve = (base: number, rise: number) =>
    Array.from({ length: 9 }, (_, index): Point => [
      left + (index * wide) / 8,
      top + high * (base - (rise * index) / 8 + (random() - 0.5) * 0.24),
    ]);
  const draw = (points: readonly Point[], color: string) => {
    const path = curveThrough(points);
    const fill = canvas.linear([
      [0, color, 0.38],
      [1, color, 0],
    ]);
    return `<path d="${path}V${px(top + high)}H${px(left)}Z" fill="${fill}"/><path d="${path}" fill="none" stroke="${color}" stroke-width="3.4" stroke-linecap="round"/>`;
  };
  const [low, highCurve] = [curve(0.86, 0.3), curve(0.66, 0.5)];
  const [mx, my] = highCurve[6] ?? [0, 0];
  const grid = times(4, (row) => rect({ x: left, y: top + (row * high) / 3, w: wide, h: 1.2 }, 0, FAINT));
  const mark =
    rect({ x: mx - 0.8, y: my, w: 1.6, h: top + high - my }, 0, palette.main, 'opacity="0.35"') +
    circle(mx, my, 8, '#ffffff') +
    circle(mx, my, 5, palette.main) +
    rect({ x: mx - 30, y: my - 36, w: 60, h: 24 }, 8, '#28314a') +
    rect({ x: mx - 18, y: my - 27, w: 36, h: 6 }, 3, '#ffffff');
  return tile(
    canvas,
    frame,
    words(x + 16, y + 15, [92], GREY, 7) +
      times(2, (at) => circle(x + w - 62 + at * 24, y + 18, 4.5, at === 0 ? palette.main : palette.accent)) +
      grid +
      draw(low, palette.accent) +
      draw(highCurve, palette.main) +
      mark,
  );
}

/** A chart of bars. */
export function barChart(canvas: Canvas, frame: Box, count = 9): string {
  const { palette, random } = canvas;
  const { x, y, w, h } = frame;
  const step = (w - 28) / count;
  const bars = times(count, (at) => {
    const tall = (h - 56) * (0.3 + random() * 0.65);
    const fill =
      at === count - 3
        ? palette.warm
        : canvas.linear([
            [0, palette.main],
            [1, lighten(palette.main, 0.45)],
          ]);
    return rect(
      { x: x + 14 + at * step + step * 0.18, y: y + h - 16 - tall, w: step * 0.64, h: tall },
      Math.min(5, step * 0.3),
      fill,
    );
  });
  return tile(canvas, frame, words(x + 14, y + 15, [w * 0.4], GREY, 6) + bars);
}

/** A ring of shares. */
export function ringChart({ palette, ...canvas }: Canvas, frame: Box): string {
  const { x, y, w, h } = frame;
  const r = Math.min(w, h - 30) * 0.31;
  const [cx, cy, around] = [x + w / 2, y + h / 2 + 10, 2 * Math.PI * r];
  const part = (from: number, share: number, color: string) =>
    circle(
      cx,
      cy,
      r,
      'none',
      `stroke="${color}" stroke-width="${px(r * 0.42)}" stroke-dasharray="${px(around * share - 3)} ${px(around)}" transform="rotate(${px(from * 360 - 90)} ${px(cx)} ${px(cy)})"`,
    );
  const parts =
    part(0, 0.46, palette.main) +
    part(0.46, 0.24, palette.accent) +
    part(0.7, 0.18, palette.warm) +
    part(0.88, 0.12, palette.soft);
  return tile(
    { palette, ...canvas },
    frame,
    words(x + 14, y + 15, [w * 0.42], GREY, 6) + parts + rect({ x: cx - 16, y: cy - 5, w: 32, h: 10 }, 4, '#28314a'),
  );
}

const STATES = ['#22c087', '#5b8cff', '#f5a524', '#f0566a'] as const;
interface TableOptions {
  readonly rows: number;
  /** The row that somebody is editing. */
  readonly edited?: number;
  /** The row that has just changed. */
  readonly changed?: number;
}
/** A list of rows with people and states. */
export function table(canvas: Canvas, { x, y, w, h }: Box, { rows, edited = -1, changed = -1 }: TableOptions): string {
  const { palette } = canvas;
  const step = (h - 30) / rows;
  const head =
    rect({ x, y, w, h: 26 }, 8, '#f3f5fa') +
    [0.06, 0.42, 0.64, 0.84]
      .map((at, index) => rect({ x: x + w * at, y: y + 10, w: [52, 40, 34, 26][index] ?? 30, h: 6 }, 3, '#b3bdd1'))
      .join('');
  const row = (at: number): string => {
    const top = y + 30 + at * step;
    const middle = top + step / 2;
    const state = STATES[(at * 7 + canvas.seed) % STATES.length] ?? STATES[0];
    const back =
      at === changed
        ? rect({ x, y: top + 2, w, h: step - 4 }, 8, palette.accent, 'opacity="0.16"') +
          rect({ x, y: top + 2, w: 4, h: step - 4 }, 2, palette.accent)
        : '';
    const edit =
      at === edited
        ? rect(
            { x: x + w * 0.055, y: middle - 12, w: w * 0.3, h: 24 },
            6,
            '#ffffff',
            `stroke="${palette.warm}" stroke-width="2.4"`,
          )
        : '';
    return (
      back +
      edit +
      rect({ x: x + w * 0.075, y: middle - 3.5, w: w * (0.17 + ((at * 37) % 10) / 100), h: 7 }, 3.5, '#48536c') +
      avatar(canvas, [x + w * 0.44, middle], Math.min(10, step * 0.34), at) +
      rect({ x: x + w * 0.48, y: middle - 3, w: w * (0.06 + ((at * 13) % 5) / 100), h: 6 }, 3, GREY) +
      rect({ x: x + w * 0.63, y: middle - 8, w: w * 0.12, h: 16 }, 8, lighten(state, 0.8)) +
      rect({ x: x + w * 0.655, y: middle - 2.5, w: w * 0.07, h: 5 }, 2.5, state) +
      rect({ x: x + w * 0.84, y: middle - 3, w: w * 0.09, h: 6 }, 3, GREY) +
      (at === rows - 1 ? '' : rect({ x, y: top + step - 0.6, w, h: 1.2 }, 0, FAINT))
    );
  };
  return head + times(rows, row);
}

/** The pointer of a person, with a name tag. */
export function pointer([x, y]: Point, color: string, tag: string): string {
  const arrow = polygon(
    [
      [0, 0],
      [0, 21],
      [5.6, 16],
      [9.4, 24.6],
      [13.4, 22.8],
      [9.7, 14.6],
      [17, 14],
    ],
    color,
    'stroke="#ffffff" stroke-width="2" stroke-linejoin="round"',
  );
  return group(
    arrow + rect({ x: 15, y: 21, w: 62, h: 22 }, 11, color) + tag + rect({ x: 36, y: 29, w: 30, h: 6 }, 3, '#ffffff'),
    `translate(${px(x)} ${px(y)})`,
  );
}
/** The place of a portrait in the tag of a pointer. */
export const pointerFace = (canvas: Canvas, index: number): string => avatar(canvas, [26, 32], 8, index);

/** A phone with a screen. */
export function phone(canvas: Canvas, { x, y, w, h }: Box, content: string): string {
  const frame = { x, y, w, h };
  const inner = { x: x + 7, y: y + 7, w: w - 14, h: h - 14 };
  const id = `phone${px(x)}_${px(y)}`.replaceAll(/[.-]/g, 'm');
  return (
    shadow(frame, 32, 30, canvas.palette.night, 0.5) +
    rect(
      frame,
      32,
      canvas.linear(
        [
          [0, '#3a4562'],
          [0.5, '#161d30'],
          [1, '#2b3550'],
        ],
        40,
      ),
    ) +
    `<clipPath id="${id}">${rect(inner, 26, '#000000')}</clipPath>` +
    group(rect(inner, 26, '#ffffff') + content, '', `clip-path="url(#${id})"`) +
    rect({ x: x + w / 2 - 26, y: y + 14, w: 52, h: 13 }, 6.5, darken('#161d30', 0.2))
  );
}
