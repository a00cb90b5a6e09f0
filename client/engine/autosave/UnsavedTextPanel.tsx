/** Text typed on a screen that may no longer be shown, to read and copy. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useCopyText } from '../conflict/useCopyText';
import { usePermissionLostText } from '../conflict/usePermissionLostText';
import type { UnsavedLine } from '../formState/draftCache';

interface UnsavedTextPanelProps {
  readonly title: string;
  readonly lines: readonly UnsavedLine[];
}
export function UnsavedTextPanel({ title, lines }: UnsavedTextPanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const copyText = useCopyText();
  const permissionLostText = usePermissionLostText();
  const [onlyLine] = lines;
  if (onlyLine === undefined) return null;
  const copiedText =
    lines.length === 1 ? onlyLine.text : lines.map(({ label, text }) => `${label}: ${text}`).join('\n');
  return (
    <Box component="section" aria-label={title}>
      <Alert
        severity="warning"
        action={
          <Button size="small" variant="outlined" onClick={() => void copyText(copiedText)}>
            {t('conflict.copy_text')}
          </Button>
        }
      >
        {permissionLostText('permission')}
      </Alert>
      <Typography variant="caption" component="h2" sx={{ mt: 3, color: 'text.secondary' }}>
        {title}
      </Typography>
      <Stack component="dl" sx={{ gap: 3, m: 0, mt: 2 }}>
        {lines.map(({ label, text }) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 500 }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
