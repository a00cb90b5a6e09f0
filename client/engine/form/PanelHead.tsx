/** The header of a form or of a custom panel: title, link to its own page, and close button. */
import CloseIcon from '@mui/icons-material/Close';
import OpenIcon from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '../override';

/** A long title wraps to two lines. */
const TITLE_STYLE = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

interface PanelHeadProps extends Omit<PanelProps, 'id'> {
  /** Absent for a new record. */
  readonly caption?: string | undefined;
  readonly title: string;
  /** Further buttons. */
  readonly children?: ReactNode;
}
export function PanelHead({ caption, title, children, onClose, onPage }: PanelHeadProps) {
  const { t } = useTranslation();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 5, py: 3, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {caption !== undefined && (
          <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
            {caption}
          </Typography>
        )}
        <Typography variant="h3" component="h2" title={title} sx={TITLE_STYLE}>
          {title}
        </Typography>
      </Box>
      {children}
      {onPage && (
        <Tooltip title={t('engine.form.open_page')}>
          <IconButton aria-label={t('engine.form.open_page')} onClick={onPage}>
            <OpenIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('engine.form.close')}>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
