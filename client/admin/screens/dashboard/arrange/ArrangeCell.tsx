/** Card in arrange mode: moved by dragging, resized at its corner, or changed by keyboard. */
import ArrowBack from '@mui/icons-material/ArrowBack';
import ArrowForward from '@mui/icons-material/ArrowForward';
import Close from '@mui/icons-material/Close';
import Height from '@mui/icons-material/Height';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCardDrag, type Grab } from './useCardDrag';

export interface CellActions {
  readonly move: (id: string, target: string) => void;
  readonly step: (id: string, by: -1 | 1) => void;
  readonly resize: (id: string, by: { readonly w?: number; readonly h?: number }) => void;
  readonly remove: (id: string) => void;
}
interface ArrangeCellProps {
  readonly id: string;
  readonly title: string;
  readonly actions: CellActions;
  /** The hold that started the arrange mode. */
  readonly grab: Grab | null;
  readonly children: ReactNode;
}

const RESIZE_KEYS: Readonly<Record<string, { readonly w?: number; readonly h?: number }>> = {
  ArrowLeft: { w: -1 },
  ArrowRight: { w: 1 },
  ArrowUp: { h: -1 },
  ArrowDown: { h: 1 },
};

export function ArrangeCell({ id, title, actions, grab, children }: ArrangeCellProps) {
  const cellRef = useRef<HTMLDivElement>(null);
  const { isHeld, hold } = useCardDrag({ id, cellRef, onMoveTo: (target) => actions.move(id, target) }, grab);
  const onPointerDown = ({ target, button, clientX, clientY }: PointerEvent) => {
    if (button === 0 && target instanceof Element && target.closest('button') === null) hold(clientX, clientY);
  };
  return (
    <Box ref={cellRef} data-held={isHeld} onPointerDown={onPointerDown} sx={cellStyle(isHeld)}>
      <Box inert sx={{ height: '100%', pointerEvents: 'none', userSelect: 'none' }}>
        {children}
      </Box>
      <CellTools id={id} title={title} actions={actions} />
      <ResizeHandle title={title} onResize={(by) => actions.resize(id, by)} />
    </Box>
  );
}
const cellStyle = (isHeld: boolean) => ({
  position: 'relative',
  height: '100%',
  cursor: isHeld ? 'grabbing' : 'grab',
  borderRadius: '10px',
  touchAction: 'none',
  outline: '2px dashed',
  outlineColor: isHeld ? 'primary.main' : 'divider',
  outlineOffset: 2,
  ...(isHeld ? { zIndex: 2, boxShadow: 8 } : {}),
  // The buttons appear under the pointer and with the focus, so that the figures stay readable.
  '@media (hover: hover)': {
    '& > [data-tools]': { opacity: 0 },
    '&:hover > [data-tools], &:focus-within > [data-tools]': { opacity: 1 },
  },
});

/** The same actions as buttons. */
function CellTools({ id, title, actions }: Omit<ArrangeCellProps, 'children' | 'grab'>) {
  const { t } = useTranslation();
  return (
    <Stack
      data-tools
      direction="row"
      sx={{
        // At the bottom, so that the title of a small card stays readable.
        position: 'absolute',
        bottom: 4,
        left: 4,
        bgcolor: 'background.raised',
        border: 1,
        borderColor: 'divider',
        borderRadius: '6px',
      }}
    >
      <IconButton
        size="small"
        aria-label={t('dashboard.arrange.earlier', { title })}
        onClick={() => actions.step(id, -1)}
      >
        <ArrowBack />
      </IconButton>
      <IconButton size="small" aria-label={t('dashboard.arrange.later', { title })} onClick={() => actions.step(id, 1)}>
        <ArrowForward />
      </IconButton>
      <IconButton size="small" aria-label={t('dashboard.arrange.remove', { title })} onClick={() => actions.remove(id)}>
        <Close />
      </IconButton>
    </Stack>
  );
}

interface ResizeHandleProps {
  readonly title: string;
  readonly onResize: (by: { readonly w?: number; readonly h?: number }) => void;
}
const ROW_HEIGHT = 80;
/** Resize handle: by pointer, or by arrow keys while focused. */
function ResizeHandle({ title, onResize }: ResizeHandleProps) {
  const { t } = useTranslation();
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (from === null) return;
    const column = (event.currentTarget.closest('[data-board]')?.clientWidth ?? 1200) / 12;
    const [w, h] = [Math.trunc((event.clientX - from.x) / column), Math.trunc((event.clientY - from.y) / ROW_HEIGHT)];
    if (w === 0 && h === 0) return;
    onResize({ w, h });
    setFrom({ x: from.x + w * column, y: from.y + h * ROW_HEIGHT });
  };
  return (
    <IconButton
      size="small"
      aria-label={t('dashboard.arrange.resize', { title })}
      onKeyDown={(event: KeyboardEvent) => {
        const by = RESIZE_KEYS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onResize(by);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onMove}
      onPointerUp={() => setFrom(null)}
      sx={{
        position: 'absolute',
        right: 4,
        bottom: 4,
        cursor: 'nwse-resize',
        touchAction: 'none',
        bgcolor: 'background.raised',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Height sx={{ transform: 'rotate(-45deg)' }} />
    </IconButton>
  );
}
