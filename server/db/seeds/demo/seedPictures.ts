/** Draws all pictures of the demo house at once and writes their attachments in one act. */
import { dealt, type Demo } from './demo';
import { drawPicture, type Sketch } from './pictures';

/** Pictures by what they are for; each has its id and its path. */
export interface Album {
  readonly cover: (place: number) => string;
  readonly coverId: (place: number) => number;
  readonly wide: (place: number) => string;
  readonly tall: (place: number) => string;
  readonly markId: (place: number) => number;
  readonly mark: (place: number) => string;
  readonly faceId: (place: number) => number;
}

const LANDSCAPES = ['hills', 'city', 'waves'] as const;
const sketches = (count: number, of: (seed: number) => Omit<Sketch, 'seed'>): readonly Sketch[] =>
  Array.from({ length: count }, (_, seed) => ({ ...of(seed), seed }));
const scene = (seed: number) => LANDSCAPES[seed % LANDSCAPES.length] ?? 'hills';

const SHELVES = {
  cover: sketches(12, (seed) => ({ motif: scene(seed), width: 640, height: 360 })),
  wide: sketches(3, (seed) => ({ motif: scene(seed + 1), width: 1440, height: 480 })),
  tall: sketches(3, (seed) => ({ motif: scene(seed + 1), width: 480, height: 640 })),
  mark: sketches(12, () => ({ motif: 'mark', width: 160, height: 160 })),
  face: sketches(6, () => ({ motif: 'face', width: 160, height: 160 })),
} as const;
const AT = 200;

export async function seedPictures(demo: Demo): Promise<Album> {
  const at = new Date(demo.secondsAgo(AT) * 1000);
  const all = Object.values(SHELVES).flat();
  const drawn = await Promise.all(
    all.map((sketch) => drawPicture(demo.services.env.dataDir, sketch, at, demo.services.settings.timeZone)),
  );
  // Some come out alike: the first of them is the one an upload of the same would count up.
  const isFirst = (identity: string, place: number) =>
    drawn.findIndex((picture) => picture.identity === identity) === place;
  const rows = drawn.map(({ identity, ...picture }, place) => ({
    ...{ ...picture, identity: isFirst(identity, place) ? identity : null },
    ...{ quote: 1, storage: 'local' },
  }));
  const ids = await demo.ago(AT, ({ add }) => add('attachment', rows));
  let from = 0;
  const shelf = (size: number) => {
    const start = from;
    from += size;
    const [paths, numbers] = [drawn.slice(start, from).map(({ url }) => url), ids.slice(start, from)];
    return {
      path: (place: number): string => dealt(paths, place) ?? '',
      id: (place: number): number => dealt(numbers, place) ?? 0,
    };
  };
  const [cover, wide, tall, mark, face] = Object.values(SHELVES).map(({ length }) => shelf(length));
  const nothing = { path: () => '', id: () => 0 };
  return {
    cover: (cover ?? nothing).path,
    coverId: (cover ?? nothing).id,
    wide: (wide ?? nothing).path,
    tall: (tall ?? nothing).path,
    mark: (mark ?? nothing).path,
    markId: (mark ?? nothing).id,
    faceId: (face ?? nothing).id,
  };
}
