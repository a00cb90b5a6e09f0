/** The open screen of an app. Screens whose menu rule has the option Cache stay mounted and hidden while another one is shown. */
import { Activity, Fragment, useState, type ReactNode } from 'react';

type CachedScreenMap = ReadonlyMap<string, ReactNode>;
const isSame = (a: CachedScreenMap, b: CachedScreenMap) =>
  a.size === b.size && [...a].every(([path, screen]) => b.get(path) === screen);
const noReloads = () => 0;

interface KeepAliveScreensProps {
  readonly path: string;
  readonly isCached: (path: string) => boolean;
  /** A new number remounts the screen of an address. */
  readonly reloads?: (path: string) => number;
  /** The screen at `path`. */
  readonly children: ReactNode;
}
/**
 * The order of the cached screens never changes: a DOM node that moves loses its scroll offsets, and an iframe reloads. The open
 * screen keeps its state when its rule loses the option Cache or its address; it is unmounted when another screen is opened.
 */
export function KeepAliveScreens({ path, isCached, reloads = noReloads, children }: KeepAliveScreensProps) {
  const [cached, setCached] = useState<CachedScreenMap>(new Map());
  const next = new Map([...cached].filter(([cachedPath]) => cachedPath === path || isCached(cachedPath)));
  if (next.has(path) || isCached(path)) next.set(path, children);
  if (!isSame(next, cached)) setCached(next);
  const getKey = (cachedPath: string) => `${cachedPath} ${reloads(cachedPath)}`;
  return (
    <>
      {[...next].map(([cachedPath, screen]) => (
        <Activity key={getKey(cachedPath)} mode={cachedPath === path ? 'visible' : 'hidden'}>
          {screen}
        </Activity>
      ))}
      {!next.has(path) && <Fragment key={getKey(path)}>{children}</Fragment>}
    </>
  );
}
