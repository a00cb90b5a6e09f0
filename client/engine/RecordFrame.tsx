/**
 * Holds a record beside its list where there is room for both, over it on smaller screens, on all of a phone. When a window is
 * resized or a tablet turned, only the frame is another one: the form inside is moved, with everything typed in it.
 */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PHONE } from '../shared/tokens';
import { CoveringContext } from './covering';
import { useEscape } from './useTopKeys';

const WIDTH = 480;
const WIDE = '(min-width: 1200px)';

/** An element without a box of its own, which can be taken from one frame to the next. */
function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.style.display = 'contents';
  return host;
}

function Place({ host }: { readonly host: HTMLElement }) {
  const take = useCallback((place: HTMLElement | null) => place?.append(host), [host]);
  return <Box ref={take} sx={{ display: 'contents' }} />;
}

interface FrameProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly phone: boolean;
  readonly wide: boolean;
  readonly children: ReactNode;
}
function Frame({ label, onClose, phone, wide, children }: FrameProps) {
  if (phone) {
    return (
      <Dialog open fullScreen onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
        {children}
      </Dialog>
    );
  }
  if (!wide) {
    return (
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': label, sx: { width: WIDTH, maxWidth: '100%' } } }}
      >
        {children}
      </Drawer>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={label}
      sx={{ width: WIDTH, flex: 'none', minHeight: 0, borderLeft: 1, borderColor: 'divider' }}
    >
      {children}
    </Box>
  );
}

type RecordFrameProps = Pick<FrameProps, 'label' | 'onClose' | 'children'>;
export function RecordFrame({ label, onClose, children }: RecordFrameProps) {
  const wide = useMediaQuery(WIDE);
  const phone = useMediaQuery(PHONE);
  const [host] = useState(createHost);
  useEscape(useRef(host), onClose);
  // What happens in the form is not heard by the frame, which only lends it a place.
  const onKeyDown = (event: KeyboardEvent) => {
    if (wide || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <>
      <Frame {...{ label, onClose, phone, wide }}>
        <Place host={host} />
      </Frame>
      {createPortal(
        <Box role="presentation" onKeyDown={onKeyDown} sx={{ display: 'contents' }}>
          <CoveringContext value={phone}>{children}</CoveringContext>
        </Box>,
        host,
      )}
    </>
  );
}
