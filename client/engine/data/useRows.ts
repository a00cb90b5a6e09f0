/** One page of an entity's rows: fetched, then updated by a live subscription. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ListQuery } from '../../../common/query/listQuery';
import {
  LOG_RESTARTED,
  PERMISSIONS_CHANGED,
  type ChangeFrame,
  type Cursor,
  type ResetReason,
  type TopicSpec,
} from '../../../common/protocol/liveEvents';
import { selectEntityRows, type StateWithEntities } from '../../shared/store/entities';
import { isCallFault, type CallFault } from '../../shared/api/faults';
import { useTopic } from '../../shared/app/useTopic';
import { allRowsTopic, isLiveQuery, queryParams, listTopic } from './listRequest';
import {
  applyFrame,
  EMPTY_LIST,
  createLiveList,
  hasPendingChanges,
  applyPending,
  compactList,
  type ListPage,
  type LiveList,
  type PageContext,
} from './liveList';
import { createPageContext } from './rowOrder';
import { rowsApi } from './rowsApi';
import type { EntityPermissions } from '../usePermissions';
import { useRetainRows } from './useRetainRows';

export interface LiveRows {
  /** Log position of the response; undefined until there is one. */
  readonly seq: Cursor | undefined;
  readonly list: LiveList;
  /** The followed topic; null until there is a response. */
  readonly topic: TopicSpec | null;
  /** No response yet. */
  readonly isLoading: boolean;
  /** A newer page is being fetched while the old one is shown. */
  readonly isFetching: boolean;
  readonly fault: CallFault | undefined;
  readonly hasPending: boolean;
  /** Shows pending changes; refetches when only the server knows the result. */
  readonly applyPending: () => AbortRequest;
  /** Shows pending changes if no request is needed; returns whether it did. */
  readonly applyKnownPending: () => boolean;
  /** Drops removed rows and sorts reordered ones; new rows stay pending. */
  readonly compact: () => void;
  /** The query is too long or too imprecise to be followed live. */
  readonly isUntracked: boolean;
  readonly refetch: () => AbortRequest;
}
/** Aborts a running refetch: the rows stay as they are. */
export type AbortRequest = () => void;

type ListAction =
  | { readonly type: 'page'; readonly page: ListPage }
  | { readonly type: 'frame'; readonly frame: ChangeFrame; readonly pageContext: PageContext }
  | { readonly type: 'pendingApplied'; readonly limit: number; readonly pageContext: PageContext }
  | { readonly type: 'compacted'; readonly pageContext: PageContext }
  | { readonly type: 'stale' };

function listReducer(list: LiveList, action: ListAction): LiveList {
  switch (action.type) {
    case 'page':
      return createLiveList(action.page);
    case 'frame':
      return applyFrame(list, action.frame, action.pageContext);
    case 'pendingApplied':
      // Includes frames that arrived since the last render.
      return applyPending(list, action.limit, action.pageContext) ?? list;
    case 'compacted':
      return compactList(list, action.pageContext);
    case 'stale':
      return { ...list, isStale: true };
  }
}

/** Spreads the refetches of many screens after a reset. */
const runWithJitter = (work: () => void) => setTimeout(work, 200 + Math.random() * 800);
/** Resets after which shown rows may be wrong; all others can wait until the user is idle. */
const IMMEDIATE_RESETS: ReadonlySet<ResetReason> = new Set([PERMISSIONS_CHANGED, LOG_RESTARTED]);

const noop: AbortRequest = () => undefined;

/** Refetches unless the list is unmounted or no longer readable. */
function useRefetch(refetchQuery: () => { readonly abort: AbortRequest }, readable: boolean): () => AbortRequest {
  const running = useRef(false);
  useEffect(() => {
    running.current = readable;
    return () => {
      running.current = false;
    };
  }, [readable]);
  return useCallback(() => (running.current ? refetchQuery().abort : noop), [refetchQuery]);
}

/** `asTree`: the rows are drawn as a tree and fetched in one response. */
export function useRows(entity: AnyEntity, query: ListQuery, permissions: EntityPermissions, asTree = false): LiveRows {
  const store = useStore<StateWithEntities>();
  const tree = asTree ? entity.spec.tree : undefined;
  const pageLimit = asTree ? Infinity : query.limit;
  const args = useMemo(
    () => ({ e: entity.name, params: queryParams(permissions.columns, query), ...(tree === undefined ? {} : { tree }) }),
    [entity, query, permissions.columns, tree],
  );
  const response = rowsApi.useListQuery(args, { refetchOnMountOrArgChange: true, skip: !permissions.can('read') });
  const { currentData: page, refetch: refetchQuery } = response;
  const [liveList, dispatch] = useReducer(listReducer, EMPTY_LIST);
  // A list of an earlier response is never rendered for a later one.
  const list = page === undefined ? EMPTY_LIST : liveList.key === page.key ? liveList : createLiveList(page);

  useEffect(() => {
    if (page) dispatch({ type: 'page', page });
  }, [page]);

  const findRow = useCallback((id: number) => selectEntityRows(entity.name)(store.getState())?.[id]?.row, [entity, store]);
  const refetch = useRefetch(refetchQuery, permissions.can('read'));
  const pageContext = useMemo(() => createPageContext(entity, query.sort, query.page > 1, findRow, tree), [entity, query, findRow, tree]);
  const [refused, setRefused] = useState<TopicSpec | null>(null);
  const topic = useMemo(() => listTopic(entity, query, page?.partialSearch?.from), [entity, query, page?.partialSearch?.from]);
  const isUntracked = refused === topic || !isLiveQuery(entity, query);
  const onFrame = (frame: ChangeFrame) => {
    dispatch(isUntracked ? { type: 'stale' } : { type: 'frame', frame, pageContext });
  };
  /** Missed events: the list is refetched at once, or marked stale until the user is idle. */
  const onReset = (why: ResetReason) => {
    if (IMMEDIATE_RESETS.has(why)) runWithJitter(refetch);
    else dispatch({ type: 'stale' });
  };
  // A query that cannot be followed only learns that rows changed.
  const liveTopic = isUntracked ? allRowsTopic(entity) : topic;
  const handlers = { onFrame, onReset, onRefused: () => setRefused(topic) };
  useTopic(page === undefined ? null : liveTopic, page?.seq, handlers, response.fulfilledTimeStamp);

  useRetainRows(entity.name, [...list.ids, ...list.pendingIds]);
  const applyKnownPending = () => {
    const known = query.page === 1 && applyPending(list, pageLimit, pageContext) !== undefined;
    if (known) dispatch({ type: 'pendingApplied', limit: pageLimit, pageContext });
    return known;
  };
  return {
    seq: page?.seq,
    list,
    topic: page === undefined ? null : liveTopic,
    isLoading: page === undefined && response.error === undefined,
    isFetching: response.isFetching,
    fault: isCallFault(response.error) ? response.error : undefined,
    hasPending: hasPendingChanges(list),
    applyPending: () => (applyKnownPending() ? noop : refetch()),
    applyKnownPending,
    compact: () => dispatch({ type: 'compacted', pageContext }),
    isUntracked,
    refetch,
  };
}
