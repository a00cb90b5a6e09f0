/** The head of the grid: names of the columns, the order, and a tick for all rows. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../kinds/cells';
import { viewOf } from '../kinds/index';
import type { WholePage } from './useChoice';
import type { GridColumn } from './useGridTable';
import { WidthGrip } from './WidthGrip';

interface GridHeadProps {
  readonly grid: readonly GridColumn[];
  readonly sortBy: (field: string, added: boolean) => void;
  readonly whole: WholePage;
  readonly resize: (field: string, width: number) => void;
}

function HeadCell({ at, sortBy, resize }: { readonly at: GridColumn } & Pick<GridHeadProps, 'sortBy' | 'resize'>) {
  const { column, label, sorted, sortable } = at;
  return (
    <TableCell
      align={viewOf(column.kind).align ?? 'left'}
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
      <WidthGrip at={at} resize={resize} />
    </TableCell>
  );
}

export function GridHead({ grid, sortBy, whole, resize }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
        <TableCell padding="checkbox">
          <Checkbox
            checked={whole.all}
            indeterminate={whole.some && !whole.all}
            disabled={whole.empty}
            onChange={whole.toggle}
            slotProps={{ input: { 'aria-label': t('engine.list.select_all') } }}
          />
        </TableCell>
        {grid.map((at) => (
          <HeadCell key={at.column.name} at={at} sortBy={sortBy} resize={resize} />
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
