/** Everything a list screen knows: its address, its rows, what is chosen and what may be done. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { ListQuery } from '../../../common/entity/query';
import { isTree, printState, queryOf, readState, shownColumns, type ListState } from '../listState';
import { binRights, hasBin, withDeletion } from '../bin/binRights';
import type { LiveList } from '../liveList';
import { useMay, type EntityRights } from '../useMay';
import { useRows, type Rows } from '../useRows';
import { useFollowedTitles } from './useFollowedTitles';
import { useLastPage } from './useLastPage';
import { useListView, type ListViewing } from './useListView';
import { foldsAbove, useTreeItems, type Item } from './treeItems';
import { isHere, useChoice, wholePage, type Choice, type WholePage } from './useChoice';

interface Folding {
  /** Branches of a tree that are folded. */
  readonly folded: ReadonlySet<number>;
  readonly fold: (id: number) => void;
  /** Opens every branch that hides one of these rows. */
  readonly unfold: (ids: readonly number[]) => void;
}
export interface ListModel extends ListViewing, Choice, Folding {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly state: ListState;
  readonly query: ListQuery;
  readonly change: (patch: Partial<ListState>) => void;
  readonly rows: Rows;
  readonly items: readonly Item[];
  readonly tree: boolean;
  readonly columns: readonly Column[];
  readonly whole: WholePage;
  /** Chosen rows that are in folded branches: acted on like the others, so they are told of. */
  readonly chosenInFolds: readonly number[];
}

const foldingOf = (
  { under = {} }: LiveList,
  folded: ReadonlySet<number>,
  changeView: ListViewing['changeView'],
): Folding => ({
  folded,
  fold: (id) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    changeView({ folded: [...next] });
  },
  unfold: (ids) => {
    const opened = new Set(ids.flatMap((id) => [...foldsAbove(id, under, folded)]));
    changeView({ folded: [...folded].filter((id) => !opened.has(id)) });
  },
});

/** Another search, filter, order or page size begins at the first page. */
const RESTARTS = ['limit', 'sort', 'q', 'all', 'filters', 'deleted'] as const;

export function useListModel(entity: AnyEntity): ListModel {
  const usual = useMay(entity);
  const [params, setParams] = useSearchParams();
  const { view, changeView } = useListView(entity);
  const folded = useMemo(() => new Set(view.folded), [view.folded]);
  const state = useMemo(() => readState(entity, params), [entity, params]);
  const bin = state.deleted && hasBin(entity, usual);
  const rights = useMemo(() => (bin ? binRights(usual) : usual), [bin, usual]);
  // Opening a record or choosing columns changes the address but not the question: only what the query says counts.
  const asked = JSON.stringify(queryOf(entity, state, rights.readable));
  const query = useMemo(() => JSON.parse(asked) as ListQuery, [asked]); // printed on the line above
  const tree = isTree(entity, state);
  const rows = useRows(entity, query, rights, tree);
  const items = useTreeItems(rows.list, tree, folded);
  const choice = useChoice(entity, rows.list, asked);
  const drawn = new Set(items.map(({ id }) => id));
  const pickable = items.map(({ id }) => id).filter((id) => isHere(rows.list, id));
  const chosen = state.columns ?? view.columns ?? entity.spec.list.columns;
  const names = (bin ? withDeletion(entity, chosen) : chosen).join();
  const columns = useMemo(() => shownColumns(entity, names.split(',')), [entity, names]);
  useFollowedTitles(entity, columns, rows.list.ids, rows.seq);

  useLastPage({ rows, page: state.page, limit: state.limit, whole: tree }, (page) =>
    setParams((before) => printState(entity, { ...readState(entity, before), page }, before), { replace: true }),
  );

  const change = (patch: Partial<ListState>) => {
    const restarts = RESTARTS.some((key) => key in patch);
    setParams((before) =>
      printState(
        entity,
        {
          ...readState(entity, before),
          ...(restarts ? { page: 1 } : {}),
          // the whole table is searched for one text only
          ...('q' in patch ? { all: false } : {}),
          ...patch,
        },
        before,
      ),
    );
  };
  return {
    view,
    changeView,
    entity,
    rights,
    state,
    query,
    change,
    rows,
    items,
    tree,
    columns,
    ...choice,
    whole: wholePage({ ids: pickable, ...choice }),
    ...foldingOf(rows.list, folded, changeView),
    chosenInFolds: choice.here.filter((id) => !drawn.has(id)),
  };
}
