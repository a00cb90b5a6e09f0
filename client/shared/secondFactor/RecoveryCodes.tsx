/** Shows ten new recovery codes once, to copy or save. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/appContext';
import { MONOSPACE_FONT } from '../theme/designTokens';

function downloadCodes(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'recovery-codes.txt';
  anchor.click();
  URL.revokeObjectURL(url);
}

interface RecoveryCodesProps {
  /** Empty: closed. */
  readonly codes: readonly string[];
  readonly onDone: () => void;
}
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toasts.show('success', t('secondFactor.codes_copied'));
  };
  return (
    <Dialog open={codes.length > 0} maxWidth="xs" fullWidth>
      <DialogTitle>{t('secondFactor.codes_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>{t('secondFactor.codes_text')}</DialogContentText>
        <Box
          component="ul"
          aria-label={t('secondFactor.codes')}
          sx={{
            m: 0,
            p: 4,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: '8px',
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 2,
            fontFamily: MONOSPACE_FONT,
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Stack direction="row" sx={{ gap: 2, mt: 3 }}>
          {window.isSecureContext && <Button onClick={() => void copy()}>{t('secondFactor.codes_copy')}</Button>}
          <Button onClick={() => downloadCodes(codes)}>{t('secondFactor.codes_save')}</Button>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {t('secondFactor.codes_done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
