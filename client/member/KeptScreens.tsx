/** The open screen of the member centre. Screens whose rule has the option Cache stay mounted and hidden while another is in sight. */
import { Activity, useState, type ReactNode } from 'react';

interface KeptScreensProps {
  readonly path: string;
  /** Whether the rule of the screen at an address keeps it. */
  readonly keeps: (path: string) => boolean;
  /** The screen in sight. */
  readonly children: ReactNode;
}
export function KeptScreens({ path, keeps, children }: KeptScreensProps) {
  const [kept, setKept] = useState<ReadonlyMap<string, ReactNode>>(new Map());
  const isKept = keeps(path);
  const rest = [...kept].filter(([one]) => one !== path && keeps(one));
  const next = new Map(isKept ? [...rest, [path, kept.get(path) ?? children] as const] : rest);
  if (next.size !== kept.size || kept.has(path) !== isKept) setKept(next);
  return (
    <>
      {[...next].map(([one, screen]) => (
        <Activity key={one} mode={one === path ? 'visible' : 'hidden'}>
          {one === path ? children : screen}
        </Activity>
      ))}
      {!isKept && children}
    </>
  );
}
