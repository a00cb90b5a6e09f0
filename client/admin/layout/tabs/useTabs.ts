/** Page tabs: title, unsaved state and actions. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { findColumn } from '../../../../common/entity/columns';
import { LIMITS } from '../../../../common/limits';
import { parseDraftKeyEntity, useDraftCache, type CachedDraft } from '../../../engine/formState/draftCache';
import { useEngine, type EngineConfig } from '../../../engine/engineContext';
import { useApp } from '../../../shared/app/appContext';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asRecord } from '../../../../common/json';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import {
  allTabsClosed,
  neighborTab,
  otherTabsClosed,
  selectTabs,
  tabClosed,
  tabMoved,
  tabReloaded,
  tabTitled,
  tabVisited,
  type Tab,
} from '../../../shared/store/tabs';
import { isKnownPath } from '../menu/isKnownPath';
import { entityEntryAt, findMenuTrail, useAllMenuEntries } from '../menu/menuEntries';
import { resolveScreen } from '../menu/resolveScreen';
import { useRecordTitles } from './useRecordTitles';

export interface OpenTab extends Tab {
  readonly title: string;
  readonly isActive: boolean;
  readonly hasUnsavedChanges: boolean;
  /** A save of this screen waits for the connection. */
  readonly hasQueuedSave: boolean;
}

/** Whether a draft contains text that no store keeps: a secret, a queued save, or more than the size limit of drafts. */
function hasUnsavableText({ key, draft }: CachedDraft, { registry }: Pick<EngineConfig, 'registry'>): boolean {
  if (draft.queued !== null || JSON.stringify(draft.mine).length > LIMITS.draftChars / 2) return true;
  const entity = registry.get(parseDraftKeyEntity(key));
  return Object.entries(draft.mine).some(
    ([field, value]) => value !== null && entity && findColumn(entity, field)?.sensitivity === 'secret',
  );
}

const NO_PATHS: readonly string[] = [];
/** Adds a tab for each visited screen with `handle: { tab: true }`; unknown paths get none. */
function useTrackVisitedTabs(): void {
  const { pathname: path, search } = useLocation();
  const dispatch = useAppDispatch();
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  const resolved = resolveScreen(path, { registry, menus });
  const isRedirected = resolved !== undefined && 'to' in resolved;
  const isScreen = !isRedirected && isKnownPath(path, { registry, menus, origin: window.location.origin });
  const draftCache = useDraftCache();
  const opensTab = asRecord(useMatches().at(-1)?.handle)?.['tab'] === true && isScreen;
  useEffect(() => {
    const changed = draftCache?.paths() ?? NO_PATHS;
    if (opensTab) dispatch(tabVisited({ path, search, at: Date.now(), changed }));
  }, [opensTab, dispatch, path, search, draftCache]);
}

/** Titles of screens without a menu rule. */
const CUSTOM_SCREEN_TITLES: Readonly<
  Record<string, 'console.nav.overview' | 'adminLayout.profile.title' | 'console.nav.explain' | undefined>
> = {
  [APP_PATHS.admin.front]: 'console.nav.overview',
  [`${APP_PATHS.admin.home}/profile`]: 'adminLayout.profile.title',
  [`${APP_PATHS.admin.home}/explain`]: 'console.nav.explain',
};

export function useTabTitle(): (path: string) => string {
  const { t } = useTranslation();
  const menu = useAllMenuEntries();
  const { registry } = useEngine();
  const language = useLanguage();
  return (path) => {
    const menuEntry = findMenuTrail(menu, path).at(-1);
    const titleKey = menuEntry === undefined ? CUSTOM_SCREEN_TITLES[path] : undefined;
    if (titleKey) return t(titleKey);
    const screen = menuEntry ?? entityEntryAt(path, registry, language);
    const name = screen?.title ?? path.slice(APP_PATHS.admin.home.length + 1);
    if (screen === undefined || path === screen.to) return name;
    const recordId = path.slice(screen.to.length + 1);
    return recordId === 'new' ? `${name} · ${t('console.nav.new')}` : `${name} #${recordId}`;
  };
}

const NO_TABS: readonly Tab[] = [];
/** Stores the title of the record that is open now, so that its tab has it before the record is loaded again. */
function useRememberTitle(tab: Tab | undefined): void {
  const dispatch = useAppDispatch();
  const tabs = useMemo(() => (tab === undefined ? NO_TABS : [tab]), [tab]);
  const title = useRecordTitles(tabs)[0]?.stored ?? '';
  const isNew = title !== '' && title !== tab?.title;
  const path = tab?.path ?? '';
  useEffect(() => {
    if (isNew) dispatch(tabTitled({ path, title }));
  }, [dispatch, isNew, path, title]);
}

const emptyPaths = () => NO_PATHS;
const subscribeNever = () => () => undefined;

export function useTabs(): readonly OpenTab[] {
  useTrackVisitedTabs();
  const { open: openTabs, recent } = useAppSelector(selectTabs);
  const { pathname } = useLocation();
  const draftCache = useDraftCache();
  const draftPaths = useSyncExternalStore(draftCache?.subscribe ?? subscribeNever, draftCache?.paths ?? emptyPaths);
  const queuedPaths = useSyncExternalStore(
    draftCache?.subscribe ?? subscribeNever,
    draftCache?.queuedPaths ?? emptyPaths,
  );
  const titleOf = useTabTitle();
  const recordTitles = useRecordTitles(openTabs);
  useRememberTitle(recent[0]);
  return openTabs.map((tab, index) => ({
    ...tab,
    title: recordTitles[index]?.shown ?? titleOf(tab.path),
    isActive: tab.path === pathname,
    hasUnsavedChanges: draftPaths.includes(tab.path),
    hasQueuedSave: queuedPaths.includes(tab.path),
  }));
}

/** Returns whether closing or reloading a tab would lose text. Reads the drafts on call, so that typing renders no tab. */
export function useWouldLoseText(): (tab: OpenTab) => boolean {
  const draftCache = useDraftCache();
  const engine = useEngine();
  return ({ path }) => draftCache?.draftsAt(path).some((draft) => hasUnsavableText(draft, engine)) ?? false;
}

export interface TabActions {
  readonly reload: (tab: OpenTab) => void;
  readonly close: (tab: OpenTab) => void;
  readonly closeOthers: (tab: OpenTab) => void;
  readonly closeAll: () => void;
  /** Moves the tab by `offset` positions; shows a message beyond the ends. */
  readonly move: (tab: OpenTab, offset: number) => void;
}
export function useTabActions(tabs: readonly OpenTab[]): TabActions {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const draftCache = useDraftCache();
  const showDraftKept = () => toasts.show('info', t('history.draft.kept'));
  const goTo = (tab: Tab) => void navigate(tab.path + tab.search);
  return {
    reload: (tab) => {
      draftCache?.deletePath(tab.path);
      if (!tab.isActive) goTo(tab);
      dispatch(tabReloaded(tab.path));
    },
    close: (tab) => {
      if (tab.hasUnsavedChanges) showDraftKept();
      draftCache?.deletePath(tab.path);
      const next = neighborTab(tabs, tab.path);
      dispatch(tabClosed(tab.path));
      if (tab.isActive) void navigate(next ? next.path + next.search : APP_PATHS.admin.front);
    },
    closeOthers: (tab) => {
      if (tabs.some(({ path, hasUnsavedChanges }) => hasUnsavedChanges && path !== tab.path)) showDraftKept();
      for (const other of tabs) if (other.path !== tab.path) draftCache?.deletePath(other.path);
      dispatch(otherTabsClosed(tab.path));
      if (!tab.isActive) goTo(tab);
    },
    closeAll: () => {
      if (tabs.some(({ hasUnsavedChanges }) => hasUnsavedChanges)) showDraftKept();
      for (const tab of tabs) draftCache?.deletePath(tab.path);
      dispatch(allTabsClosed());
      void navigate(APP_PATHS.admin.front);
    },
    move: (tab, offset) => {
      const target = tabs.findIndex(({ path }) => path === tab.path) + offset;
      if (target < 0 || target >= tabs.length) toasts.show('info', t('faults.navigation.range'));
      else dispatch(tabMoved({ path: tab.path, to: target }));
    },
  };
}
