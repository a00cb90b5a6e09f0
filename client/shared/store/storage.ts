/** The browser storage: five keys, each validated when read, because anybody can edit them. */
export const STORAGE_KEYS = {
  admin: 'adminInfo',
  member: 'userInfo',
  config: 'storeConfig',
  tabs: 'storeTabViewConfig',
  terminal: 'storeTerminal',
} as const;
type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** `local` outlasts the browser session, `session` ends with the tab. */
export interface BrowserStorage {
  readonly local: KeyValueStore;
  readonly session: KeyValueStore;
}

const createMemoryStore = (): KeyValueStore => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
};
/** A browser that blocks storage throws on access; then values are kept in memory. */
function openOrMemory(open: () => KeyValueStore): KeyValueStore {
  try {
    return open();
  } catch {
    return createMemoryStore();
  }
}
export const openBrowserStorage = (): BrowserStorage => ({
  local: openOrMemory(() => window.localStorage),
  session: openOrMemory(() => window.sessionStorage),
});

/** Reads and parses one value; undefined if it is missing or invalid. */
export function readStoredValue<T>(
  store: KeyValueStore,
  key: StorageKey,
  parse: (value: unknown) => T | undefined,
): T | undefined {
  try {
    const json = store.getItem(key);
    return json === null ? undefined : parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Writes one value; `undefined` removes it. Errors of a full or blocked storage are ignored. */
export function writeValue(store: KeyValueStore, key: StorageKey, value: unknown): void {
  try {
    if (value === undefined) store.removeItem(key);
    else store.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
