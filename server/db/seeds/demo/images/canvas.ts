/** The surface of one demo image: its size, palette, random numbers and gradients. */

/** Colors of one image. */
export interface Palette {
  /** The darkest color, for dark backgrounds. */
  readonly night: string;
  readonly deep: string;
  readonly main: string;
  readonly soft: string;
  /** A tint near white, for light backgrounds. */
  readonly pale: string;
  readonly accent: string;
  readonly warm: string;
}

/** Draws a motif on a canvas. A scene is drawn around the origin, about 880 wide and 480 high. */
export type DrawMotif = (canvas: Canvas) => string;

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}
/** Offset from 0 to 1, color, opacity from 0 to 1. */
export type Stop = readonly [offset: number, color: string, opacity?: number];

export interface Canvas extends CanvasSize {
  readonly palette: Palette;
  /** The number of the image: motifs choose their variant by it. */
  readonly seed: number;
  /** From 0 to below 1; the same seed gives the same sequence. */
  readonly random: () => number;
  /** The paint of a linear gradient; 0 degrees lead to the right, 90 degrees down. */
  readonly linear: (stops: readonly Stop[], degrees?: number) => string;
  /** The paint of a radial gradient around the middle of a shape. */
  readonly radial: (stops: readonly Stop[]) => string;
  /** The whole SVG document of a drawing. */
  readonly toSvg: (drawing: string) => string;
}

/** A coordinate in a short form. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);

/** The drawings of all indexes below `count`, one after the other. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
/** The item at an index, modulo the length of the list. */
export const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback;

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
/** The color between two, from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const [start, end] = [channels(from), channels(to)];
  const mixed = start.map((value, index) => Math.round(value + ((end[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
export const lighten = (color: string, share: number): string => mix(color, '#ffffff', share);
export const darken = (color: string, share: number): string => mix(color, '#0b1026', share);

/** A small pseudo-random generator (mulberry32), so that the demo images are the same everywhere. */
function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value = (value + Math.imul(value ^ (value >>> 7), value | 61)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const getStops = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`,
    )
    .join('');

/** librsvg draws a shape with an opacity on a surface of its own; the opacity of its paints costs a fraction of the time. */
const withPaintOpacity = (drawing: string): string =>
  drawing.replaceAll(/ opacity="([\d.]+)"/g, ' fill-opacity="$1" stroke-opacity="$1"');

export function createCanvas({ width, height }: CanvasSize, palette: Palette, seed: number): Canvas {
  const gradients = new Map<string, string>();
  /** Equal gradients are defined once. */
  const getPaint = (tag: string, attributes: string, stops: readonly Stop[]): string => {
    const content = `${attributes}>${getStops(stops)}</${tag}>`;
    const id = gradients.get(content) ?? `g${gradients.size}`;
    gradients.set(content, id);
    return `url(#${id})`;
  };
  const definitions = () =>
    [...gradients].map(([content, id]) => `<${content.match(/<\/(\w+)>$/)?.[1] ?? ''} id="${id}" ${content}`).join('');
  return {
    width,
    height,
    palette,
    seed,
    random: createRandom(seed),
    linear: (stops, degrees = 90) => {
      const [x, y] = [Math.cos((degrees * Math.PI) / 180) / 2, Math.sin((degrees * Math.PI) / 180) / 2];
      const [x1, y1, x2, y2] = [0.5 - x, 0.5 - y, 0.5 + x, 0.5 + y].map((value) => value.toFixed(3));
      return getPaint('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops);
    },
    radial: (stops) => getPaint('radialGradient', '', stops),
    toSvg: (drawing) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${definitions()}</defs>${withPaintOpacity(drawing)}</svg>`,
  };
}
