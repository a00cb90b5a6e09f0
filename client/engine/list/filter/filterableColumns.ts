/** The columns of a list that can be filtered, shown ones first. */
import type { Column } from '../../../../common/entity/columns';
import { findFilterType } from '../../fieldTypes/filterText';
import { getFieldType } from '../../fieldTypes/index';
import type { FilterModel } from '../useListModel';

export function filterableColumns({ entity, permissions }: FilterModel): readonly Column[] {
  const rankOf = ({ name }: Column) => (entity.spec.list.columns.includes(name) ? 0 : 1);
  return permissions.columns
    .filter((column) => getFieldType(column.kind).Filter !== null && findFilterType(column) !== undefined)
    .filter(({ name }) => name !== 'revision' && name !== 'delete_time')
    .sort((a, b) => rankOf(a) - rankOf(b));
}
