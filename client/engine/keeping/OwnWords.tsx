/** What a person typed on a screen that may not be shown any more: to be read, and taken along. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLaterWords } from '../../shared/useLaterWords';
import { useCopyText } from '../conflict/useCopyText';
import { useRightsSaid } from '../conflict/useRightsSaid';
import type { TypedLine } from '../draftShelf';

interface OwnLine extends TypedLine {
  /** Where it reads otherwise than it is copied. */
  readonly shown?: string;
}
interface OwnWordsProps {
  readonly named: string;
  readonly lines: readonly OwnLine[];
}
export function OwnWords({ named, lines }: OwnWordsProps) {
  useLaterWords();
  const { t } = useTranslation();
  const copyText = useCopyText();
  const rightsSaid = useRightsSaid();
  const [only] = lines;
  if (only === undefined) return null;
  const whole = lines.length === 1 ? only.text : lines.map(({ label, text }) => `${label}: ${text}`).join('\n');
  return (
    <Box component="section" aria-label={named}>
      <Alert
        severity="warning"
        action={
          <Button size="small" variant="outlined" onClick={() => void copyText(whole)}>
            {t('conflict.copy_text')}
          </Button>
        }
      >
        {rightsSaid('permission')}
      </Alert>
      <Typography variant="caption" component="h2" sx={{ mt: 3, color: 'text.secondary' }}>
        {named}
      </Typography>
      <Stack component="dl" sx={{ gap: 3, m: 0, mt: 2 }}>
        {lines.map(({ label, text, shown }) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 500 }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {shown ?? text}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
