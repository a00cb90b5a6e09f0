/** The open screen of an app. Screens whose menu rule has the option Cache stay mounted and hidden while another one is shown. */
import { Activity, Fragment, useState, type ReactNode } from 'react';

type Cached = ReadonlyMap<string, ReactNode>;
const isSame = (a: Cached, b: Cached) => a.size === b.size && [...a].every(([path, screen]) => b.get(path) === screen);
const never = () => 0;

interface CachedScreensProps {
  readonly path: string;
  readonly isCached: (path: string) => boolean;
  /** A new number mounts the screen at an address again. */
  readonly reloads?: (path: string) => number;
  /** The screen at `path`. */
  readonly children: ReactNode;
}
/**
 * The order of the cached screens never changes: a DOM node that moves loses its scroll offsets, and an iframe reloads. The open
 * screen keeps its state when its rule loses the option Cache or its address; it is unmounted when another screen is opened.
 */
export function CachedScreens({ path, isCached, reloads = never, children }: CachedScreensProps) {
  const [cached, setCached] = useState<Cached>(new Map());
  const next = new Map([...cached].filter(([one]) => one === path || isCached(one)));
  if (next.has(path) || isCached(path)) next.set(path, children);
  if (!isSame(next, cached)) setCached(next);
  const keyOf = (one: string) => `${one} ${reloads(one)}`;
  return (
    <>
      {[...next].map(([one, screen]) => (
        <Activity key={keyOf(one)} mode={one === path ? 'visible' : 'hidden'}>
          {screen}
        </Activity>
      ))}
      {!next.has(path) && <Fragment key={keyOf(path)}>{children}</Fragment>}
    </>
  );
}
