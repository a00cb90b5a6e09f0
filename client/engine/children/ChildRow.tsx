/** One row of a record's tab. It leads to its own list; once it left, it only says why. */
import Box from '@mui/material/Box';
import LinkText from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { Held } from '../../shared/entities';
import { useShown } from '../../shared/useShown';
import { GoneNote } from '../list/GoneNote';
import { LiveCell } from '../list/LiveCell';
import { MovedMark } from '../list/MovedMark';
import { useRowTitle } from '../list/useRowTitle';
import type { Gone } from '../liveList';
import { RowPeers } from '../presence/RowPeers';

interface ChildRowProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly columns: readonly Column[];
  readonly to: string;
  readonly gone: Gone | undefined;
  readonly moved: boolean;
}

interface TitleProps extends ChildRowProps {
  readonly held: Held;
  readonly seen: Held['last'];
}
function Title({ entity, id, columns: [column], to, gone, moved, held, seen }: TitleProps) {
  const title = useRowTitle(entity, id);
  if (column === undefined) return null;
  const cell = <LiveCell plain {...{ entity, column, held, seen }} commit={undefined} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {moved && <MovedMark />}
      {gone ? (
        <Box component="span" sx={{ textDecoration: 'line-through', minWidth: 0 }}>
          {cell}
        </Box>
      ) : (
        <LinkText component={Link} to={to} underline="hover" sx={{ minWidth: 0 }}>
          {cell}
        </LinkText>
      )}
      <RowPeers entity={entity} id={id} title={title} />
      {gone && <GoneNote gone={gone} />}
    </Box>
  );
}

export function ChildRow(props: ChildRowProps) {
  const { entity, id, columns, gone } = props;
  const held = useShown(entity.name, id);
  const [seen] = useState(held?.last);
  if (held === undefined) return null;
  const dead = gone !== undefined;
  return (
    <TableRow
      hover={!dead}
      data-id={id}
      aria-disabled={dead || undefined}
      sx={dead ? { '& > td': { color: 'text.disabled' }, '& > td + td': { opacity: 0.7 } } : {}}
    >
      <TableCell sx={{ maxWidth: 260, overflow: 'hidden', pl: 0 }}>
        <Title {...props} held={held} seen={seen} />
      </TableCell>
      {columns.slice(1).map((column) => (
        <TableCell key={column.name} sx={{ maxWidth: 180, overflow: 'hidden' }}>
          <LiveCell entity={entity} column={column} held={held} seen={seen} commit={undefined} />
        </TableCell>
      ))}
    </TableRow>
  );
}
