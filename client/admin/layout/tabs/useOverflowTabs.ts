/** Chooses the tabs that the row has no space for: those visited longest ago, never the open one. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { OpenTab } from './useTabs';

export const TAB_GAP = 4;
export const OVERFLOW_BUTTON_WIDTH = 56;

type MeasuredTab = Pick<OpenTab, 'path' | 'isActive' | 'at'>;

/** The paths of the tabs to fold into a row of `space` pixels. `getWidth` gives the width of a tab in pixels. */
export function chooseOverflowTabs(
  tabs: readonly MeasuredTab[],
  getWidth: (path: string) => number,
  space: number,
): ReadonlySet<string> {
  const byVisit = [...tabs].sort((a, b) => Number(b.isActive) - Number(a.isActive) || (b.at ?? 0) - (a.at ?? 0));
  const folded = new Set<string>();
  let used = -TAB_GAP;
  for (const { path, isActive } of byVisit) {
    const width = getWidth(path) + TAB_GAP;
    if (!isActive && (folded.size > 0 || used + width > space)) folded.add(path);
    else used += width;
  }
  return folded;
}

const NONE: ReadonlySet<string> = new Set();
const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((path) => b.has(path));

/** The paths of the folded tabs; each `li` of the list names its tab in `data-tab`. */
export function useOverflowTabs(
  listRef: RefObject<HTMLUListElement | null>,
  tabs: readonly OpenTab[],
): ReadonlySet<string> {
  const [folded, setFolded] = useState(NONE);
  const widths = useRef(new Map<string, number>());
  const contentKey = tabs.map(({ path, title, at, isActive }) => `${path} ${title} ${at ?? 0} ${isActive}`).join('\n');
  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (list === null) return undefined;
    const update = () => {
      for (const item of list.querySelectorAll<HTMLLIElement>('[data-tab]'))
        if (item.offsetWidth > 0) widths.current.set(item.dataset['tab'] ?? '', item.offsetWidth);
      // A list without a layout, as on phones, has no width.
      const space = list.clientWidth - 2 * TAB_GAP;
      const next = space > 0 ? chooseOverflowTabs(tabs, (path) => widths.current.get(path) ?? 0, space) : NONE;
      setFolded((before) => (isEqual(before, next) ? before : next));
    };
    const observer = new ResizeObserver(update);
    observer.observe(list);
    update();
    return () => observer.disconnect();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key changes with everything that is read of the tabs
  }, [listRef, contentKey]);
  return folded;
}
