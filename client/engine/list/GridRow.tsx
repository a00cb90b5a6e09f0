/** One row of the grid. It listens to its own record only, so a change elsewhere does not draw it again. */
import ChevronIcon from '@mui/icons-material/ChevronRight';
import MovedIcon from '@mui/icons-material/SwapVert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { memo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useAppSelector } from '../../shared/createStore';
import { selectHeld, type Held } from '../../shared/entities';
import type { Gone } from '../liveList';
import type { EntityRights } from '../useMay';
import { viewOf } from '../kinds/index';
import { useRowTitle } from './Confirm';
import { GoneNote } from './GoneNote';
import { LiveCell } from './LiveCell';
import type { RowHandlers } from './rowHandlers';
import { RowMenu } from './RowMenu';
import type { Item } from './treeItems';
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
  readonly handlers: RowHandlers;
}

const isControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('a, button, input, label') !== null;

function TreeMark({ item, folded, title, onFold }: { item: Item; folded: boolean; title: string; onFold: () => void }) {
  const { t } = useTranslation();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flex: 'none', width: 28 + item.depth * 20, justifyContent: 'flex-end', mr: 1 }}
    >
      {item.branch && (
        <IconButton
          size="small"
          aria-expanded={!folded}
          aria-label={t(folded ? 'engine.list.expand' : 'engine.list.collapse', { title })}
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
        >
          <ChevronIcon
            fontSize="small"
            sx={{ transform: folded ? 'none' : 'rotate(90deg)', transition: 'transform 120ms' }}
          />
        </IconButton>
      )}
    </Box>
  );
}

interface ValueCellProps extends Pick<
  GridRowProps,
  'entity' | 'rights' | 'item' | 'gone' | 'folded' | 'handlers' | 'moved'
> {
  readonly at: GridColumn;
  readonly held: Held;
  readonly seen: Held['last'];
}
function ValueCell({ entity, rights, item, gone, folded, handlers, moved, at, held, seen }: ValueCellProps) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, item.id);
  const { column, grows } = at;
  const inPlace = column.kind === 'switch' && !gone && rights.may('update') && rights.writable.has(column.name);
  const commit = inPlace
    ? (value: Parameters<RowHandlers['commit']>[2]) => handlers.commit(held.row, column.name, value)
    : undefined;
  const cell = <LiveCell entity={entity} column={column} held={held} seen={seen} commit={commit} />;
  const tree = grows && entity.spec.tree !== undefined;
  return (
    <TableCell align={viewOf(column.kind).align ?? 'left'} sx={grows ? { fontWeight: 500 } : {}}>
      {grows ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          {tree && <TreeMark item={item} folded={folded} title={title} onFold={() => handlers.fold(item.id)} />}
          {moved && (
            <Tooltip title={t('engine.list.place_changed')}>
              <MovedIcon
                fontSize="small"
                aria-label={t('engine.list.place_changed')}
                sx={{ color: 'info.main', flex: 'none' }}
              />
            </Tooltip>
          )}
          <Box sx={{ minWidth: 0, flex: '0 1 auto', ...(gone ? { textDecoration: 'line-through' } : {}) }}>{cell}</Box>
          {gone && <GoneNote gone={gone} />}
        </Box>
      ) : (
        cell
      )}
    </TableCell>
  );
}

function GridRowView(props: GridRowProps) {
  const { entity, rights, item, grid, height, index, gone, selected, open, current, handlers } = props;
  const { t } = useTranslation();
  const held = useAppSelector(selectHeld(entity.name, item.id));
  const title = useRowTitle(entity, item.id);
  const [seen] = useState(held?.last);
  if (held === undefined) return null;
  const dead = gone !== undefined;
  const onClick = (event: MouseEvent) => {
    handlers.focus(item.id);
    if (!dead && !isControl(event.target)) handlers.open(item.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || dead) return;
    if (event.key === 'Enter') handlers.open(item.id);
    else if (event.key === ' ') handlers.toggle(item.id, event.shiftKey);
    else if (event.key === 'Delete' && rights.may('remove')) handlers.ask({ kind: 'remove', ids: [item.id] });
    else return;
    event.preventDefault();
  };
  return (
    <TableRow
      hover={!dead}
      selected={selected || open}
      aria-selected={selected}
      aria-rowindex={index + 2}
      aria-disabled={dead || undefined}
      data-id={item.id}
      tabIndex={current ? 0 : -1}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target === event.currentTarget && handlers.focus(item.id)}
      sx={{
        height,
        cursor: dead ? 'default' : 'pointer',
        ...(dead ? { '& > td': { color: 'text.disabled', opacity: 0.7 } } : {}),
      }}
    >
      <TableCell padding="checkbox">
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
