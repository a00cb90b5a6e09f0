/** Everything a list screen knows: its address, its rows, what is chosen and what may be done. */
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { ListQuery } from '../../../common/entity/query';
import { isTree, printState, queryOf, readState, shownColumns, type ListState } from '../listState';
import { useMay, type EntityRights } from '../useMay';
import { useRows, type Rows } from '../useRows';
import { useTreeItems, type Item } from './treeItems';

export interface ListModel {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly state: ListState;
  readonly query: ListQuery;
  readonly change: (patch: Partial<ListState>) => void;
  readonly rows: Rows;
  readonly items: readonly Item[];
  readonly tree: boolean;
  readonly columns: readonly Column[];
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
  /** Branches of a tree that are folded. */
  readonly folded: ReadonlySet<number>;
  readonly fold: (id: number) => void;
}

/** Another search, filter, order or page size begins at the first page, and what was chosen there is no longer in sight. */
const RESTARTS = ['limit', 'sort', 'q', 'filters'] as const;

export function useListModel(entity: AnyEntity): ListModel {
  const rights = useMay(entity);
  const [params, setParams] = useSearchParams();
  const [selected, select] = useState<readonly number[]>([]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const state = useMemo(() => readState(entity, params), [entity, params]);
  // Opening a record or choosing columns changes the address but not the question: only what the query says counts.
  const asked = JSON.stringify(queryOf(entity, state, rights.readable));
  const query = useMemo(() => JSON.parse(asked) as ListQuery, [asked]); // printed on the line above
  const tree = isTree(entity, state);
  const rows = useRows(entity, query, rights, tree ? Infinity : query.limit);
  const items = useTreeItems(entity, rows.list.ids, tree, folded);

  const change = (patch: Partial<ListState>) => {
    const restarts = RESTARTS.some((key) => key in patch);
    if (restarts || 'page' in patch) select([]);
    setParams((before) =>
      printState(entity, { ...readState(entity, before), ...(restarts ? { page: 1 } : {}), ...patch }, before),
    );
  };
  const fold = (id: number) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  return {
    entity,
    rights,
    state,
    query,
    change,
    rows,
    items,
    tree,
    columns: shownColumns(entity, state),
    selected,
    select,
    folded,
    fold,
  };
}
