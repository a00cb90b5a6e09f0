/** The rows as a grid: sticky head, only the rows in sight are in the document, everything by keyboard. */
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableRow from '@mui/material/TableRow';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import { fitWidths } from './fitWidths';
import { GridHead } from './GridHead';
import { gridLook } from './gridLook';
import { GridRow } from './GridRow';
import type { RowHandlers } from './rowHandlers';
import { isSortedByHand, type Editing } from './rowPlaces';
import { useGridTable, type GridColumn } from './useGridTable';
import type { Refusals } from './useInPlace';
import type { ListModel } from './useListModel';
import { useRoom } from './useRoom';

/** Pages up to this size are simply drawn. */
const PLAIN = 40;
const TICK_WIDTH = 48;
const HANDLE_WIDTH = 20;

interface GridProps {
  readonly model: ListModel;
  readonly handlers: RowHandlers;
  readonly height: number;
  readonly openId: number | null;
  /** The row the keyboard is on. */
  readonly currentId: number | null;
  readonly editing: Editing | null;
  readonly refusals: Refusals;
}

/** A row that is drawn, with the room of the rows left out before it. */
interface Drawn {
  readonly index: number;
  readonly above: number;
}
const firstRows = (count: number): readonly Drawn[] =>
  Array.from({ length: count }, (_, index) => ({ index, above: 0 }));

/** `held`: rows that stay in the document wherever one scrolls, for something is typed in them. */
function useWindow(count: number, height: number, held: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const enabled = count > PLAIN;
  // The compiler is not used; its warning about this library does not concern us.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: enabled ? count : 0,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...held])].sort((one, other) => one - other),
  });
  const seen = virtual.getVirtualItems();
  const last = seen.at(-1);
  if (!enabled || !last) return { scroller, drawn: firstRows(enabled ? PLAIN : count), below: 0, virtual };
  const drawn = seen.map(({ index, start }, at): Drawn => ({ index, above: start - (seen[at - 1]?.end ?? 0) }));
  return { scroller, drawn, below: virtual.getTotalSize() - last.end, virtual };
}

const Gap = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height > 0 ? (
    <TableRow aria-hidden>
      <TableCell colSpan={span} sx={{ p: '0 !important', height, border: 0 }} />
    </TableRow>
  ) : null;

const SkeletonRows = ({
  grid,
  count,
  height,
}: {
  readonly grid: readonly GridColumn[];
  readonly count: number;
  readonly height: number;
}) =>
  Array.from({ length: count }, (_, at) => (
    <TableRow key={at} aria-hidden sx={{ height }}>
      <TableCell padding="checkbox" />
      {grid.map(({ column }, index) => (
        <TableCell key={column.name}>
          <Skeleton height={12} width={`${40 + ((at * 7 + index * 13) % 45)}%`} />
        </TableCell>
      ))}
      <TableCell />
    </TableRow>
  ));

interface WidthsProps {
  readonly grid: readonly GridColumn[];
  readonly first: number;
  readonly actions: number;
}
function Widths({ grid, first, actions }: WidthsProps) {
  return (
    <colgroup>
      <col style={{ width: first }} />
      {grid.map(({ column, width, grows }) => (
        <col key={column.name} {...(grows ? {} : { style: { width } })} />
      ))}
      <col style={{ width: actions }} />
    </colgroup>
  );
}

/** Arrow keys walk over the rows; the browser scrolls along with the focus. */
function neighbour(key: string, ids: readonly number[], currentId: number | null): number | undefined {
  const at = currentId === null ? -1 : ids.indexOf(currentId);
  if (key === 'ArrowDown') return ids[Math.min(ids.length - 1, at + 1)];
  if (key === 'ArrowUp') return ids[Math.max(0, at - 1)];
  if (key === 'Home') return ids[0];
  return key === 'End' ? ids.at(-1) : undefined;
}

interface RowsProps extends GridProps {
  readonly grid: readonly GridColumn[];
  readonly drawn: readonly Drawn[];
  readonly current: number | null;
}
function Rows({ model, handlers, height, openId, grid, drawn, current, editing, refusals }: RowsProps) {
  const sorting = isSortedByHand(model);
  const { entity, rights, rows, items } = model;
  const chosen = new Set(model.selected);
  const { gone, moved } = rows.list;
  return drawn.flatMap(({ index, above }) => {
    const item = items[index];
    if (item === undefined) return [];
    const gap = above > 0 ? [<Gap key={`above ${item.id}`} height={above} span={grid.length + 2} />] : [];
    return [
      ...gap,
      <GridRow
        key={item.id}
        entity={entity}
        rights={rights}
        item={item}
        grid={grid}
        height={height}
        index={index}
        gone={gone[item.id]}
        moved={moved.includes(item.id)}
        selected={chosen.has(item.id)}
        open={openId === item.id}
        current={current === item.id}
        folded={model.folded.has(item.id)}
        editing={editing?.id === item.id ? editing.field : null}
        refused={refusals[item.id]}
        sorting={sorting}
        handlers={handlers}
      />,
    ];
  });
}

export function Grid(props: GridProps) {
  const { model, handlers, height, currentId, editing, refusals } = props;
  const { entity, rows, items, whole } = model;
  const words = useWords(entity);
  const { grid: wanted, sortBy } = useGridTable(model);
  const typedIn = items.flatMap(({ id }, at) => (editing?.id === id || id in refusals ? [at] : []));
  const { scroller, drawn, below, virtual } = useWindow(items.length, height, typedIn);
  const room = useRoom(scroller);
  const exceptions = useOverride(entity);
  const actions = (entity.spec.actions ?? []).length > 0 || exceptions?.rowEntries ? 116 : 80;
  const ids = items.map(({ id }) => id);
  const first = TICK_WIDTH + (isSortedByHand(model) ? HANDLE_WIDTH : 0);
  const grid = useMemo(() => {
    const widths = fitWidths(wanted, room - first - actions);
    return wanted.map((column, at) => ({ ...column, width: widths[at] ?? column.width }));
  }, [wanted, room, first, actions]);
  const minWidth = grid.reduce((sum, { width }) => sum + width, first + actions);
  const current = currentId !== null && ids.includes(currentId) ? currentId : (ids[0] ?? null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(event.key, ids, current);
    const onRow = event.target instanceof HTMLElement && event.target.matches('tr[data-id]');
    if (next === undefined || !onRow || event.altKey) return;
    event.preventDefault();
    if (items.length > PLAIN) virtual.scrollToIndex(ids.indexOf(next));
    handlers.focus(next);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`tr[data-id="${next}"]`)?.focus());
  };
  return (
    <TableContainer ref={scroller} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }} tabIndex={-1}>
      <Table
        stickyHeader
        size="small"
        role="grid"
        aria-label={words.many}
        aria-rowcount={rows.list.total + 1}
        aria-multiselectable
        aria-busy={rows.loading}
        onKeyDown={onKeyDown}
        sx={{ ...gridLook, minWidth }}
      >
        <Widths grid={grid} first={first} actions={actions} />
        <GridHead
          grid={grid}
          sortBy={sortBy}
          whole={whole}
          resize={(field, width) => model.changeView({ widths: { ...model.view.widths, [field]: width } })}
        />
        <TableBody data-rows>
          {rows.loading && <SkeletonRows grid={grid} count={Math.min(model.query.limit, 12)} height={height} />}
          <Rows {...props} grid={grid} drawn={drawn} current={current} />
          <Gap height={below} span={grid.length + 2} />
        </TableBody>
      </Table>
    </TableContainer>
  );
}
