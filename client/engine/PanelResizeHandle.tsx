/** The left edge of the record panel: changes its width by pointer and arrow keys; a double click restores the default. */
import Box from '@mui/material/Box';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PANEL_WIDTH, MAX_PANEL_WIDTH, MIN_PANEL_WIDTH } from '../shared/store/panelWidths';

const STEP = 16;
/** Pixels that a key adds to the width: the panel grows to the left. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: STEP,
  ArrowRight: -STEP,
  PageUp: 5 * STEP,
  PageDown: -5 * STEP,
  Home: -MAX_PANEL_WIDTH,
  End: MAX_PANEL_WIDTH,
};

interface PanelResizeHandleProps {
  readonly width: number;
  readonly onResize: (width: number) => void;
}
export function PanelResizeHandle({ width, onResize }: PanelResizeHandleProps) {
  const { t } = useTranslation();
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    from.current = { x: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (from.current !== null) onResize(from.current.width + from.current.x - clientX);
  };
  const stop = () => (from.current = null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + step);
  };
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('recordPanel.width')}
      aria-valuenow={width}
      aria-valuemin={MIN_PANEL_WIDTH}
      aria-valuemax={MAX_PANEL_WIDTH}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onResize(DEFAULT_PANEL_WIDTH)}
      onKeyDown={onKeyDown}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        left: -4,
        width: 8,
        zIndex: 2,
        cursor: 'col-resize',
        touchAction: 'none',
        '&::after': { content: '""', position: 'absolute', insetBlock: 0, left: 3, width: 2 },
        '&:hover::after, &:focus-visible::after, &:active::after': { bgcolor: 'primary.main' },
        '&:focus-visible': { outline: 'none' },
      }}
    />
  );
}
