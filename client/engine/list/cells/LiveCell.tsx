/** One value of a row, highlighted when it changes while shown. */
import Box from '@mui/material/Box';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Column } from '../../../../common/entity/columns';
import type { CachedRow } from '../../../shared/store/entities';
import { useOverride } from '../../engineContext';
import { highlightStyle } from '../../highlightStyle';
import { MaskedText } from '../../fieldTypes/cells/cells';
import type { CellProps } from '../../fieldTypes/fieldType';
import { hasCustomDisplay, LazyDisplayCell } from './LazyDisplayCell';
import { getFieldType } from '../../fieldTypes/index';

interface LiveCellProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly cachedRow: CachedRow;
  /** The last change at the time when the row was first shown; it is not highlighted. */
  readonly initialChange: CachedRow['lastChange'];
  readonly commit: CellProps['commit'];
  /** The value is inside a link, so a custom cell, which may be interactive, is not used. */
  readonly isPlain?: boolean;
}

export function LiveCell({ entity, column, cachedRow, initialChange, commit, isPlain = false }: LiveCellProps) {
  const entityOverride = useOverride(entity);
  const value = cachedRow.row[column.name];
  if (value === undefined) return <MaskedText />;
  const DefaultCell = !isPlain && hasCustomDisplay(column) ? LazyDisplayCell : getFieldType(column.kind).Cell;
  const Cell = (isPlain ? undefined : entityOverride?.cells[column.name]) ?? DefaultCell;
  const { lastChange } = cachedRow;
  const isFresh = lastChange !== undefined && lastChange !== initialChange && lastChange.fields.includes(column.name);
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }} {...(isFresh ? { 'data-fresh': true } : {})}>
      {isFresh && (
        <Box
          key={lastChange.at}
          aria-hidden
          sx={{ ...highlightStyle, position: 'absolute', inset: '-4px -6px', pointerEvents: 'none' }}
        />
      )}
      <Cell
        entity={entity}
        column={column}
        value={value}
        row={cachedRow.row}
        commit={commit}
        DefaultCell={DefaultCell}
      />
    </Box>
  );
}
