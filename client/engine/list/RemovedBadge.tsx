/** Badge of a row that was removed: the reason. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { RowRemoval } from '../data/liveList';
import { describeRemoval } from './describeRemoval';

export function RemovedBadge({ removal }: { readonly removal: RowRemoval }) {
  const { t } = useTranslation();
  const text = describeRemoval(removal, t);
  return (
    <Box
      component="span"
      title={text}
      sx={{
        color: 'text.secondary',
        fontSize: '0.75rem',
        fontWeight: 400,
        // Takes up to half of the cell beside a title, and wraps instead of being cut.
        flex: '0 0 auto',
        maxWidth: 'max(50%, 80px)',
        lineHeight: 1.25,
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
      }}
    >
      {text}
    </Box>
  );
}
