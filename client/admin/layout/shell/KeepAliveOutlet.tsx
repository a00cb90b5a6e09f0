/** Outlet of the shell. Screens whose rule has the option Cache stay mounted while their tab is open. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigationType,
  useOutlet,
  type Location,
} from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { KeepAliveScreens } from '../../../shared/controls/KeepAliveScreens';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectTabs } from '../../../shared/store/tabs';
import { consoleEmbedPath } from '../menu/embeddedPages';
import { resolveScreen } from '../menu/resolveScreen';

const isIframeKeptAlive = (menus: readonly MenuNode[], path: string): boolean =>
  menus.some(
    ({ menu_type, url, keepalive, children }) =>
      (keepalive && menu_type === 'iframe' && consoleEmbedPath(url) === path) || isIframeKeptAlive(children, path),
  );

/** Returns whether the rule of the screen at a path has the option Cache. */
function useIsKeptAlive(): (path: string) => boolean {
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  return (path) => {
    const resolved = resolveScreen(path, { registry, menus });
    return resolved ? !('to' in resolved) && resolved.keepalive : isIframeKeptAlive(menus, path);
  };
}

function useReloadCount(): (path: string) => number {
  const { reloads } = useAppSelector(selectTabs);
  return (path) => reloads[path] ?? 0;
}

interface FrozenLocationProps {
  readonly location: Location;
  readonly children: ReactNode;
}
/** Freezes the router location of a hidden screen, so that it does not react to navigation. */
function FrozenLocation({ location, children }: FrozenLocationProps) {
  const navigationType = useNavigationType();
  return <LocationContext value={{ location, navigationType }}>{children}</LocationContext>;
}

export function KeepAliveOutlet({ animation }: { readonly animation: string }) {
  const location = useLocation();
  const screen = useOutlet();
  const reloadCounts = useReloadCount();
  const isKeptAlive = useIsKeptAlive();
  const { open } = useAppSelector(selectTabs);
  const { pathname } = location;
  const isMounted = (path: string) => isKeptAlive(path) && (path === pathname || open.some((tab) => tab.path === path));
  return (
    <KeepAliveScreens path={pathname} isCached={isMounted} reloads={reloadCounts}>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', animation }}>
        <FrozenLocation location={location}>{screen}</FrozenLocation>
      </Box>
    </KeepAliveScreens>
  );
}
