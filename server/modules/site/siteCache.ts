/**
 * The page cache: rendered pages in memory. A page is rendered once for all visitors and invalidated when a row of an entity that it shows changes. A page
 * whose rendering began before such a change is answered, but not kept.
 */

export interface CachedPage {
  readonly dependencies: ReadonlySet<string>;
  /** Its size in memory, in bytes. */
  readonly bytes: number;
}
export interface SiteCache<T extends CachedPage> {
  /** The page of a key, from memory or rendered. Simultaneous requests for one key share one rendering. */
  readonly get: (key: string, render: () => Promise<T>) => Promise<T>;
  /** Whether a page is in memory or being rendered. */
  readonly has: (key: string) => boolean;
  /** Drops the pages that show rows of these entities; all pages without an argument. */
  readonly drop: (entities?: ReadonlySet<string>) => void;
  readonly size: () => number;
}

export interface SiteCacheLimits {
  readonly maxPages: number;
  readonly maxBytes: number;
}

interface RunningRender<T> {
  readonly page: Promise<T>;
  /** Entities that changed since the rendering began; `all` after a change of unknown extent. */
  changed: Set<string> | 'all';
}

/** `isKept`: whether a rendered page may stay in memory. */
export function createSiteCache<T extends CachedPage>(
  { maxPages, maxBytes }: SiteCacheLimits,
  isKept: (page: T) => boolean = () => true,
): SiteCache<T> {
  const pages = new Map<string, T>();
  const running = new Map<string, RunningRender<T>>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  };
  const store = (key: string, page: T): void => {
    remove(key);
    pages.set(key, page);
    bytes += page.bytes;
    for (const [oldest] of pages) {
      if (pages.size <= maxPages && bytes <= maxBytes) return;
      remove(oldest);
    }
  };
  const renderOnce = (key: string, render: () => Promise<T>): Promise<T> => {
    const state: RunningRender<T> = {
      changed: new Set(),
      page: render()
        .then((page) => {
          if (isKept(page) && !isOutdated(state.changed, page.dependencies)) store(key, page);
          return page;
        })
        .finally(() => {
          if (running.get(key) === state) running.delete(key);
        }),
    };
    running.set(key, state);
    return state.page;
  };
  return {
    get: (key, render) => {
      const page = pages.get(key);
      if (page === undefined) return running.get(key)?.page ?? renderOnce(key, render);
      // the most recently used page is the last one
      pages.delete(key);
      pages.set(key, page);
      return Promise.resolve(page);
    },
    has: (key) => pages.has(key) || running.has(key),
    drop: (entities) => {
      for (const [key, { dependencies }] of pages)
        if (entities === undefined || intersects(entities, dependencies)) remove(key);
      for (const [key, state] of running) {
        if (entities === undefined || state.changed === 'all') state.changed = 'all';
        else for (const entity of entities) state.changed.add(entity);
        // later requests must not wait for a rendering that may be outdated
        running.delete(key);
      }
    },
    size: () => pages.size,
  };
}

const isOutdated = (changed: ReadonlySet<string> | 'all', dependencies: ReadonlySet<string>): boolean =>
  changed === 'all' || intersects(changed, dependencies);

export function intersects(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (other.has(item)) return true;
  return false;
}
