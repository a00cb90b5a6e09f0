/** The folded branches of a tree. A large tree starts with all branches folded until a person changes one. */
import { useMemo, useState } from 'react';
import type { LiveList } from '../../data/liveList';
import type { ListViewSettings } from '../useListViewSettings';
import { findBranches, findFoldedAncestors } from './treeItems';

export interface TreeFolding {
  readonly foldedIds: ReadonlySet<number>;
  readonly toggleFold: (id: number) => void;
  /** Unfolds every branch that hides one of the rows. */
  readonly expand: (ids: readonly number[]) => void;
  readonly collapseAll: () => void;
  readonly expandAll: () => void;
}

/** Larger trees start folded. */
const MAX_UNFOLDED_ROWS = 60;
const NONE: ReadonlySet<number> = new Set();

export function useTreeFolding(
  { ids, parents }: LiveList,
  isTree: boolean,
  { view, changeView }: ListViewSettings,
): TreeFolding {
  // Decided by the first response, so that a tree that grows does not fold while somebody looks at it.
  const [startsFolded, setStartsFolded] = useState<boolean>();
  if (startsFolded === undefined && isTree && ids.length > 0) setStartsFolded(ids.length > MAX_UNFOLDED_ROWS);
  const branches = useMemo(() => (isTree && parents ? findBranches(ids, parents) : NONE), [ids, parents, isTree]);
  const foldedIds = useMemo(() => {
    if (view.folded !== null) return new Set(view.folded);
    return startsFolded === true ? branches : NONE;
  }, [view.folded, startsFolded, branches]);
  return {
    foldedIds,
    toggleFold: (id) => {
      const next = new Set(foldedIds);
      if (!next.delete(id)) next.add(id);
      changeView({ folded: [...next] });
    },
    expand: (hiddenIds) => {
      const unfoldedIds = new Set(hiddenIds.flatMap((id) => [...findFoldedAncestors(id, parents ?? {}, foldedIds)]));
      changeView({ folded: [...foldedIds].filter((id) => !unfoldedIds.has(id)) });
    },
    collapseAll: () => changeView({ folded: [...branches] }),
    expandAll: () => changeView({ folded: [] }),
  };
}
