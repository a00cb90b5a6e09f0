/** The fields of a design as stored rows, live and in their order. */
import { useEffect, useMemo } from 'react';
import { readDesign } from '../../../../common/designer/check/readDesign';
import { completeField, type CompleteField } from '../../../../common/designer/completeDesign';
import { crudDesignField } from '../../../../common/entities/crudDesignField';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asInteger, asString } from '../../../../common/json';
import { LIMITS } from '../../../../common/limits';
import type { ListQuery } from '../../../../common/query/listQuery';
import { useRows, type LiveRows } from '../../../engine/data/useRows';
import { usePermissions } from '../../../engine/usePermissions';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows } from '../../../shared/store/entities';

export interface StoredField {
  readonly id: number;
  readonly weigh: number;
  readonly row: WireRow;
  readonly field: CompleteField;
}

const fieldOfRow = (row: WireRow): CompleteField =>
  readDesign({ settings: {}, fields: [row] }).fields[0] ?? completeField({ name: asString(row['name']), kind: 'text' });

/** The heaviest row comes first, as everywhere where rows are sorted by hand. */
const byOrder = (a: StoredField, b: StoredField) => b.weigh - a.weigh || a.id - b.id;

export interface DesignFields {
  readonly fields: readonly StoredField[];
  readonly rows: Pick<LiveRows, 'isLoading' | 'fault' | 'refetch'>;
}

/** Changes of others appear at once: the canvas does not hold them back as a list does. */
export function useDesignFields(designId: number): DesignFields {
  const query = useMemo<ListQuery>(
    () => ({
      page: 1,
      limit: LIMITS.maxPageSize,
      sort: [{ field: 'weigh', dir: 'desc' }],
      where: { all: [{ field: 'design_id', op: '=', value: designId }] },
    }),
    [designId],
  );
  const rows = useRows(crudDesignField, query, usePermissions(crudDesignField));
  const stored = useAppSelector(selectEntityRows(crudDesignField.name));
  const { ids, pendingIds, removed, isStale } = rows.list;
  const { refetch } = rows;
  useEffect(() => (isStale ? refetch() : undefined), [isStale, refetch]);
  const fields = useMemo(
    () =>
      [...new Set([...ids, ...pendingIds])]
        .flatMap((id): readonly StoredField[] => {
          const cachedRow = stored?.[id];
          if (id in removed || cachedRow === undefined || cachedRow.isDeleted) return [];
          const { row } = cachedRow;
          return [{ id, weigh: asInteger(row['weigh']), row, field: fieldOfRow(row) }];
        })
        .sort(byOrder),
    [ids, pendingIds, removed, stored],
  );
  return { fields, rows };
}
