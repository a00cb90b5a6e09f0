/** Grid header: column names, sort order and select-all checkbox. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { getFieldType } from '../../fieldTypes/index';
import type { PageSelection } from '../selection/useRowSelection';
import type { ListModel } from '../useListModel';
import type { GridColumn } from './useGridTable';
import { pinnedAt } from './pinnedAt';
import { ColumnResizeHandle } from './ColumnResizeHandle';

/** The menu of a column, by the right mouse button, a long press, or Shift with F10. */
const ColumnHeaderMenu = lazyWithRetry(async () => (await import('./ColumnHeaderMenu')).ColumnHeaderMenu, 'none');

interface GridHeadProps {
  readonly model: ListModel;
  readonly gridColumns: readonly GridColumn[];
  readonly sortBy: (field: string, isAdded: boolean) => void;
  readonly pageSelection: PageSelection;
  readonly resize: (field: string, width: number) => void;
  /** Pixels before the pinned title. */
  readonly pinnedLeft: number;
}

function HeadCell({
  model,
  gridColumn,
  sortBy,
  resize,
  pinnedLeft,
}: { readonly gridColumn: GridColumn } & Omit<GridHeadProps, 'gridColumns' | 'pageSelection'>) {
  const { column, label, sorted, sortable, isPinned } = gridColumn;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <TableCell
      {...pinnedAt(isPinned, pinnedLeft)}
      onContextMenu={(event) => {
        event.preventDefault();
        setAnchor(event.currentTarget);
      }}
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
      {anchor !== null && (
        <Suspense>
          <ColumnHeaderMenu model={model} gridColumn={gridColumn} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </TableCell>
  );
}

export function GridHead({ model, gridColumns, sortBy, pageSelection, resize, pinnedLeft }: GridHeadProps) {
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
          <HeadCell
            key={gridColumn.column.name}
            model={model}
            gridColumn={gridColumn}
            sortBy={sortBy}
            resize={resize}
            pinnedLeft={pinnedLeft}
          />
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
