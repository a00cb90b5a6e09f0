/** Palette items of the screens and records visited last, the open one left out. */
import { useNavigate, useLocation } from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectTabs } from '../../../shared/store/tabs';
import { findMenuTrail, useAllMenuEntries } from '../menu/menuEntries';
import { resolveScreen } from '../menu/resolveScreen';
import { useRecordTitles } from '../tabs/useRecordTitles';
import { useTabTitle } from '../tabs/useTabs';
import type { PaletteItem } from './paletteItems';

/** `isSearching`: only records, since the search finds lists among the pages. */
export function useRecentItems(isSearching: boolean): readonly PaletteItem[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  const { recent } = useAppSelector(selectTabs);
  const recordTitles = useRecordTitles(recent);
  const titleOf = useTabTitle();
  const menu = useAllMenuEntries();
  return recent.flatMap(({ path, search }, index) => {
    const screen = resolveScreen(path, { registry, menus });
    if (path === pathname || screen === undefined || 'to' in screen) return [];
    const entry = findMenuTrail(menu, path).at(-1);
    const recordTitle = recordTitles[index]?.shown;
    if (isSearching && recordTitle === undefined) return [];
    const item: PaletteItem = {
      key: `recent-${path}`,
      title: recordTitle ?? titleOf(path),
      hint: recordTitle === undefined ? '' : titleOf(screen.basePath),
      icon: entry?.icon || screen.entity?.spec.icon || 'history',
      run: () => void navigate(path + search),
    };
    return [item];
  });
}
