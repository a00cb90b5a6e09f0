/** One child row. Links to its own list; after removal it only shows the reason. */
import Box from '@mui/material/Box';
import LinkText from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import type { CachedRow } from '../../shared/store/entities';
import { useOptimisticRow } from '../../shared/store/useOptimisticRow';
import { RemovedBadge } from '../list/RemovedBadge';
import { LiveCell } from '../list/cells/LiveCell';
import { MovedBadge } from '../list/live/MovedBadge';
import { useRowTitle } from '../data/useRowTitle';
import type { RowRemoval } from '../data/liveList';
import { RowPresence } from '../presence/RowPresence';

interface ChildRowProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly columns: readonly Column[];
  readonly listUrl: string;
  readonly removal: RowRemoval | undefined;
  readonly isReordered: boolean;
}

interface TitleProps extends ChildRowProps {
  readonly cachedRow: CachedRow;
  readonly initialChange: CachedRow['lastChange'];
}
function Title({ entity, id, columns: [column], listUrl, removal, isReordered, cachedRow, initialChange }: TitleProps) {
  const title = useRowTitle(entity, id);
  if (column === undefined) return null;
  const cell = (
    <LiveCell
      isPlain
      entity={entity}
      column={column}
      cachedRow={cachedRow}
      initialChange={initialChange}
      commit={undefined}
    />
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {isReordered && <MovedBadge />}
      {removal ? (
        <Box component="span" sx={{ textDecoration: 'line-through', minWidth: 0 }}>
          {cell}
        </Box>
      ) : (
        <LinkText component={Link} to={listUrl} underline="hover" sx={{ minWidth: 0 }}>
          {cell}
        </LinkText>
      )}
      <RowPresence entity={entity} id={id} title={title} />
      {removal && <RemovedBadge removal={removal} />}
    </Box>
  );
}

export function ChildRow(props: ChildRowProps) {
  const { entity, id, columns, removal } = props;
  const cachedRow = useOptimisticRow(entity.name, id);
  const [initialChange] = useState(cachedRow?.lastChange);
  if (cachedRow === undefined) return null;
  const isRemoved = removal !== undefined;
  return (
    <TableRow
      hover={!isRemoved}
      data-id={id}
      aria-disabled={isRemoved || undefined}
      sx={isRemoved ? { '& > td': { color: 'text.disabled' }, '& > td + td': { opacity: 0.7 } } : {}}
    >
      <TableCell sx={{ maxWidth: 260, overflow: 'hidden', pl: 0 }}>
        <Title {...props} cachedRow={cachedRow} initialChange={initialChange} />
      </TableCell>
      {columns.slice(1).map((column) => (
        <TableCell key={column.name} sx={{ maxWidth: 180, overflow: 'hidden' }}>
          <LiveCell
            entity={entity}
            column={column}
            cachedRow={cachedRow}
            initialChange={initialChange}
            commit={undefined}
          />
        </TableCell>
      ))}
    </TableRow>
  );
}
