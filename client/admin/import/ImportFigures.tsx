/** Counts of a check or an import: how many records are added, updated, unchanged or have errors. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import type { ImportProgress } from './useImport';

interface ImportFiguresProps {
  readonly progress: ImportProgress;
  /** `check`: texts about the future import. `result`: texts about the finished one. */
  readonly group: 'check' | 'result';
}
export function ImportFigures({ progress, group }: ImportFiguresProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const shown = (['created', 'updated', 'unchanged', 'refused'] as const).filter(
    (name) => name === 'created' || progress[name] > 0,
  );
  return (
    <Stack component="dl" direction="row" sx={{ gap: 8, flexWrap: 'wrap', m: 0 }}>
      {shown.map((name) => (
        <Stack key={name} sx={{ flexDirection: 'column-reverse' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`imports.${group}.${name}`)}
          </Typography>
          <Typography
            component="dd"
            variant="h5"
            sx={{ m: 0, fontVariantNumeric: 'tabular-nums', ...(name === 'refused' ? { color: 'error.main' } : {}) }}
          >
            {format.number(progress[name])}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
