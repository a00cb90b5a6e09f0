/** One page of an entity's rows, kept right while others work on them. */
import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../common/entity/entity';
import type { ListQuery } from '../../common/entity/query';
import type { ChangeFrame } from '../../common/protocol/live';
import { selectTable, type EntitiesHolder } from '../shared/entities';
import { isCallFault, type CallFault } from '../shared/faults';
import { useTopic } from '../shared/live';
import { paramsOf, topicOf } from './listState';
import {
  applyFrame,
  emptyList,
  freshList,
  isPending,
  settle,
  type ListPage,
  type LiveList,
  type Placing,
} from './liveList';
import { idOrder, placingOf } from './rowOrder';
import { rowsApi } from './rowsApi';
import type { EntityRights } from './useMay';

export interface Rows {
  readonly list: LiveList;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** A newer page is on its way while the old one stands. */
  readonly fetching: boolean;
  readonly fault: CallFault | undefined;
  readonly pending: boolean;
  /** Puts what waits in its place; asks the server where only it can know. */
  readonly show: () => void;
  readonly refetch: () => void;
}

type Step =
  | { readonly type: 'page'; readonly page: ListPage }
  | { readonly type: 'frame'; readonly frame: ChangeFrame; readonly placing: Placing }
  | { readonly type: 'settled'; readonly list: LiveList }
  | { readonly type: 'stale' };

function step(list: LiveList, action: Step): LiveList {
  switch (action.type) {
    case 'page':
      return freshList(action.page);
    case 'frame':
      return applyFrame(list, action.frame, action.placing);
    case 'settled':
      return action.list;
    case 'stale':
      return { ...list, stale: true };
  }
}

/** `jitter` keeps a thousand screens from asking in the same instant after a reset. */
const later = (work: () => void) => setTimeout(work, 200 + Math.random() * 800);

/** `span`: how many rows a page may hold; a tree is answered whole. */
export function useRows(entity: AnyEntity, query: ListQuery, rights: EntityRights, span = query.limit): Rows {
  const store = useStore<EntitiesHolder>();
  const args = useMemo(
    () => ({ e: entity.name, params: paramsOf(rights.columns, query) }),
    [entity, query, rights.columns],
  );
  const answer = rowsApi.useListQuery(args, { refetchOnMountOrArgChange: true, skip: !rights.may('read') });
  const { currentData: page, refetch: ask } = answer;
  const [held, dispatch] = useReducer(step, emptyList);
  // A list that belongs to an earlier answer is not shown for a later one, not even for one render.
  const list = page === undefined ? emptyList : held.key === page.key ? held : freshList(page);

  useEffect(() => {
    if (page) dispatch({ type: 'page', page });
  }, [page]);

  const find = useCallback((id: number) => selectTable(entity.name)(store.getState())?.[id]?.row, [entity, store]);
  const refetch = useCallback(() => void ask(), [ask]);
  const onFrame = (frame: ChangeFrame) => {
    const placing = placingOf(entity, query.sort, { ids: list.ids, limit: span }, find);
    dispatch({ type: 'frame', frame, placing });
  };
  const topic = useMemo(() => topicOf(entity, query), [entity, query]);
  useTopic(page === undefined ? null : topic, page?.seq, { onFrame, onReset: () => void later(refetch) });

  const show = () => {
    const settled = query.page === 1 ? settle(list, span, idOrder(entity, query.sort, find)) : undefined;
    if (settled) dispatch({ type: 'settled', list: settled });
    else refetch();
  };
  return {
    list,
    loading: page === undefined && answer.error === undefined,
    fetching: answer.isFetching,
    fault: isCallFault(answer.error) ? answer.error : undefined,
    pending: isPending(list),
    show,
    refetch,
  };
}
