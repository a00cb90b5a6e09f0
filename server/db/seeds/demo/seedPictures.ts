/** Draws all demo pictures and writes their attachments in one transaction. */
import { itemAt, type DemoContext } from './demoContext';
import { drawPicture, type Motif, type Sketch } from './pictures/drawPicture';

/** Pictures by purpose, each with its id and path. */
export interface PictureAlbum {
  /** Covers of news and plugins: abstract pictures between mock-ups. */
  readonly cover: (index: number) => string;
  readonly coverId: (index: number) => number;
  /** Pictures of the six products, in the order of the texts. */
  readonly product: (index: number) => string;
  /** Pictures of the eight cases, in the order of the texts. */
  readonly showcase: (index: number) => string;
  /** Covers of articles: the first six tell of customers, by their trades. */
  readonly article: (index: number) => string;
  readonly wide: (index: number) => string;
  readonly tall: (index: number) => string;
  readonly logoId: (index: number) => number;
  readonly logo: (index: number) => string;
  readonly faceId: (index: number) => number;
}

const COVER = { width: 960, height: 540 } as const;
/** Scenes and mock-ups with their palettes; the position is what the lists below refer to. */
const SCENES = [
  { motif: 'list', palette: 0, isDark: true },
  { motif: 'form', palette: 3 },
  { motif: 'phones', palette: 2, isDark: true },
  { motif: 'shop', palette: 1 },
  { motif: 'report', palette: 0 },
  { motif: 'campus', palette: 3 },
  { motif: 'port', palette: 0 },
  { motif: 'plant', palette: 1 },
  { motif: 'factory', palette: 2 },
  { motif: 'plant', palette: 3 },
  { motif: 'building', palette: 4 },
  { motif: 'hotel', palette: 3 },
  { motif: 'school', palette: 4 },
  { motif: 'clinic', palette: 5 },
  { motif: 'plugins', palette: 4, isDark: true },
] as const satisfies readonly Pick<Sketch, 'motif' | 'palette' | 'isDark'>[];
const PRODUCTS = [0, 1, 2, 3, 4, 5] as const;
const SHOWCASES = [6, 7, 8, 3, 9, 10, 11, 12] as const;
const ARTICLES = [6, 7, 1, 8, 11, 13] as const;
/** Mock-ups among the covers: after four abstract pictures each. */
const MOCKUPS = [4, 0, 14, 2] as const;

/** The motifs of banners; those of the home page come after the five of the banners. */
const BANNERS: readonly Motif[] = ['list', 'form', 'plugins', 'report', 'port', 'abstract', 'phones', 'hotel'];
const BANNER_PALETTES = [0, 1, 4, 2, 0, 0, 3, 1] as const;
const bannersOf = (width: number, height: number): readonly Sketch[] =>
  BANNERS.map((motif, index) => ({
    motif,
    width,
    height,
    seed: motif === 'abstract' ? 2 : index,
    palette: itemAt(BANNER_PALETTES, index) ?? 0,
    isDark: true,
  }));
const sketches = (count: number, of: (seed: number) => Omit<Sketch, 'seed'>): readonly Sketch[] =>
  Array.from({ length: count }, (_, seed) => ({ ...of(seed), seed }));

const ABSTRACTS = 16;
const SKETCHES_BY_PURPOSE = {
  abstract: sketches(ABSTRACTS, (seed) => ({ motif: 'abstract', ...COVER, palette: seed + Math.floor(seed / 8) * 3 })),
  scene: SCENES.map((one, seed): Sketch => ({ ...COVER, ...one, seed })),
  wide: bannersOf(1920, 640),
  tall: bannersOf(720, 900),
  mark: sketches(20, (seed) => ({ motif: 'mark', width: 192, height: 192, palette: seed + Math.floor(seed / 6) })),
  face: sketches(8, () => ({ motif: 'face', width: 192, height: 192 })),
} as const;
const DRAWN_DAYS_AGO = 200;
/** All pictures of the demo, in the order of their attachments. */
export const demoSketches: readonly Sketch[] = Object.values(SKETCHES_BY_PURPOSE).flat();
type Purpose = keyof typeof SKETCHES_BY_PURPOSE;

export async function seedPictures(demo: DemoContext): Promise<PictureAlbum> {
  const at = new Date(demo.secondsAgo(DRAWN_DAYS_AGO) * 1000);
  const drawn = await Promise.all(
    demoSketches.map((sketch) => drawPicture(demo.services.env.dataDir, sketch, at, demo.services.settings.timeZone)),
  );
  const rows = drawn.map((picture) => ({ ...picture, quote: 1, storage: 'local' }));
  const ids = await demo.runDaysAgo(DRAWN_DAYS_AGO, ({ insertRows }) => insertRows('attachment', rows));
  const stored = drawn.map(({ url }, index) => ({ url, id: ids[index] ?? 0 }));
  return createAlbum((purpose) => {
    const [first] = SKETCHES_BY_PURPOSE[purpose];
    const start = first ? demoSketches.indexOf(first) : 0;
    return stored.slice(start, start + SKETCHES_BY_PURPOSE[purpose].length);
  });
}

interface StoredPicture {
  readonly url: string;
  readonly id: number;
}
function createAlbum(picturesOf: (purpose: Purpose) => readonly StoredPicture[]): PictureAlbum {
  const scenes = picturesOf('scene');
  const chosen = (places: readonly number[]) => places.flatMap((place) => scenes[place] ?? []);
  const covers = picturesOf('abstract').flatMap((picture, index) => {
    const mockup = index % 4 === 3 ? scenes[itemAt(MOCKUPS, (index - 3) / 4) ?? 0] : undefined;
    return mockup ? [picture, mockup] : [picture];
  });
  const urlOf = (pictures: readonly StoredPicture[]) => (index: number) => itemAt(pictures, index)?.url ?? '';
  const idOf = (pictures: readonly StoredPicture[]) => (index: number) => itemAt(pictures, index)?.id ?? 0;
  const articles = chosen(ARTICLES);
  return {
    cover: urlOf(covers),
    coverId: idOf(covers),
    product: urlOf(chosen(PRODUCTS)),
    showcase: urlOf(chosen(SHOWCASES)),
    article: (index) => (articles[index] ?? itemAt(covers, index + 1))?.url ?? '',
    wide: urlOf(picturesOf('wide')),
    tall: urlOf(picturesOf('tall')),
    logo: urlOf(picturesOf('mark')),
    logoId: idOf(picturesOf('mark')),
    faceId: idOf(picturesOf('face')),
  };
}
