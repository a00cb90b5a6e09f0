/** One page of an entity's rows, kept right while others work on them. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../common/entity/entity';
import type { ListQuery } from '../../common/entity/query';
import type { ChangeFrame, Cursor, ResetReason, TopicSpec } from '../../common/protocol/live';
import { selectTable, type EntitiesHolder } from '../shared/entities';
import { isCallFault, type CallFault } from '../shared/faults';
import { useTopic } from '../shared/live';
import { everythingOf, isFollowable, paramsOf, topicOf } from './listState';
import {
  applyFrame,
  emptyList,
  freshList,
  isPending,
  settle,
  tidy,
  type ListPage,
  type LiveList,
  type Placing,
} from './liveList';
import { placingOf } from './rowOrder';
import { rowsApi } from './rowsApi';
import type { EntityRights } from './useMay';
import { usePinned } from './usePinned';

export interface Rows {
  /** Where in the log the answer stands; undefined until there is one. */
  readonly seq: Cursor | undefined;
  readonly list: LiveList;
  /** What is followed to keep it right; null until there is an answer. */
  readonly followed: TopicSpec | null;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** A newer page is on its way while the old one stands. */
  readonly fetching: boolean;
  readonly fault: CallFault | undefined;
  readonly pending: boolean;
  /** Puts what waits in its place; asks the server where only it can know. */
  readonly show: () => GiveUp;
  /** Does so only where nobody has to be asked. */
  readonly showKnown: () => boolean;
  /** Takes out what left and orders what moved; what comes goes on waiting. */
  readonly tidy: () => void;
  /** Nothing is told of this list: its question is too long or too vague to be followed. */
  readonly unfollowed: boolean;
  readonly refetch: () => GiveUp;
}
/** Lets an answer that is on its way go by: the rows stay as they are. */
export type GiveUp = () => void;

type Step =
  | { readonly type: 'page'; readonly page: ListPage }
  | { readonly type: 'frame'; readonly frame: ChangeFrame; readonly placing: Placing }
  | { readonly type: 'settled'; readonly limit: number; readonly placing: Placing }
  | { readonly type: 'tidied'; readonly placing: Placing }
  | { readonly type: 'stale' };

function step(list: LiveList, action: Step): LiveList {
  switch (action.type) {
    case 'page':
      return freshList(action.page);
    case 'frame':
      return applyFrame(list, action.frame, action.placing);
    case 'settled':
      // What arrived since the last render counts too.
      return settle(list, action.limit, action.placing) ?? list;
    case 'tidied':
      return tidy(list, action.placing);
    case 'stale':
      return { ...list, stale: true };
  }
}

/** A jitter keeps a thousand screens from asking in the same instant after a reset. */
const later = (work: () => void) => setTimeout(work, 200 + Math.random() * 800);
/** After these nothing that is shown may be trusted; after the others it may wait for a quiet moment. */
const AT_ONCE: ReadonlySet<ResetReason> = new Set(['perm', 'epoch']);

const nothing: GiveUp = () => undefined;

/** Asks again, unless the list was left or may no longer be read: then it has nothing to fetch. */
function useRefetch(ask: () => { readonly abort: GiveUp }, readable: boolean): () => GiveUp {
  const running = useRef(false);
  useEffect(() => {
    running.current = readable;
    return () => {
      running.current = false;
    };
  }, [readable]);
  return useCallback(() => (running.current ? ask().abort : nothing), [ask]);
}

/** `asTree`: the rows are drawn as a tree, which is answered whole. */
export function useRows(entity: AnyEntity, query: ListQuery, rights: EntityRights, asTree = false): Rows {
  const store = useStore<EntitiesHolder>();
  const tree = asTree ? entity.spec.tree : undefined;
  const span = asTree ? Infinity : query.limit;
  const args = useMemo(
    () => ({ e: entity.name, params: paramsOf(rights.columns, query), ...(tree === undefined ? {} : { tree }) }),
    [entity, query, rights.columns, tree],
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
  const refetch = useRefetch(ask, rights.may('read'));
  const placing = useMemo(() => placingOf(entity, query.sort, query.page > 1, find, tree), [entity, query, find, tree]);
  const [refused, setRefused] = useState<TopicSpec | null>(null);
  const topic = useMemo(() => topicOf(entity, query, page?.searched?.from), [entity, query, page?.searched?.from]);
  const opaque = refused === topic || !isFollowable(entity, query);
  const onFrame = (frame: ChangeFrame) => {
    dispatch(opaque ? { type: 'stale' } : { type: 'frame', frame, placing });
  };
  const onReset = (why: ResetReason) => {
    if (AT_ONCE.has(why)) later(refetch);
    else dispatch({ type: 'stale' });
  };
  // Whoever cannot be told what concerns it is at least told that something happened.
  const followed = opaque ? everythingOf(entity) : topic;
  const handlers = { onFrame, onReset, onRefused: () => setRefused(topic) };
  useTopic(page === undefined ? null : followed, page?.seq, handlers, answer.fulfilledTimeStamp);

  usePinned(entity.name, [...list.ids, ...list.entrants]);
  const showKnown = () => {
    const known = query.page === 1 && settle(list, span, placing) !== undefined;
    if (known) dispatch({ type: 'settled', limit: span, placing });
    return known;
  };
  return {
    seq: page?.seq,
    list,
    followed: page === undefined ? null : followed,
    loading: page === undefined && answer.error === undefined,
    fetching: answer.isFetching,
    fault: isCallFault(answer.error) ? answer.error : undefined,
    pending: isPending(list),
    show: () => (showKnown() ? nothing : refetch()),
    showKnown,
    tidy: () => dispatch({ type: 'tidied', placing }),
    unfollowed: opaque,
    refetch,
  };
}
