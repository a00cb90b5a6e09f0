/** The preview page in a frame with the width of a device, scaled down where there is less space. */
import Box from '@mui/material/Box';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW_PATH } from '../../../common/site/preview';
import { useElementWidth } from '../../engine/list/grid/useElementWidth';

/** Pixels. */
export const DEVICE_WIDTHS = { desktop: 1280, phone: 390 } as const;
export type Device = keyof typeof DEVICE_WIDTHS;
export const DEVICES = ['desktop', 'phone'] as const satisfies readonly Device[];

interface PreviewFrameProps {
  readonly device: Device;
  readonly frameRef: RefObject<HTMLIFrameElement | null>;
}
export function PreviewFrame({ device, frameRef }: PreviewFrameProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const space = useElementWidth(box);
  const width = DEVICE_WIDTHS[device];
  const scale = space === 0 ? 1 : Math.min(1, space / width);
  return (
    <Box
      ref={box}
      sx={{ position: 'relative', flex: 1, minHeight: 0, overflow: 'hidden', bgcolor: 'background.sunken' }}
    >
      <Box
        component="iframe"
        ref={frameRef}
        src={PREVIEW_PATH}
        title={t('preview.frame')}
        data-device={device}
        sx={{
          position: 'absolute',
          top: 0,
          left: `${Math.max(0, (space - width) / 2)}px`,
          width,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
          border: 0,
          bgcolor: 'background.paper',
        }}
      />
    </Box>
  );
}
