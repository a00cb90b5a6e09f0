/** Draws all demo pictures and writes their attachments in one transaction. */
import { itemAt, type DemoContext } from './demoContext';
import { drawPicture, type Sketch } from './drawPicture';

/** Pictures by purpose, each with its id and path. */
export interface PictureAlbum {
  readonly cover: (index: number) => string;
  readonly coverId: (index: number) => number;
  readonly wide: (index: number) => string;
  readonly tall: (index: number) => string;
  readonly logoId: (index: number) => number;
  readonly logo: (index: number) => string;
  readonly faceId: (index: number) => number;
}

const LANDSCAPES = ['hills', 'city', 'waves'] as const;
const sketches = (count: number, of: (seed: number) => Omit<Sketch, 'seed'>): readonly Sketch[] =>
  Array.from({ length: count }, (_, seed) => ({ ...of(seed), seed }));
const landscapeOf = (seed: number) => LANDSCAPES[seed % LANDSCAPES.length] ?? 'hills';

const SKETCHES_BY_MOTIF = {
  cover: sketches(12, (seed) => ({ motif: landscapeOf(seed), width: 640, height: 360 })),
  wide: sketches(3, (seed) => ({ motif: landscapeOf(seed + 1), width: 1440, height: 480 })),
  tall: sketches(3, (seed) => ({ motif: landscapeOf(seed + 1), width: 480, height: 640 })),
  mark: sketches(12, () => ({ motif: 'mark', width: 160, height: 160 })),
  face: sketches(6, () => ({ motif: 'face', width: 160, height: 160 })),
} as const;
const DRAWN_DAYS_AGO = 200;

export async function seedPictures(demo: DemoContext): Promise<PictureAlbum> {
  const at = new Date(demo.secondsAgo(DRAWN_DAYS_AGO) * 1000);
  const all = Object.values(SKETCHES_BY_MOTIF).flat();
  const drawn = await Promise.all(
    all.map((sketch) => drawPicture(demo.services.env.dataDir, sketch, at, demo.services.settings.timeZone)),
  );
  // Some pictures are equal: an upload of the same content would count up the first of them.
  const isFirst = (identity: string, index: number) =>
    drawn.findIndex((picture) => picture.identity === identity) === index;
  const rows = drawn.map(({ identity, ...picture }, index) => ({
    ...{ ...picture, identity: isFirst(identity, index) ? identity : null },
    ...{ quote: 1, storage: 'local' },
  }));
  const ids = await demo.runDaysAgo(DRAWN_DAYS_AGO, ({ insertRows }) => insertRows('attachment', rows));
  let from = 0;
  const takePictures = (size: number) => {
    const start = from;
    from += size;
    const [paths, numbers] = [drawn.slice(start, from).map(({ url }) => url), ids.slice(start, from)];
    return {
      path: (index: number): string => itemAt(paths, index) ?? '',
      id: (index: number): number => itemAt(numbers, index) ?? 0,
    };
  };
  const [cover, wide, tall, logo, face] = Object.values(SKETCHES_BY_MOTIF).map(({ length }) => takePictures(length));
  const nothing = { path: () => '', id: () => 0 };
  return {
    cover: (cover ?? nothing).path,
    coverId: (cover ?? nothing).id,
    wide: (wide ?? nothing).path,
    tall: (tall ?? nothing).path,
    logo: (logo ?? nothing).path,
    logoId: (logo ?? nothing).id,
    faceId: (face ?? nothing).id,
  };
}
