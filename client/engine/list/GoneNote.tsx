/** Why a row is greyed. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Gone } from '../liveList';

export function GoneNote({ gone }: { readonly gone: Gone }) {
  const { t } = useTranslation();
  const { why, by } = gone;
  const text =
    why === 'left'
      ? t('engine.list.left')
      : by
        ? t('engine.list.deleted_by', { name: by.name })
        : t('engine.list.deleted');
  return (
    <Box
      component="span"
      sx={{
        color: 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 400,
        minWidth: 0,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {text}
    </Box>
  );
}
