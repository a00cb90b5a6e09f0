/**
 * Shows a record beside its list on wide screens, in a drawer on smaller ones, and full screen on a phone. When the
 * size changes, the mounted form moves to the other frame with all typed text.
 */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PHONE_QUERY, WIDE_QUERY } from '../shared/theme/designTokens';
import { FullScreenContext } from './fullScreenContext';
import { PanelResizeHandle } from './PanelResizeHandle';
import { useEscape } from './useGlobalShortcuts';
import { usePanelWidth } from './usePanelWidth';

/** Pixels that the list beside the panel keeps. */
const MIN_LIST_WIDTH = 320;

/** An element without a box, which can move between frames. */
function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.style.display = 'contents';
  return host;
}

function HostSlot({ host }: { readonly host: HTMLElement }) {
  const attachHost = useCallback((container: HTMLElement | null) => container?.append(host), [host]);
  return <Box ref={attachHost} sx={{ display: 'contents' }} />;
}

interface FrameProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly isPhone: boolean;
  readonly isWide: boolean;
  readonly children: ReactNode;
}
function Frame({ label, onClose, isPhone, isWide, children }: FrameProps) {
  const [width, setWidth] = usePanelWidth();
  const handle = <PanelResizeHandle width={width} onResize={setWidth} />;
  if (isPhone) {
    return (
      <Dialog open fullScreen onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
        {children}
      </Dialog>
    );
  }
  if (!isWide) {
    return (
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': label, sx: { width, maxWidth: '100%', overflow: 'visible' } } }}
      >
        {handle}
        {children}
      </Drawer>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={label}
      sx={{
        position: 'relative',
        width,
        flex: 'none',
        maxWidth: `calc(100% - ${MIN_LIST_WIDTH}px)`,
        minHeight: 0,
        borderLeft: 1,
        borderColor: 'divider',
      }}
    >
      {handle}
      {children}
    </Box>
  );
}

type RecordFrameProps = Pick<FrameProps, 'label' | 'onClose' | 'children'>;
export function RecordSurface({ label, onClose, children }: RecordFrameProps) {
  const isWide = useMediaQuery(WIDE_QUERY);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const [host] = useState(createHost);
  useEscape(useRef(host), onClose);
  // Stop events of the form from reaching the frame that hosts it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isWide || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <>
      <Frame label={label} onClose={onClose} isPhone={isPhone} isWide={isWide}>
        <HostSlot host={host} />
      </Frame>
      {createPortal(
        <Box role="presentation" onKeyDown={onKeyDown} sx={{ display: 'contents' }}>
          <FullScreenContext value={isPhone}>{children}</FullScreenContext>
        </Box>,
        host,
      )}
    </>
  );
}
