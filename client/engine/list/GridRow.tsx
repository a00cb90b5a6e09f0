/** One row of the grid. It listens to its own record only, so a change elsewhere does not draw it again. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { lockedIn } from '../../../common/entity/lock';
import type { Held } from '../../shared/entities';
import { useShown } from '../../shared/useShown';
import type { Gone } from '../liveList';
import { RowPeers } from '../presence/RowPeers';
import type { EntityRights } from '../useMay';
import { viewOf } from '../kinds/index';
import { useRowTitle } from './useRowTitle';
import { CellEditor } from './CellEditor';
import { GoneNote } from './GoneNote';
import { flipOf } from './inPlace';
import { LiveCell } from './LiveCell';
import { MovedMark } from './MovedMark';
import type { RowHandlers } from './rowHandlers';
import { RowHandle } from './RowHandle';
import { RowMenu } from './RowMenu';
import { TreeMark } from './TreeMark';
import type { Item } from './treeItems';
import type { Refusal } from './useInPlace';
import { mayEdit, nextEditable } from './editable';
import { useRowEvents } from './useRowEvents';
import type { GridColumn } from './useGridTable';

export interface GridRowProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly item: Item;
  readonly grid: readonly GridColumn[];
  readonly height: number;
  readonly index: number;
  readonly gone: Gone | undefined;
  readonly moved: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  /** The row the keyboard is on. */
  readonly current: boolean;
  readonly folded: boolean;
  /** The field edited in place. */
  readonly editing: string | null;
  /** Typed values nobody took, by field. */
  readonly refused: Readonly<Record<string, Refusal>> | undefined;
  /** Rows may be ordered by hand. */
  readonly sorting: boolean;
  readonly handlers: RowHandlers;
}

function Branch({ item, ...mark }: { item: Item; folded: boolean; title: string; onFold: () => void }) {
  const width = 28 + item.depth * 20;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flex: 'none', width, justifyContent: 'flex-end', mr: 1 }}>
      {item.branch && <TreeMark {...mark} />}
    </Box>
  );
}

interface ValueCellProps extends Pick<
  GridRowProps,
  'entity' | 'rights' | 'item' | 'gone' | 'folded' | 'handlers' | 'moved' | 'editing' | 'refused' | 'grid'
> {
  readonly at: GridColumn;
  readonly held: Held;
  readonly seen: Held['last'];
}
function ValueCell(props: ValueCellProps) {
  const { entity, rights, item, gone, folded, handlers, moved, at, held, seen, editing, refused, grid } = props;
  const title = useRowTitle(entity, item.id);
  const { column } = at;
  const names = column.name === entity.spec.title;
  const still = gone !== undefined || lockedIn(entity, held.row) !== undefined;
  const commit = still ? undefined : flipOf(rights, column, held.row, handlers);
  const refusal = refused?.[column.name];
  const allowed = mayEdit(rights, column);
  const editable = allowed && !still;
  const typed = allowed && (editing === column.name || refusal !== undefined);
  const cell =
    // Who is typing goes on typing, whatever becomes of the row: the server judges it, and nothing typed is lost.
    typed ? (
      <CellEditor
        entity={entity}
        column={column}
        row={held.row}
        title={title}
        active={editing === column.name}
        refusal={refusal}
        commit={handlers.commit}
        onRefused={(said) => handlers.refuse(item.id, column.name, said)}
        onStray={handlers.stray}
        onDone={(step) =>
          handlers.edit(item.id, step === 0 || still ? null : nextEditable(rights, grid, column.name, step))
        }
      />
    ) : (
      <LiveCell entity={entity} column={column} held={held} seen={seen} commit={commit} />
    );
  const tree = names && entity.spec.tree !== undefined;
  return (
    <TableCell
      align={viewOf(column.kind).align ?? 'left'}
      {...(names || typed ? { 'data-clear': true } : {})}
      sx={names ? { fontWeight: 500 } : {}}
      {...(editable ? { 'data-editable': column.name } : {})}
    >
      {names ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          {tree && <Branch item={item} folded={folded} title={title} onFold={() => handlers.fold(item.id)} />}
          {moved && <MovedMark />}
          <Box sx={{ minWidth: 0, flex: '0 1 auto', ...(gone ? { textDecoration: 'line-through' } : {}) }}>{cell}</Box>
          <RowPeers entity={entity} id={item.id} title={title} />
          {gone && <GoneNote gone={gone} />}
        </Box>
      ) : (
        cell
      )}
    </TableCell>
  );
}

function GridRowView(props: GridRowProps) {
  const { entity, rights, item, grid, height, index, gone, selected, open, current, sorting, handlers } = props;
  const { t } = useTranslation();
  const held = useShown(entity.name, item.id);
  const title = useRowTitle(entity, item.id);
  const [seen] = useState(held?.last);
  const dead = gone !== undefined;
  const events = useRowEvents(props, dead);
  if (held === undefined) return null;
  return (
    <TableRow
      hover={!dead}
      selected={selected || open}
      aria-selected={selected}
      aria-rowindex={index + 2}
      aria-disabled={dead || undefined}
      data-id={item.id}
      tabIndex={current ? 0 : -1}
      {...events}
      sx={{ height, cursor: dead ? 'default' : 'pointer' }}
    >
      <TableCell padding="checkbox">
        {sorting && !dead && <RowHandle {...{ entity, id: item.id, title, handlers }} reachable={current} />}
        <Checkbox
          checked={selected}
          disabled={dead}
          tabIndex={current ? 0 : -1}
          onChange={(event) =>
            handlers.toggle(item.id, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
          }
          slotProps={{ input: { 'aria-label': t('engine.list.select_row', { title }) } }}
        />
      </TableCell>
      {grid.map((at) => (
        <ValueCell key={at.column.name} {...props} at={at} held={held} seen={seen} />
      ))}
      <TableCell className="row-actions" align="right">
        {!dead && <RowMenu entity={entity} rights={rights} id={item.id} handlers={handlers} />}
      </TableCell>
    </TableRow>
  );
}
export const GridRow = memo(GridRowView);
