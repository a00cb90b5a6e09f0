/** Draws the demo images and stores them as files: scenes of trades, mock-ups, abstract covers, marks and portraits. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { buildStoragePath, DEFAULT_TEMPLATE } from '../../../../modules/upload/buildStoragePath';
import { abstracts } from './abstracts';
import { createCanvas, type Canvas, type DrawMotif } from './canvas';
import { drawCampus } from './drawCampus';
import { drawClinic } from './drawClinic';
import { drawFactory } from './drawFactory';
import { drawHotel } from './drawHotel';
import { drawPlant } from './drawPlant';
import { drawPort } from './drawPort';
import { drawSchool } from './drawSchool';
import { drawShop } from './drawShop';
import { drawBuildingSite } from './drawBuildingSite';
import { drawForm, drawLiveList, drawPhones, drawPlugins, drawReport } from './mockups';
import { paletteAt } from './palettes';
import { drawFace, drawMark } from './portraits';
import { darkBackground, group, lightBackground } from './shapes';

interface MotifLayout {
  readonly draw: DrawMotif;
  /** `whole`: the motif fills the image, background included. `field`: it fills the image over a dark background. */
  readonly fit: 'whole' | 'field' | 'subject';
  /** The size of a subject and its distance below the middle, in an image of 960 × 540. */
  readonly scale?: number;
  readonly down?: number;
}
const scene = (draw: DrawMotif, scale = 0.88, down = 24): MotifLayout => ({ draw, fit: 'subject', scale, down });
const MOTIFS = {
  port: scene(drawPort),
  plant: scene(drawPlant),
  factory: scene(drawFactory),
  hotel: scene(drawHotel, 0.78, 44),
  school: scene(drawSchool, 0.84, 22),
  clinic: scene(drawClinic, 0.82, 34),
  building: scene(drawBuildingSite, 0.74, 48),
  shop: scene(drawShop, 0.84, 36),
  campus: scene(drawCampus, 0.84, 28),
  list: scene(drawLiveList, 0.98, 6),
  report: scene(drawReport, 0.96, 4),
  phones: scene(drawPhones, 1, 8),
  form: scene(drawForm, 0.98, 4),
  plugins: scene(drawPlugins, 0.95, 0),
  abstract: { draw: (canvas) => (abstracts[canvas.seed % abstracts.length] ?? abstracts[0])(canvas), fit: 'field' },
  mark: { draw: drawMark, fit: 'whole' },
  face: { draw: drawFace, fit: 'whole' },
} as const satisfies Readonly<Record<string, MotifLayout>>;

export type Motif = keyof typeof MOTIFS;
export interface Sketch {
  readonly motif: Motif;
  readonly width: number;
  readonly height: number;
  /** The same seed draws the same image. */
  readonly seed: number;
  /** The number of the palette; absent: the seed. */
  readonly palette?: number;
  /** Scenes and mock-ups stand on a light background unless they are dark. */
  readonly isDark?: boolean;
}

/** Position of the subject: in the middle, right of the title of a banner, or above it. */
function placeSubject({ width: w, height: h }: Canvas, { scale = 1, down = 0 }: MotifLayout): string {
  const ratio = w / h;
  // A tall image has room above and below, so each subject takes its whole width.
  const unit = ratio < 1 ? (w / 960) * (0.98 / scale) : Math.min(w / 960, h / 540) * (ratio > 2 ? 0.88 : 1);
  const x = ratio > 2 ? w * 0.69 : w / 2;
  const y = ratio < 1 ? h * 0.4 : h / 2;
  return `translate(${Math.round(x)} ${Math.round(y + down * unit)}) scale(${(unit * scale).toFixed(3)})`;
}

export function drawSvg({ motif, width, height, seed, palette = seed, isDark = false }: Sketch): string {
  const layout: MotifLayout = MOTIFS[motif];
  const canvas = createCanvas({ width, height }, paletteAt(palette), seed);
  if (layout.fit === 'whole') return canvas.toSvg(layout.draw(canvas));
  if (layout.fit === 'field') return canvas.toSvg(darkBackground(canvas) + layout.draw(canvas));
  const background = isDark ? darkBackground(canvas) : lightBackground(canvas);
  return canvas.toSvg(background + group(layout.draw(canvas), placeSubject(canvas, layout)));
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

/** Draws one image and writes its file to the upload folder; the caller writes the row. */
export async function drawImage(dataDir: string, sketch: Sketch, at: Date, timeZone: string): Promise<Picture> {
  const { motif, width, height, seed } = sketch;
  const bytes = await sharp(Buffer.from(drawSvg(sketch)))
    .webp({ quality: 82, effort: 1 })
    .toBuffer();
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${motif}-${seed + 1}`;
  const parts = { topic: 'demo', name, suffix: 'webp', sha1, at: at.getTime(), timeZone };
  const url = buildStoragePath(DEFAULT_TEMPLATE, parts);
  const place = join(dataDir, url);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, bytes);
  return {
    topic: 'demo',
    url,
    width,
    height,
    name: `${name}.webp`,
    size: bytes.length,
    mimetype: 'image/webp',
    sha1,
    identity: sha256,
    digest: sha256,
    last_upload_time: Math.floor(at.getTime() / 1000),
  };
}
