/** Resize handle of a column header, for pointer and arrow keys. */
import Box from '@mui/material/Box';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_COLUMN_WIDTH, MAX_COLUMN_WIDTH } from '../../../shared/store/listViews';
import type { GridColumn } from './useGridTable';

const STEP = 16;
const clampWidth = (width: number) => Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));

interface ColumnResizeHandleProps {
  readonly gridColumn: GridColumn;
  readonly resize: (field: string, width: number) => void;
}
export function ColumnResizeHandle({ gridColumn, resize }: ColumnResizeHandleProps) {
  const { t } = useTranslation();
  const from = useRef<{ x: number; width: number } | null>(null);
  const { column, label, width } = gridColumn;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th');
    from.current = { x: event.clientX, width: cell?.getBoundingClientRect().width ?? width };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current !== null) resize(column.name, clampWidth(from.current.width + event.clientX - from.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    resize(column.name, clampWidth(width + step));
  };
  return (
    <Box
      component="span"
      role="slider"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('lists.columns.width', { field: label })}
      aria-valuenow={width}
      aria-valuemin={MIN_COLUMN_WIDTH}
      aria-valuemax={MAX_COLUMN_WIDTH}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onKeyDown={onKeyDown}
      sx={{
        position: 'absolute',
        insetBlock: 4,
        right: 0,
        width: 12,
        cursor: 'col-resize',
        touchAction: 'none',
        borderRight: 2,
        borderColor: 'transparent',
        '&:hover, &:focus-visible': { borderColor: 'primary.main', outline: 'none' },
      }}
    />
  );
}
