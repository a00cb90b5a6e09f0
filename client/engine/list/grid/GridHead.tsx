/** Grid header: column names, sort order and select-all checkbox. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../fieldTypes/cells/cells';
import { getFieldType } from '../../fieldTypes/index';
import type { PageSelection } from '../selection/useRowSelection';
import type { GridColumn } from './useGridTable';
import { ColumnResizeHandle } from './ColumnResizeHandle';

interface GridHeadProps {
  readonly gridColumns: readonly GridColumn[];
  readonly sortBy: (field: string, isAdded: boolean) => void;
  readonly pageSelection: PageSelection;
  readonly resize: (field: string, width: number) => void;
}

function HeadCell({
  gridColumn,
  sortBy,
  resize,
}: { readonly gridColumn: GridColumn } & Pick<GridHeadProps, 'sortBy' | 'resize'>) {
  const { column, label, sorted, sortable } = gridColumn;
  return (
    <TableCell
      align={getFieldType(column.kind).align ?? 'left'}
      sortDirection={sorted ?? false}
      {...(sorted === null ? {} : { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
    >
      {sortable ? (
        <TableSortLabel
          active={sorted !== null}
          direction={sorted ?? 'asc'}
          onClick={(event) => sortBy(column.name, event.shiftKey)}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
      <ColumnResizeHandle gridColumn={gridColumn} resize={resize} />
    </TableCell>
  );
}

export function GridHead({ gridColumns, sortBy, pageSelection, resize }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
        <TableCell padding="checkbox">
          <Checkbox
            checked={pageSelection.isAllSelected}
            indeterminate={pageSelection.isSomeSelected && !pageSelection.isAllSelected}
            disabled={pageSelection.isEmpty}
            onChange={pageSelection.toggle}
            slotProps={{ input: { 'aria-label': t('engine.list.select_all') } }}
          />
        </TableCell>
        {gridColumns.map((gridColumn) => (
          <HeadCell key={gridColumn.column.name} gridColumn={gridColumn} sortBy={sortBy} resize={resize} />
        ))}
        <TableCell className="row-actions">
          <Box component="span" sx={visuallyHidden}>
            {t('engine.list.actions')}
          </Box>
        </TableCell>
      </TableRow>
    </TableHead>
  );
}
