/** The columns of a list that can be filtered: those of the list in its order, then the others, standard columns last. */
import type { Column } from '../../../../common/entity/columns';
import { defaultListColumns } from '../../../../common/entity/lists/defaultColumns';
import { findFilterType } from '../../fieldTypes/filterText';
import { getFieldType } from '../../fieldTypes/index';
import type { FilterModel } from '../useListModel';

export function filterableColumns({ entity, permissions }: FilterModel): readonly Column[] {
  const shown = defaultListColumns(entity);
  const getRank = ({ name }: Column) => {
    const place = shown.indexOf(name);
    if (place !== -1) return place;
    return shown.length + (Object.hasOwn(entity.spec.fields, name) ? 0 : 1);
  };
  return permissions.columns
    .filter((column) => getFieldType(column.kind).Filter !== null && findFilterType(column) !== undefined)
    .filter(({ name }) => name !== 'revision' && name !== 'delete_time')
    .sort((a, b) => getRank(a) - getRank(b));
}
