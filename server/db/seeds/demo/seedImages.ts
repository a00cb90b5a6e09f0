/** Draws all demo images and writes their attachments in one transaction. */
import { itemAt, type DemoContext } from './demoContext';
import { drawImage, type Sketch } from './images/drawImage';

/** Images by purpose, each with its id and path. */
export interface ImageAlbum {
  /** Covers of news and plugins: abstract images between mock-ups. */
  readonly cover: (index: number) => string;
  readonly coverId: (index: number) => number;
  /** Images of the six products, in the order of the texts. */
  readonly product: (index: number) => string;
  /** Images of the eight cases, in the order of the texts. */
  readonly showcase: (index: number) => string;
  /** Covers of articles: the first six tell of customers, by their trades. */
  readonly article: (index: number) => string;
  /** Images of banners: beside their titles on wide screens, above them on phones. */
  readonly wide: (index: number) => string;
  readonly tall: (index: number) => string;
  /** Images of the blocks of the home page, and those for phones. */
  readonly block: (index: number) => string;
  readonly tallBlock: (index: number) => string;
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
/** Mock-ups among the covers: after four abstract images each. */
const MOCKUPS = [4, 0, 14, 2] as const;

type Drawing = Pick<Sketch, 'motif' | 'palette' | 'seed'>;
const BANNERS: readonly Drawing[] = [
  { motif: 'list', palette: 0, seed: 0 },
  { motif: 'form', palette: 1, seed: 1 },
  { motif: 'plugins', palette: 4, seed: 2 },
  { motif: 'report', palette: 2, seed: 3 },
  { motif: 'port', palette: 0, seed: 4 },
];
const BLOCKS: readonly Drawing[] = [
  { motif: 'abstract', palette: 0, seed: 2 },
  { motif: 'phones', palette: 3, seed: 6 },
  { motif: 'hotel', palette: 1, seed: 7 },
];
const drawnIn = (drawings: readonly Drawing[], width: number, height: number): readonly Sketch[] =>
  drawings.map((drawing) => ({ ...drawing, width, height, isDark: true }));
const sketches = (count: number, of: (seed: number) => Omit<Sketch, 'seed'>): readonly Sketch[] =>
  Array.from({ length: count }, (_, seed) => ({ ...of(seed), seed }));

const ABSTRACTS = 16;
const SKETCHES_BY_PURPOSE = {
  abstract: sketches(ABSTRACTS, (seed) => ({ motif: 'abstract', ...COVER, palette: seed + Math.floor(seed / 8) * 3 })),
  scene: SCENES.map((scene, seed): Sketch => ({ ...COVER, ...scene, seed })),
  wide: drawnIn(BANNERS, 1920, 640),
  tall: drawnIn(BANNERS, 720, 900),
  block: drawnIn(BLOCKS, 1200, 800),
  tallBlock: drawnIn(BLOCKS, 720, 900),
  mark: sketches(20, (seed) => ({ motif: 'mark', width: 192, height: 192, palette: seed + Math.floor(seed / 6) })),
  face: sketches(8, () => ({ motif: 'face', width: 192, height: 192 })),
} as const;
const DRAWN_DAYS_AGO = 200;
/** All images of the demo, in the order of their attachments. */
export const demoSketches: readonly Sketch[] = Object.values(SKETCHES_BY_PURPOSE).flat();
type Purpose = keyof typeof SKETCHES_BY_PURPOSE;

export async function seedImages(demo: DemoContext): Promise<ImageAlbum> {
  const at = new Date(demo.secondsAgo(DRAWN_DAYS_AGO) * 1000);
  const drawn = await Promise.all(
    demoSketches.map((sketch) => drawImage(demo.services.env.dataDir, sketch, at, demo.services.settings.timeZone)),
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

interface StoredImage {
  readonly url: string;
  readonly id: number;
}
function createAlbum(getPictures: (purpose: Purpose) => readonly StoredImage[]): ImageAlbum {
  const scenes = getPictures('scene');
  const chosen = (places: readonly number[]) => places.flatMap((place) => scenes[place] ?? []);
  const covers = getPictures('abstract').flatMap((picture, index) => {
    const mockup = index % 4 === 3 ? scenes[itemAt(MOCKUPS, (index - 3) / 4) ?? 0] : undefined;
    return mockup ? [picture, mockup] : [picture];
  });
  const getUrl = (pictures: readonly StoredImage[]) => (index: number) => itemAt(pictures, index)?.url ?? '';
  const getId = (pictures: readonly StoredImage[]) => (index: number) => itemAt(pictures, index)?.id ?? 0;
  const articles = chosen(ARTICLES);
  return {
    cover: getUrl(covers),
    coverId: getId(covers),
    product: getUrl(chosen(PRODUCTS)),
    showcase: getUrl(chosen(SHOWCASES)),
    article: (index) => (articles[index] ?? itemAt(covers, index + 1))?.url ?? '',
    wide: getUrl(getPictures('wide')),
    tall: getUrl(getPictures('tall')),
    block: getUrl(getPictures('block')),
    tallBlock: getUrl(getPictures('tallBlock')),
    logo: getUrl(getPictures('mark')),
    logoId: getId(getPictures('mark')),
    faceId: getId(getPictures('face')),
  };
}
