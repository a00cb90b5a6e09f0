/** The four layout modes as small images. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LAYOUT_MODES, type LayoutMode } from '../../../shared/store/layout';

/** Menu and header as x, y, width and height in an image of 64 by 40. */
const MODE_SHAPES: Readonly<Record<LayoutMode, readonly (readonly [number, number, number, number])[]>> = {
  Default: [
    [0, 0, 16, 40],
    [18, 0, 46, 8],
  ],
  Classic: [
    [0, 0, 64, 8],
    [0, 10, 16, 30],
  ],
  Single: [[0, 0, 64, 8]],
  Double: [
    [0, 0, 7, 40],
    [9, 0, 12, 40],
    [23, 0, 41, 8],
  ],
};

function ModeImage({ mode }: { readonly mode: LayoutMode }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 64 40"
      aria-hidden
      sx={{ width: '100%', borderRadius: '4px', bgcolor: 'background.sunken' }}
    >
      {MODE_SHAPES[mode].map(([x, y, width, height]) => (
        <Box
          key={`${x} ${y}`}
          component="rect"
          x={x}
          y={y}
          width={width}
          height={height}
          sx={{ fill: 'var(--mui-palette-primary-main)', opacity: width > height ? 0.35 : 0.8 }}
        />
      ))}
    </Box>
  );
}

interface LayoutModeChooserProps {
  readonly value: LayoutMode;
  readonly onChange: (mode: LayoutMode) => void;
}
export function LayoutModeChooser({ value, onChange }: LayoutModeChooserProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
      {LAYOUT_MODES.map((mode) => (
        <ButtonBase
          key={mode}
          aria-pressed={mode === value}
          title={t(`adminLayout.layout.mode_help.${mode}`)}
          onClick={() => onChange(mode)}
          sx={{
            flexDirection: 'column',
            gap: 2,
            p: 2,
            borderRadius: '10px',
            border: 1,
            borderColor: mode === value ? 'primary.main' : 'divider',
            '&:hover': { borderColor: 'primary.main' },
          }}
        >
          <ModeImage mode={mode} />
          <Typography sx={{ fontWeight: mode === value ? 600 : 400 }}>
            {t(`adminLayout.layout.modes.${mode}`)}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  );
}
