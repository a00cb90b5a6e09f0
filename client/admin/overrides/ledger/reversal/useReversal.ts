/** Reversals of entries, found by the reference of the reversing entry. */
import { useMemo } from 'react';
import type { WireRow } from '../../../../../common/entity/projectRow';
import type { Filter } from '../../../../../common/entity/filter';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useRetainRows } from '../../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectEntityRows, type CachedRow } from '../../../../shared/store/entities';
import { useTopic } from '../../../../shared/app/useTopic';
import { asString } from '../../../../../common/json';

const reversalRef = (id: number) => `reversal:${id}`;

/** Query parameters that find the reversal of an entry. */
export const reversalQuery = (id: number) => ({
  limit: '1',
  'search[]': JSON.stringify({ field: 'ref', operator: '=', val: reversalRef(id) }),
});

type RowTable = Readonly<Record<number, CachedRow>>;
const NONE: RowTable = {};
/** Index by reference, built once per state of the table. */
const indexCache = new WeakMap<RowTable, ReadonlyMap<string, WireRow>>();
function indexByRef(table: RowTable): ReadonlyMap<string, WireRow> {
  const index =
    indexCache.get(table) ?? new Map(Object.values(table).map(({ row }) => [asString(row['ref']), row] as const));
  indexCache.set(table, index);
  return index;
}

/** Reversal of an entry among the cached rows. */
export const useReversal = (entityName: string, id: number): WireRow | undefined =>
  useAppSelector((state) => indexByRef(selectEntityRows(entityName)(state) ?? NONE).get(reversalRef(id)));

/** Reversal of an entry, requested from the server and followed live. */
export function useLiveReversal(entityName: string, id: number): WireRow | undefined {
  const args = useMemo(() => ({ e: entityName, params: reversalQuery(id) }), [entityName, id]);
  const {
    currentData: page,
    refetch,
    fulfilledTimeStamp,
  } = rowsApi.useListQuery(args, { refetchOnMountOrArgChange: true });
  const where: Filter = { field: 'ref', op: '=', value: reversalRef(id) };
  const topic = { k: 'list', e: entityName, where, sort: [{ field: 'id', dir: 'desc' }] } as const;
  useTopic(page === undefined ? null : topic, page?.seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  const reversal = useReversal(entityName, id);
  useRetainRows(entityName, reversal === undefined ? [] : [Number(reversal['id'])]);
  return reversal;
}
