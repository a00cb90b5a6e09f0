/** Shows a preview in the area of the screen on wide screens, so that the form stays usable; else over the whole screen. */
import Dialog from '@mui/material/Dialog';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { WIDE_QUERY } from '../../shared/theme/designTokens';
import { PreviewAreaContext } from './previewArea';

interface PreviewSurfaceProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
export function PreviewSurface({ label, onClose, children }: PreviewSurfaceProps) {
  const area = useContext(PreviewAreaContext);
  const isWide = useMediaQuery(WIDE_QUERY);
  if (area === null || !isWide)
    return (
      <Dialog open fullScreen onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
        {children}
      </Dialog>
    );
  return createPortal(
    <Stack component="section" aria-label={label} sx={{ height: '100%', bgcolor: 'background.paper' }}>
      {children}
    </Stack>,
    area,
  );
}
