/** The page tabs as the bar shows them: their names, which holds unsaved work, and what can be done with them. */
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { columnNamed } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import { entityOf, useDraftShelf, type Waiting } from '../../engine/draftShelf';
import { useEngine, type Engine } from '../../engine/engineContext';
import { useApp } from '../../shared/app';
import { useBootstrap } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { useLang } from '../../shared/i18n';
import { asRecord } from '../../shared/persist';
import { SIDES } from '../../shared/onward';
import {
  allClosed,
  neighbourOf,
  othersClosed,
  selectTabs,
  tabClosed,
  tabMoved,
  tabReloaded,
  tabVisited,
  type Tab,
} from '../../shared/tabs';
import { isKnownPath } from './knownPath';
import { nounAt, trailTo, usePlaces } from './menu';
import { openedAt } from './routed';

export interface ShownTab extends Tab {
  readonly title: string;
  readonly active: boolean;
  readonly unsaved: boolean;
  /** A save of it waits for the connection. */
  readonly queued: boolean;
}

/** Whether a draft holds text that is kept nowhere else: a password, a save that waits, or more than can be kept. */
function holdsUnkept({ key, draft }: Waiting, { registry }: Pick<Engine, 'registry'>): boolean {
  if (draft.queued !== null || JSON.stringify(draft.mine).length > LIMITS.draftBytes / 2) return true;
  const entity = registry.get(entityOf(key));
  return Object.entries(draft.mine).some(
    ([field, value]) => value !== null && entity && columnNamed(entity, field)?.sensitivity === 'secret',
  );
}

/** Notes each screen that asks for a tab (`handle: { tab: true }` in the routes), and no address that is none. */
function useVisits(): void {
  const { pathname: path, search } = useLocation();
  const dispatch = useAppDispatch();
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  const opened = openedAt(path, { registry, menus });
  const isMoved = opened !== undefined && 'to' in opened;
  const isScreen = !isMoved && isKnownPath(path, { registry, menus, origin: window.location.origin });
  const adds = asRecord(useMatches().at(-1)?.handle)?.['tab'] === true && isScreen;
  useEffect(() => {
    if (adds) dispatch(tabVisited({ path, search }));
  }, [adds, dispatch, path, search]);
}

/** What screens are called that no rule names. */
const OWN_TITLES: Readonly<
  Record<string, 'console.nav.overview' | 'frame.profile.title' | 'console.nav.explain' | undefined>
> = {
  [SIDES.admin.front]: 'console.nav.overview',
  [`${SIDES.admin.home}/profile`]: 'frame.profile.title',
  [`${SIDES.admin.home}/explain`]: 'console.nav.explain',
};

export function useTabTitle(): (path: string) => string {
  const { t } = useTranslation();
  const menu = usePlaces();
  const { registry } = useEngine();
  const lang = useLang();
  return (path) => {
    const ruled = trailTo(menu, path).at(-1);
    const own = ruled === undefined ? OWN_TITLES[path] : undefined;
    if (own) return t(own);
    const screen = ruled ?? nounAt(path, registry, lang);
    const name = screen?.title ?? path.slice(SIDES.admin.home.length + 1);
    if (screen === undefined || path === screen.to) return name;
    const record = path.slice(screen.to.length + 1);
    return record === 'new' ? `${name} · ${t('console.nav.new')}` : `${name} #${record}`;
  };
}

const NOTHING: readonly string[] = [];
const noPaths = () => NOTHING;
const never = () => () => undefined;

export function useTabs(): readonly ShownTab[] {
  useVisits();
  const { open } = useAppSelector(selectTabs);
  const { pathname } = useLocation();
  const shelf = useDraftShelf();
  const drafts = useSyncExternalStore(shelf?.subscribe ?? never, shelf?.paths ?? noPaths);
  const queued = useSyncExternalStore(shelf?.subscribe ?? never, shelf?.queuedPaths ?? noPaths);
  const titleOf = useTabTitle();
  return open.map((tab) => ({
    ...tab,
    title: titleOf(tab.path),
    active: tab.path === pathname,
    unsaved: drafts.includes(tab.path),
    queued: queued.includes(tab.path),
  }));
}

/** Asked when a tab is closed or reloaded: whether that would lose text that is kept nowhere. Typing alone draws no tab again. */
export function useLosesText(): (tab: ShownTab) => boolean {
  const shelf = useDraftShelf();
  const engine = useEngine();
  return ({ path }) => shelf?.heldAt(path).some((waiting) => holdsUnkept(waiting, engine)) ?? false;
}

export interface TabActs {
  readonly reload: (tab: ShownTab) => void;
  readonly close: (tab: ShownTab) => void;
  readonly closeOthers: (tab: ShownTab) => void;
  readonly closeAll: () => void;
  /** By how many places; beyond the ends it says so. */
  readonly move: (tab: ShownTab, by: number) => void;
}
export function useTabActs(tabs: readonly ShownTab[]): TabActs {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const shelf = useDraftShelf();
  const sayKept = () => toasts.show('info', t('history.draft.kept'));
  const goTo = (tab: Tab) => void navigate(tab.path + tab.search);
  return {
    reload: (tab) => {
      shelf?.forget(tab.path);
      if (!tab.active) goTo(tab);
      dispatch(tabReloaded(tab.path));
    },
    close: (tab) => {
      if (tab.unsaved) sayKept();
      shelf?.forget(tab.path);
      const next = neighbourOf(tabs, tab.path);
      dispatch(tabClosed(tab.path));
      if (tab.active) void navigate(next ? next.path + next.search : SIDES.admin.front);
    },
    closeOthers: (tab) => {
      if (tabs.some(({ path, unsaved }) => unsaved && path !== tab.path)) sayKept();
      for (const other of tabs) if (other.path !== tab.path) shelf?.forget(other.path);
      dispatch(othersClosed(tab.path));
      if (!tab.active) goTo(tab);
    },
    closeAll: () => {
      if (tabs.some(({ unsaved }) => unsaved)) sayKept();
      for (const tab of tabs) shelf?.forget(tab.path);
      dispatch(allClosed());
      void navigate(SIDES.admin.front);
    },
    move: (tab, by) => {
      const to = tabs.findIndex(({ path }) => path === tab.path) + by;
      if (to < 0 || to >= tabs.length) toasts.show('info', t('faults.navigation.range'));
      else dispatch(tabMoved({ path: tab.path, to }));
    },
  };
}
