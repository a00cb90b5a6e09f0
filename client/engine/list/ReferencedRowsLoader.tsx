/** Loads the referenced rows of a list and subscribes to them, where it shows more than their titles: one request for each column. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import type { ListQuery } from '../../../common/query/listQuery';
import { useAppSelector } from '../../shared/app/createStore';
import { useRows } from '../data/useRows';
import { referencedIds } from '../data/useTitles';
import { useEngine } from '../engineContext';
import { usePermissions } from '../usePermissions';

interface ReferencedRowsProps {
  readonly target: AnyEntity;
  readonly ids: readonly number[];
}
function ReferencedRows({ target, ids }: ReferencedRowsProps) {
  const query = useMemo<ListQuery>(
    () => ({
      page: 1,
      limit: LIMITS.maxPageSize,
      sort: [{ field: 'id', dir: 'asc' }],
      where: { all: [{ field: 'id', op: 'IN', value: ids }] },
    }),
    [ids],
  );
  useRows(target, query, usePermissions(target));
  return null;
}

interface ReferencedRowsOfColumnProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly ids: readonly number[];
}
/** Renders nothing for readers who may not read the referred entity: they see the titles alone. */
function ReferencedRowsOfColumn({ entity, column, ids }: ReferencedRowsOfColumnProps) {
  const { registry } = useEngine();
  const target = registry.get(column.options.to ?? '');
  const key = useAppSelector((state) => {
    const table = state.entities.rows[entity.name];
    const found = new Set(ids.flatMap((id) => referencedIds(table?.[id]?.row[column.name])));
    return [...found].sort((a, b) => a - b).join();
  });
  const targetIds = useMemo(() => (key === '' ? [] : key.split(',').map(Number).slice(0, LIMITS.maxPageSize)), [key]);
  return target === undefined || targetIds.length === 0 ? null : (
    <ReadableReferencedRows key={column.name} target={target} ids={targetIds} />
  );
}
function ReadableReferencedRows(props: ReferencedRowsProps) {
  return usePermissions(props.target).can('read') ? <ReferencedRows {...props} /> : null;
}

interface ReferencedRowsLoaderProps {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  /** The shown rows. */
  readonly ids: readonly number[];
}
export const ReferencedRowsLoader = ({ entity, columns, ids }: ReferencedRowsLoaderProps) =>
  columns
    .filter(({ options }) => options.targetFields !== undefined)
    .map((column) => <ReferencedRowsOfColumn key={column.name} entity={entity} column={column} ids={ids} />);
