/**
 * The page cache: rendered pages in memory. A page is rendered once for all visitors and invalidated when a row of an entity that it shows changes. A page
 * whose rendering began before such a change is returned, but not cached.
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
  /** Removes the pages that show rows of these entities; all pages without an argument. */
  readonly invalidate: (entities?: ReadonlySet<string>) => void;
  readonly size: () => number;
}

/** The limits of a group of pages: a group never takes the place of another one. */
export interface SiteCacheLimits {
  readonly maxPages: number;
  readonly maxBytes: number;
}

interface RunningRender<T> {
  readonly page: Promise<T>;
  /** Entities that changed since the rendering began; `all` after a change of unknown extent. */
  changed: Set<string> | 'all';
}

/** Pages of one group, the least recently used one first. */
function createPageGroup<T extends CachedPage>({ maxPages, maxBytes }: SiteCacheLimits) {
  const pages = new Map<string, T>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  };
  return {
    pages,
    remove,
    store: (key: string, page: T): void => {
      remove(key);
      pages.set(key, page);
      bytes += page.bytes;
      for (const [oldest] of pages) {
        if (pages.size <= maxPages && bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}

/** `limitsOf`: the group that a rendered page belongs to; undefined for a page that must not stay in memory. */
export function createSiteCache<T extends CachedPage>(
  limitsOf: (page: T) => SiteCacheLimits | undefined,
): SiteCache<T> {
  const groups = new Map<SiteCacheLimits, ReturnType<typeof createPageGroup<T>>>();
  /** Renderings without a result yet. */
  const running = new Set<RunningRender<T>>();
  /** Those that new requests wait for. */
  const shared = new Map<string, RunningRender<T>>();
  const findGroup = (key: string) => [...groups.values()].find(({ pages }) => pages.has(key));
  const store = (key: string, page: T): void => {
    findGroup(key)?.remove(key);
    const limits = limitsOf(page);
    if (limits === undefined) return;
    const group = groups.get(limits) ?? createPageGroup<T>(limits);
    groups.set(limits, group);
    group.store(key, page);
  };
  const renderOnce = (key: string, render: () => Promise<T>): Promise<T> => {
    const state: RunningRender<T> = {
      changed: new Set(),
      page: render()
        .then((page) => {
          if (!isOutdated(state.changed, page.dependencies)) store(key, page);
          return page;
        })
        .finally(() => {
          running.delete(state);
          if (shared.get(key) === state) shared.delete(key);
        }),
    };
    running.add(state);
    shared.set(key, state);
    return state.page;
  };
  return {
    get: (key, render) => {
      const group = findGroup(key);
      const page = group?.pages.get(key);
      if (group === undefined || page === undefined) return shared.get(key)?.page ?? renderOnce(key, render);
      // the most recently used page is the last one
      group.pages.delete(key);
      group.pages.set(key, page);
      return Promise.resolve(page);
    },
    has: (key) => findGroup(key) !== undefined || shared.has(key),
    invalidate: (entities) => {
      for (const { pages, remove } of groups.values())
        for (const [key, { dependencies }] of pages)
          if (entities === undefined || intersects(entities, dependencies)) remove(key);
      for (const state of running)
        if (entities === undefined || state.changed === 'all') state.changed = 'all';
        else for (const entity of entities) state.changed.add(entity);
      // later requests must not wait for a rendering that may be outdated
      shared.clear();
    },
    size: () => [...groups.values()].reduce((sum, { pages }) => sum + pages.size, 0),
  };
}

const isOutdated = (changed: ReadonlySet<string> | 'all', dependencies: ReadonlySet<string>): boolean =>
  changed === 'all' || intersects(changed, dependencies);

export function intersects(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (other.has(item)) return true;
  return false;
}
