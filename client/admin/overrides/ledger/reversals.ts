/** Which entries were taken back, as told by the entries that did so. */
import { useMemo } from 'react';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Filter } from '../../../../common/entity/filter';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows, type CachedRow } from '../../../shared/store/entities';
import { useTopic } from '../../../shared/app/useTopic';
import { asString } from '../../../../common/json';

const refOf = (id: number) => `reversal:${id}`;

/** Parameters that find the entry that took one back. */
export const searchReversal = (id: number) => ({
  limit: '1',
  'search[]': JSON.stringify({ field: 'ref', operator: '=', val: refOf(id) }),
});

type Table = Readonly<Record<number, CachedRow>>;
const NONE: Table = {};
/** Looked through once for every state of a table, however many rows ask. */
const lookedThrough = new WeakMap<Table, ReadonlyMap<string, WireRow>>();
function byRef(table: Table): ReadonlyMap<string, WireRow> {
  const known =
    lookedThrough.get(table) ?? new Map(Object.values(table).map(({ row }) => [asString(row['ref']), row] as const));
  lookedThrough.set(table, known);
  return known;
}

/** The entry that took one back, if it is among the rows at hand. */
export const useReversal = (e: string, id: number): WireRow | undefined =>
  useAppSelector((state) => byRef(selectEntityRows(e)(state) ?? NONE).get(refOf(id)));

/** The same, asked of the server, and heard of when it comes later. */
export function useFollowedReversal(e: string, id: number): WireRow | undefined {
  const args = useMemo(() => ({ e, params: searchReversal(id) }), [e, id]);
  const {
    currentData: page,
    refetch,
    fulfilledTimeStamp,
  } = rowsApi.useListQuery(args, { refetchOnMountOrArgChange: true });
  const where: Filter = { field: 'ref', op: '=', value: refOf(id) };
  const topic = { k: 'list', e, where, sort: [{ field: 'id', dir: 'desc' }] } as const;
  useTopic(page === undefined ? null : topic, page?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  const reversal = useReversal(e, id);
  useRetainRows(e, reversal === undefined ? [] : [Number(reversal['id'])]);
  return reversal;
}
