/** Why a row is greyed. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Gone } from '../liveList';
import { goneText } from './goneText';

export function GoneNote({ gone }: { readonly gone: Gone }) {
  const { t } = useTranslation();
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
      {goneText(gone, t)}
    </Box>
  );
}
