/** Banner of a point-in-time view: says that a list shows the past, and leads to another moment or back to now. */
import PastIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { MomentDialog } from '../list/asOf/MomentDialog';

const TINT = 'color-mix(in srgb, var(--mui-palette-info-main) 10%, transparent)';
export const BANNER_STYLE = {
  alignItems: 'center',
  gap: 2,
  flexWrap: 'wrap',
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: TINT,
  flex: 'none',
} as const;

const INSET_STYLE = { border: '1px solid var(--mui-palette-divider)', borderRadius: '10px', px: 4 } as const;

interface AsOfBannerProps {
  /** Unix seconds. */
  readonly moment: number;
  /** Number of rows of that moment that were purged since; undefined for readers without the permission to know it. */
  readonly purged: number | undefined;
  /** Null: back to now. */
  readonly onChange: (moment: number | null) => void;
  /** Within the margins of a page, in place of over its whole width. */
  readonly isInset?: boolean;
}
export function AsOfBanner({ moment, purged = 0, onChange, isInset = false }: AsOfBannerProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <Stack direction="row" sx={{ ...BANNER_STYLE, px: { xs: 4, sm: 6 }, py: 2, ...(isInset ? INSET_STYLE : {}) }}>
      <PastIcon fontSize="small" color="info" aria-hidden />
      <Box component="output" sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {t('asOf.title', { at: format.dateTime(moment) })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('asOf.read_only')}
          {purged > 0 && ` ${t('asOf.purged', { count: purged })}`}
        </Typography>
      </Box>
      <Button size="small" color="inherit" onClick={() => setIsChoosing(true)}>
        {t('asOf.other')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => onChange(null)}>
        {t('asOf.back')}
      </Button>
      {isChoosing && (
        <MomentDialog
          initial={moment}
          onChoose={(chosen) => {
            setIsChoosing(false);
            onChange(chosen);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Stack>
  );
}
