/** Why a row is greyed. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Gone } from '../liveList';
import { goneText } from './goneText';

export function GoneNote({ gone }: { readonly gone: Gone }) {
  const { t } = useTranslation();
  const text = goneText(gone, t);
  return (
    <Box
      component="span"
      title={text}
      sx={{
        color: 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 400,
        // Beside a name it is the name that gives way.
        flex: 'none',
        maxWidth: 'calc(100% - 40px)',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {text}
    </Box>
  );
}
