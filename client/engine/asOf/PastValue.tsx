/** One value of a past row in the form of lists. Cells of an override may act on the current row, so they are not used. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { useTranslateTitle } from '../data/useTranslateTitle';
import { MaskedText } from '../fieldTypes/cells/cells';
import { getFieldType } from '../fieldTypes/index';
import { hasCustomDisplay, LazyDisplayCell } from '../list/cells/LazyDisplayCell';

interface PastValueProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly row: WireRow;
}
export function PastValue({ entity, column, row }: PastValueProps) {
  const value = row[column.name];
  const Cell = hasCustomDisplay(column) ? LazyDisplayCell : getFieldType(column.kind).Cell;
  return value === undefined ? <MaskedText /> : <Cell entity={entity} column={column} value={value} row={row} />;
}

/** The title of a past row. */
export function usePastTitle(entity: AnyEntity): (row: WireRow) => string {
  const translateTitle = useTranslateTitle(entity.name);
  return (row) => {
    const value = row[entity.spec.title];
    return typeof value === 'string' && value !== '' ? translateTitle(value, row) : `#${Number(row['id'])}`;
  };
}
