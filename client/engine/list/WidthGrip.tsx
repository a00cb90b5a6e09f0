/** The edge of a column's head: dragged or moved with the arrow keys it sets the width of the column. */
import Box from '@mui/material/Box';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROWEST, WIDEST } from '../../shared/listView';
import type { GridColumn } from './useGridTable';

const STEP = 16;
const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

interface WidthGripProps {
  readonly at: GridColumn;
  readonly resize: (field: string, width: number) => void;
}
export function WidthGrip({ at, resize }: WidthGripProps) {
  const { t } = useTranslation();
  const from = useRef<{ x: number; width: number } | null>(null);
  const { column, label, width } = at;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th');
    from.current = { x: event.clientX, width: cell?.getBoundingClientRect().width ?? width };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current !== null) resize(column.name, within(from.current.width + event.clientX - from.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    resize(column.name, within(width + step));
  };
  return (
    <Box
      component="span"
      role="slider"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('lists.columns.width', { field: label })}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onKeyDown={onKeyDown}
      sx={{
        position: 'absolute',
        insetBlock: 8,
        right: 0,
        width: 7,
        cursor: 'col-resize',
        touchAction: 'none',
        borderRight: 2,
        borderColor: 'transparent',
        '&:hover, &:focus-visible': { borderColor: 'primary.main', outline: 'none' },
      }}
    />
  );
}
