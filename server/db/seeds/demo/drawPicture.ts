/** Draws the demo pictures and stores them as files: landscapes for covers, marks for logos, faces for portraits. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { buildStoragePath, DEFAULT_TEMPLATE } from '../../../modules/upload/buildStoragePath';

const PALETTES = [
  ['#0f3d5c', '#1f7a8c', '#bfdbf7', '#f4d35e'],
  ['#3a2e5f', '#7161ef', '#dec0f1', '#f7b267'],
  ['#14432a', '#3fa34d', '#b4e1b4', '#f2e9dc'],
  ['#5f1a37', '#c1436d', '#f5c7d6', '#ffe8c2'],
  ['#26323f', '#5b7c99', '#cfd8e3', '#ee964b'],
  ['#4a2c16', '#b5651d', '#f1d3ab', '#7fb7be'],
] as const;
type Palette = (typeof PALETTES)[number];
export type Motif = 'hills' | 'city' | 'waves' | 'mark' | 'face';
export interface Sketch {
  readonly motif: Motif;
  readonly width: number;
  readonly height: number;
  /** The same seed draws the same picture. */
  readonly seed: number;
}

/** A small pseudo-random generator, so that the demo data is the same everywhere. */
function createRandom(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const hill = (width: number, height: number, base: number, random: () => number, colour: string): string => {
  const steps = Array.from({ length: 5 }, (_, at) => {
    const x = ((at + 1) * width) / 5;
    return `Q ${x - width / 10} ${base - random() * height * 0.28} ${x} ${base - random() * height * 0.1}`;
  });
  return `<path d="M0 ${base} ${steps.join(' ')} V ${height} H 0 Z" fill="${colour}"/>`;
};

const DRAW_MOTIF: Readonly<Record<Motif, (sketch: Sketch, colours: Palette, random: () => number) => string>> = {
  hills: ({ width: w, height: h }, [deep, mid, pale, warm], random) =>
    `<circle cx="${w * (0.2 + random() * 0.6)}" cy="${h * 0.3}" r="${h * 0.12}" fill="${warm}"/>` +
    [0.62, 0.76, 0.9].map((at, layer) => hill(w, h, h * at, random, [pale, mid, deep][layer] ?? deep)).join(''),
  city: ({ width: w, height: h }, [deep, mid, pale, warm], random) =>
    Array.from({ length: 14 }, (_, at) => {
      const tall = h * (0.2 + random() * 0.5);
      const x = (at * w) / 14;
      const lights = Array.from({ length: 4 }, (_light, row) =>
        random() > 0.4
          ? `<rect x="${x + w / 56}" y="${h - tall + (row + 0.5) * (tall / 5)}" width="${w / 60}" height="${h / 40}" fill="${warm}"/>`
          : '',
      ).join('');
      return `<rect x="${x}" y="${h - tall}" width="${w / 15}" height="${tall}" fill="${at % 3 === 0 ? mid : deep}"/>${lights}`;
    }).join('') + `<circle cx="${w * 0.8}" cy="${h * 0.22}" r="${h * 0.09}" fill="${pale}"/>`,
  waves: ({ width: w, height: h }, [deep, mid, pale, warm], random) =>
    Array.from({ length: 7 }, (_, at) => {
      const y = h * (0.25 + at * 0.11);
      const lift = h * 0.06 * (0.6 + random());
      const curve = `M0 ${y} C ${w / 4} ${y - lift} ${w / 2} ${y + lift} ${w * 0.75} ${y} S ${w} ${y - lift} ${w} ${y}`;
      return `<path d="${curve} V ${h} H 0 Z" fill="${[pale, mid, deep][at % 3] ?? mid}" opacity="0.75"/>`;
    }).join('') + `<circle cx="${w * (0.2 + random() * 0.5)}" cy="${h * 0.2}" r="${h * 0.08}" fill="${warm}"/>`,
  mark: ({ width: w, height: h }, [deep, mid, pale, warm], random) => {
    const round = random() > 0.5;
    const turn = Math.floor(random() * 4) * 45;
    const inner = round
      ? `<circle cx="${w / 2}" cy="${h / 2}" r="${w * 0.26}" fill="${pale}"/><circle cx="${w * 0.6}" cy="${h * 0.42}" r="${w * 0.14}" fill="${warm}"/>`
      : `<rect x="${w * 0.28}" y="${h * 0.28}" width="${w * 0.44}" height="${h * 0.44}" rx="${w * 0.08}" fill="${pale}" transform="rotate(${turn} ${w / 2} ${h / 2})"/><rect x="${w * 0.42}" y="${h * 0.42}" width="${w * 0.16}" height="${h * 0.16}" fill="${warm}" transform="rotate(${turn} ${w / 2} ${h / 2})"/>`;
    return `<rect width="${w}" height="${h}" rx="${w * 0.2}" fill="${random() > 0.5 ? deep : mid}"/>${inner}`;
  },
  face: ({ width: w, height: h }, [deep, mid, pale, warm], random) =>
    `<rect width="${w}" height="${h}" fill="${pale}"/><path d="M0 ${h} C ${w * 0.1} ${h * 0.66} ${w * 0.9} ${h * 0.66} ${w} ${h} Z" fill="${mid}"/>` +
    `<ellipse cx="${w / 2}" cy="${h * 0.45}" rx="${w * 0.2}" ry="${h * 0.24}" fill="${random() > 0.5 ? '#e8b48f' : '#c98d66'}"/>` +
    `<path d="M${w * 0.28} ${h * 0.44} C ${w * 0.3} ${h * 0.1} ${w * 0.7} ${h * 0.1} ${w * 0.72} ${h * 0.44} C ${w * 0.66} ${h * (0.26 + random() * 0.06)} ${w * 0.36} ${h * 0.28} ${w * 0.28} ${h * 0.44} Z" fill="${deep}"/>` +
    `<circle cx="${w * 0.8}" cy="${h * 0.18}" r="${w * 0.06}" fill="${warm}"/>`,
};

const TRANSPARENT_MOTIFS: ReadonlySet<Motif> = new Set(['mark']);
function svgOf(sketch: Sketch): string {
  const { width, height, seed, motif } = sketch;
  const colours = PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const sky = `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${colours[2]}"/><stop offset="1" stop-color="#ffffff"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>`;
  const drawn = DRAW_MOTIF[motif](sketch, colours, createRandom(seed));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${TRANSPARENT_MOTIFS.has(motif) ? '' : sky}${drawn}</svg>`;
}

/** The columns of an attachment. */
export interface Picture {
  readonly topic: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly size: number;
  readonly mimetype: string;
  readonly sha1: string;
  readonly identity: string;
  readonly digest: string;
  readonly last_upload_time: number;
}

/** Draws one picture and writes its file to the upload folder; the caller writes the row. */
export async function drawPicture(dataDir: string, sketch: Sketch, at: Date, timeZone: string): Promise<Picture> {
  const { motif, width, height, seed } = sketch;
  const bytes = await sharp(Buffer.from(svgOf(sketch)))
    .webp({ quality: 78, effort: 1 })
    .toBuffer();
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${motif}-${seed + 1}.webp`;
  const parts = { topic: 'demo', name: `${motif}-${seed + 1}`, suffix: 'webp', sha1, at: at.getTime(), timeZone };
  const url = buildStoragePath(DEFAULT_TEMPLATE, parts);
  const place = join(dataDir, url);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, bytes);
  const uploaded = Math.floor(at.getTime() / 1000);
  return {
    topic: 'demo',
    url,
    width,
    height,
    name,
    size: bytes.length,
    mimetype: 'image/webp',
    sha1,
    identity: sha256,
    digest: sha256,
    last_upload_time: uploaded,
  };
}
