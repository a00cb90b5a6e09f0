/** What the browser remembers between visits: five known keys, each checked when read, because anybody can edit them. */
export const KEYS = {
  admin: 'adminInfo',
  user: 'userInfo',
  config: 'storeConfig',
  tabs: 'storeTabViewConfig',
  terminal: 'storeTerminal',
} as const;
type Key = (typeof KEYS)[keyof typeof KEYS];

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** Where values lie: `lasting` survives the browser, `fleeting` ends with the tab. */
export interface Shelves {
  readonly lasting: Shelf;
  readonly fleeting: Shelf;
}

const memoryShelf = (): Shelf => {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
};
/** A browser that blocks storage throws on the mere access. */
function shelfOr(open: () => Shelf): Shelf {
  try {
    return open();
  } catch {
    return memoryShelf();
  }
}
export const browserShelves = (): Shelves => ({
  lasting: shelfOr(() => window.localStorage),
  fleeting: shelfOr(() => window.sessionStorage),
});

/** Reads and checks one value; whatever is not as it should be counts as absent. */
export function recall<T>(shelf: Shelf, key: Key, check: (value: unknown) => T | undefined): T | undefined {
  try {
    const written = shelf.getItem(key);
    return written === null ? undefined : check(JSON.parse(written));
  } catch {
    return undefined;
  }
}

/** Writes one value; `undefined` removes it. A full or blocked storage costs only the memory of it. */
export function remember(shelf: Shelf, key: Key, value: unknown): void {
  try {
    if (value === undefined) shelf.removeItem(key);
    else shelf.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

type Loose = Readonly<Record<string, unknown>>;
export const asRecord = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
export const asText = (value: unknown, longest = 1000): string =>
  typeof value === 'string' && value.length <= longest ? value : '';
export const asWhole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);
export const asOneOf = <const T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
  allowed.find((candidate) => candidate === value) ?? otherwise;
