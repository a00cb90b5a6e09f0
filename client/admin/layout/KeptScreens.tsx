/** The open screen. Screens whose rule has the option Cache stay mounted and hidden while their tab is open but not in sight. */
import { Activity, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import {
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigationType,
  useOutlet,
  type Location,
} from 'react-router';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../shared/bootstrap';
import { useAppSelector } from '../../shared/createStore';
import { selectTabs } from '../../shared/tabs';
import { embedPath } from './embedded';
import { openedAt } from './routed';

interface KeptScreen {
  readonly location: Location;
  readonly screen: ReactNode;
  /** A reload from its tab mounts the screen again. */
  readonly reloads: number;
}
type Kept = ReadonlyMap<string, KeptScreen>;

const keepsFrame = (menus: readonly MenuNode[], path: string): boolean =>
  menus.some(
    ({ menu_type, url, keepalive, children }) =>
      (keepalive && menu_type === 'iframe' && embedPath(url) === path) || keepsFrame(children, path),
  );

/** Whether the rule of the screen at an address keeps it. */
function useKeeps(): (path: string) => boolean {
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  return (path) => {
    const opened = openedAt(path, { registry, menus });
    return opened ? !('to' in opened) && opened.keepalive : keepsFrame(menus, path);
  };
}

function useReloads(): (path: string) => number {
  const { reloads } = useAppSelector(selectTabs);
  return (path) => reloads[path] ?? 0;
}

/** The screens that are kept now; the one in sight is among them if its rule keeps it. */
function useKept(): Kept {
  const location = useLocation();
  const screen = useOutlet();
  const { open } = useAppSelector(selectTabs);
  const reloads = useReloads();
  const keeps = useKeeps();
  const [kept, setKept] = useState<Kept>(new Map());
  const { pathname } = location;
  const rest = [...kept].filter(([path]) => path !== pathname && keeps(path) && open.some((tab) => tab.path === path));
  const known = kept.get(pathname);
  const current: KeptScreen | undefined = !keeps(pathname)
    ? undefined
    : known?.location === location && known.reloads === reloads(pathname)
      ? known
      : { location, screen, reloads: reloads(pathname) };
  const next: Kept = new Map(current ? [...rest, [pathname, current]] : rest);
  if (next.size !== kept.size || current !== known) setKept(next);
  return next;
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

export function KeptScreens({ animation }: { readonly animation: string }) {
  const { pathname } = useLocation();
  const screen = useOutlet();
  const reloads = useReloads();
  const kept = useKept();
  const frame = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', animation };
  return (
    <>
      {[...kept].map(([path, one]) => (
        <Activity key={`${path} ${one.reloads}`} mode={path === pathname ? 'visible' : 'hidden'}>
          <Box sx={frame}>
            <Frozen location={one.location}>{path === pathname ? screen : one.screen}</Frozen>
          </Box>
        </Activity>
      ))}
      {!kept.has(pathname) && (
        <Box key={`${pathname} ${reloads(pathname)}`} sx={frame}>
          {screen}
        </Box>
      )}
    </>
  );
}
