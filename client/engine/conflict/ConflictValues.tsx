/** The three values of a field that two people changed, with their differences. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Difference } from '../diff/Difference';
import type { ConflictBarProps } from './conflictBarProps';

export function ConflictValues({ entity, field, remoteChange, mine }: ConflictBarProps) {
  const { t } = useTranslation();
  const parts = [
    [t('engine.conflict.before'), remoteChange.base],
    [t('engine.conflict.their'), remoteChange.theirs],
    [t('engine.conflict.your'), mine],
  ] as const;
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(3, 1fr)' }, gap: 2, m: 0, mt: 2 }}>
      {parts.map(([label, value], index) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Difference entity={entity} field={field} before={index === 0 ? value : remoteChange.base} value={value} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
