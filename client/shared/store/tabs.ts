/** The console's page tabs: open screens in order, each with its address; and the screens visited last. Stored under `storeTabViewConfig`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sanitizeAppPath, APP_PATHS } from '../routing/safeRedirects';
import { STORAGE_KEYS, readStoredValue, writeValue, type BrowserStorage } from './storage';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface Tab {
  /** Identifies the tab. */
  readonly path: string;
  /** The query of the screen when it was left. */
  readonly search: string;
  /** The title of the open record, untranslated. */
  readonly title?: string;
  /** The last visit, unix milliseconds. */
  readonly at?: number;
}
export interface TabsState {
  readonly open: readonly Tab[];
  /** The screens visited last, latest first, open or closed. */
  readonly recent: readonly Tab[];
  /** Id of the person who opened them; absent before sign-in. */
  readonly owner?: number | undefined;
  /** The screen fills the window; menu and bars are hidden. */
  readonly isFullScreen: boolean;
  /** Number of manual reloads by the path of the tab. */
  readonly reloads: Readonly<Record<string, number>>;
}
export interface StateWithTabs {
  readonly tabs: TabsState;
}
export const MAX_TABS = 20;
/** A visit closes the tabs beyond this number that hold no unsaved changes, those visited longest ago first. */
export const MAX_CLEAN_TABS = 8;
export const MAX_RECENT = 12;
/** A tab that nobody visited for this long is closed at the next start; drafts of its forms stay. */
const TAB_LIFETIME_MS = 3 * 86_400_000;
const MAX_TITLE_LENGTH = 120;
const initialState: TabsState = { open: [], recent: [], isFullScreen: false, reloads: {} };

/** Parses stored tabs: only screens of the console, each once. */
export function parseTabs(list: unknown): readonly Tab[] {
  const found = new Map<string, Tab>();
  for (const item of Array.isArray(list) ? list.slice(0, MAX_TABS) : []) {
    const raw = asRecord(item);
    const path = asString(raw?.['path'], 500);
    const search = asString(raw?.['search'], 1_500);
    const fullPath = path + (search.startsWith('?') ? search : '');
    if (path !== '' && !path.includes('?') && sanitizeAppPath(fullPath, APP_PATHS.admin) === fullPath) {
      const [title, at] = [asString(raw?.['title'], MAX_TITLE_LENGTH), asInteger(raw?.['at'])];
      const details = { ...(title === '' ? {} : { title }), ...(at > 0 ? { at } : {}) };
      found.set(path, { path, search: fullPath.slice(path.length), ...details });
    }
  }
  return [...found.values()];
}

const MAX_OWNERS = 3;
const getOwner = (entry: unknown): number => asInteger(asRecord(entry)?.['owner']);
/** The entries of all owners, latest first. An earlier version stored one owner only. */
const toEntries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const loadEntries = ({ local: lasting }: BrowserStorage): readonly unknown[] =>
  readStoredValue(lasting, STORAGE_KEYS.tabs, toEntries) ?? [];

/** Loads this person's tabs. Tabs are stored per person, because an address may contain a search text. */
export function loadTabs(storage: BrowserStorage, owner: number | undefined, now = Date.now()): TabsState {
  const entry = asRecord(loadEntries(storage).find((stored) => getOwner(stored) === owner));
  const open = parseTabs(entry?.['tabs']).filter(({ at }) => at === undefined || now - at < TAB_LIFETIME_MS);
  return { ...initialState, owner, open, recent: parseTabs(entry?.['recent']).slice(0, MAX_RECENT) };
}
/** Stores the tabs of their owner; those of other owners stay. */
export function saveTabs(storage: BrowserStorage, { open, recent, owner }: TabsState): void {
  const others = loadEntries(storage).filter((entry) => getOwner(entry) !== owner);
  const entries = open.length + recent.length === 0 ? others : [{ tabs: open, recent, owner }, ...others];
  writeValue(storage.local, STORAGE_KEYS.tabs, entries.length === 0 ? undefined : entries.slice(0, MAX_OWNERS));
}

/** Adds a tab or updates its address; above the limit the tab visited longest ago is removed. */
function openTab(open: readonly Tab[], tab: Tab): readonly Tab[] {
  if (open.some(({ path }) => path === tab.path))
    return open.map((openTab) => (openTab.path === tab.path ? { ...openTab, ...tab } : openTab));
  if (open.length < MAX_TABS) return [...open, tab];
  const oldest = open.reduce((first, other) => ((other.at ?? 0) < (first.at ?? 0) ? other : first));
  return [...open.filter((other) => other !== oldest), tab];
}
/** A visit, with the paths of the tabs that hold unsaved changes; without them no tab is closed. */
export interface Visit extends Tab {
  readonly changed?: readonly string[];
}
function closeSurplus(open: readonly Tab[], visited: string, changed: readonly string[] | undefined): readonly Tab[] {
  if (changed === undefined || open.length <= MAX_CLEAN_TABS) return open;
  const closable = open
    .filter(({ path }) => path !== visited && !changed.includes(path))
    .sort((first, second) => (first.at ?? 0) - (second.at ?? 0))
    .slice(0, open.length - MAX_CLEAN_TABS);
  return open.filter((tab) => !closable.includes(tab));
}
/** The address of the record that is open beside a list; other addresses as they are. */
function recordAddress(tab: Tab): Tab {
  const record = new URLSearchParams(tab.search).get('record') ?? '';
  return /^[1-9]\d{0,14}$/.test(record) ? { ...tab, path: `${tab.path}/${record}`, search: '' } : tab;
}
function addRecent(recent: readonly Tab[], visited: Tab): readonly Tab[] {
  const tab = recordAddress(visited);
  const known = recent.find(({ path }) => path === tab.path);
  return [{ ...known, ...tab }, ...recent.filter((other) => other !== known)].slice(0, MAX_RECENT);
}
const setTitle = (tabs: readonly Tab[], { path, title }: { readonly path: string; readonly title: string }) =>
  tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab));

function moveTab(open: readonly Tab[], path: string, to: number): readonly Tab[] {
  const tab = open.find((openTab) => openTab.path === path);
  if (tab === undefined || to < 0 || to >= open.length) return open;
  const others = open.filter((openTab) => openTab !== tab);
  return [...others.slice(0, to), tab, ...others.slice(to)];
}

/** The tab to show after the visible one is closed: the right neighbor, otherwise the left one; `undefined` after the last one. */
export function neighborTab(open: readonly Tab[], path: string): Tab | undefined {
  const index = open.findIndex((tab) => tab.path === path);
  return open[index + 1] ?? open[index - 1];
}

export const tabsSlice = createSlice({
  name: 'tabs',
  initialState,
  reducers: {
    /** Another person signed in: replaces all tabs with theirs. */
    tabsLoaded: (_state, { payload }: PayloadAction<TabsState>) => payload,
    tabVisited: (state, { payload: { changed, ...tab } }: PayloadAction<Visit>) => ({
      ...state,
      open: closeSurplus(openTab(state.open, tab), tab.path, changed),
      recent: addRecent(state.recent, tab),
    }),
    /** The title of a record became known or changed. */
    tabTitled: (state, { payload }: PayloadAction<{ path: string; title: string }>) => ({
      ...state,
      open: setTitle(state.open, payload),
      recent: setTitle(state.recent, payload),
    }),
    tabClosed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      isFullScreen: false,
      open: state.open.filter(({ path }) => path !== payload),
    }),
    otherTabsClosed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      open: state.open.filter(({ path }) => path === payload),
    }),
    allTabsClosed: (state) => ({ ...state, open: [], isFullScreen: false }),
    /** The session ended. */
    tabsCleared: (state) => ({ ...state, open: [], recent: [], isFullScreen: false }),
    tabMoved: (state, { payload }: PayloadAction<{ path: string; to: number }>) => ({
      ...state,
      open: moveTab(state.open, payload.path, payload.to),
    }),
    tabReloaded: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      reloads: { ...state.reloads, [payload]: (state.reloads[payload] ?? 0) + 1 },
    }),
    fullScreenToggled: (state) => ({ ...state, isFullScreen: !state.isFullScreen }),
  },
});
export const {
  tabsLoaded,
  tabVisited,
  tabTitled,
  tabClosed,
  otherTabsClosed,
  allTabsClosed,
  tabsCleared,
  tabMoved,
  tabReloaded,
  fullScreenToggled,
} = tabsSlice.actions;
export const selectTabs = (state: StateWithTabs) => state.tabs;
