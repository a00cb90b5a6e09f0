/** The open screen of the console. Screens whose rule has the option Cache stay mounted while their tab is open. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigationType,
  useOutlet,
  type Location,
} from 'react-router';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../shared/bootstrap';
import { CachedScreens } from '../../shared/controls/CachedScreens';
import { useAppSelector } from '../../shared/createStore';
import { selectTabs } from '../../shared/tabs';
import { embedPath } from './embedded';
import { openedAt } from './routed';

const cachesFrame = (menus: readonly MenuNode[], path: string): boolean =>
  menus.some(
    ({ menu_type, url, keepalive, children }) =>
      (keepalive && menu_type === 'iframe' && embedPath(url) === path) || cachesFrame(children, path),
  );

/** Whether the rule of the screen at an address has the option Cache. */
function useHasCache(): (path: string) => boolean {
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  return (path) => {
    const opened = openedAt(path, { registry, menus });
    return opened ? !('to' in opened) && opened.keepalive : cachesFrame(menus, path);
  };
}

function useReloads(): (path: string) => number {
  const { reloads } = useAppSelector(selectTabs);
  return (path) => reloads[path] ?? 0;
}

interface FrozenProps {
  readonly location: Location;
  readonly children: ReactNode;
}
/** A hidden screen does not follow the address of the one in sight. */
function Frozen({ location, children }: FrozenProps) {
  const navigationType = useNavigationType();
  return <LocationContext value={{ location, navigationType }}>{children}</LocationContext>;
}

export function CachedOutlet({ animation }: { readonly animation: string }) {
  const location = useLocation();
  const screen = useOutlet();
  const reloads = useReloads();
  const hasCache = useHasCache();
  const { open } = useAppSelector(selectTabs);
  const { pathname } = location;
  const isCached = (path: string) => hasCache(path) && (path === pathname || open.some((tab) => tab.path === path));
  return (
    <CachedScreens path={pathname} isCached={isCached} reloads={reloads}>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', animation }}>
        <Frozen location={location}>{screen}</Frozen>
      </Box>
    </CachedScreens>
  );
}
