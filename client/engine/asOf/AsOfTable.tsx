/** The rows of a past list as a table: sorted by its headers, opened by the title. */
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { selectSettings } from '../../shared/store/settings';
import { ROW_HEIGHT } from '../../shared/theme/designTokens';
import { getFieldType } from '../fieldTypes/index';
import { nextSort } from '../list/grid/useGridTable';
import { PastValue, usePastTitle } from './PastValue';
import type { AsOfList } from './useAsOfList';

export interface PastRowsProps {
  readonly list: AsOfList;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
}

const TABLE_STYLE = {
  '& .MuiTableCell-root': {
    px: 2,
    py: 0,
    whiteSpace: 'nowrap',
    maxWidth: 320,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .MuiTableCell-root:first-of-type': { pl: 6 },
  '& .MuiTableCell-head': { height: 40, bgcolor: 'background.paper' },
} as const;

function HeadCell({ list, column }: Pick<PastRowsProps, 'list'> & { readonly column: Column }) {
  const { entity, state, change } = list;
  const label = useEntityLabels(entity).fields[column.name] ?? column.name;
  const current = state.sort.find(({ field }) => field === column.name);
  const sort = (isAdded: boolean) => {
    const sorting = state.sort.map(({ field, dir }) => ({ id: field, desc: dir === 'desc' }));
    const next = nextSort(sorting, column.name, isAdded);
    change({ sort: next.map(({ id, desc }) => ({ field: id, dir: desc ? 'desc' : 'asc' })) });
  };
  return (
    <TableCell align={getFieldType(column.kind).align ?? 'left'} sortDirection={current?.dir ?? false}>
      {column.sortable ? (
        <TableSortLabel
          active={current !== undefined}
          direction={current?.dir ?? 'asc'}
          onClick={(event) => sort(event.shiftKey)}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
    </TableCell>
  );
}

function BodyRow({ list, row, openId, onOpen }: PastRowsProps & { readonly row: WireRow }) {
  const { entity, columns } = list;
  const { density } = useAppSelector(selectSettings);
  const title = usePastTitle(entity)(row);
  const id = Number(row['id']);
  const opener = columns.find(({ name }) => name === entity.spec.title) ?? columns[0];
  return (
    <TableRow
      hover
      selected={openId === id}
      data-id={id}
      onClick={() => onOpen(id)}
      sx={{ height: ROW_HEIGHT[density], cursor: 'pointer' }}
    >
      {columns.map((column) => (
        <TableCell key={column.name} align={getFieldType(column.kind).align ?? 'left'}>
          {column === opener ? (
            <Link component="button" type="button" color="inherit" underline="hover" sx={{ fontWeight: 500 }}>
              {column.name === entity.spec.title ? title : <PastValue entity={entity} column={column} row={row} />}
            </Link>
          ) : (
            <PastValue entity={entity} column={column} row={row} />
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}

export function AsOfTable(props: PastRowsProps) {
  const { entity, columns, pastRows, isFetching } = props.list;
  const labels = useEntityLabels(entity);
  return (
    <TableContainer sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Table stickyHeader size="small" aria-label={labels.many} aria-busy={isFetching} sx={TABLE_STYLE}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <HeadCell key={column.name} list={props.list} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody data-rows>
          {pastRows.map((row) => (
            <BodyRow key={Number(row['id'])} {...props} row={row} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
