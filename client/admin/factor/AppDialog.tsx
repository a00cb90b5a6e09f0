/** Setting up an authenticator app: a picture drawn here, the secret in letters, and a code as proof. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { encodeQR } from 'qr';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asText } from '../../shared/persist';
import { MONO } from '../../shared/tokens';
import type { Factor } from './useFactor';

/** Black on white in dark mode too: not every app reads the reverse. */
function Picture({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={t('factor.app_picture')}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 200, height: 200, mx: 'auto', bgcolor: '#fff', borderRadius: '8px' }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}

interface Begun {
  readonly secret: string;
  readonly uri: string;
}
function useBegun({ send }: Factor) {
  const [begun, setBegun] = useState<Begun>();
  const [refusal, setRefusal] = useState('');
  const begin = useEffectEvent(() => send('otpBegin'));
  useEffect(() => {
    let gone = false;
    void begin().then((sent) => {
      if (gone) return;
      if ('refusal' in sent) setRefusal(sent.refusal);
      else setBegun({ secret: asText(sent.data['secret'], 100), uri: asText(sent.data['uri'], 500) });
    });
    return () => {
      gone = true;
    };
  }, []);
  return { begun, refusal, setRefusal };
}

function Asking({ factor, onClose }: AppDialogProps) {
  const { t } = useTranslation();
  const { begun, refusal, setRefusal } = useBegun(factor);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const otp = asText(new FormData(event.currentTarget).get('code')).trim();
    if (otp === '') {
      setRefusal(t('factor.needed'));
      return;
    }
    const sent = await factor.send('otpConfirm', { otp }, true);
    if ('refusal' in sent) {
      setRefusal(sent.refusal);
      return;
    }
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogTitle>{t('factor.app_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>{t('factor.app_scan')}</DialogContentText>
        {begun ? (
          <Picture text={begun.uri} />
        ) : (
          <Skeleton variant="rectangular" width={200} height={200} sx={{ mx: 'auto' }} />
        )}
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 4 }}>
          {t('factor.app_secret')}
        </Typography>
        <Typography sx={{ fontFamily: MONO, overflowWrap: 'anywhere', mb: 4 }}>
          {begun?.secret.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '…'}
        </Typography>
        {begun === undefined && refusal !== '' ? (
          <Alert severity="error">{refusal}</Alert>
        ) : (
          <TextField
            name="code"
            autoFocus
            label={t('factor.otp')}
            autoComplete="one-time-code"
            error={refusal !== ''}
            helperText={refusal || ' '}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="contained" loading={factor.busy} disabled={begun === undefined}>
          {t('factor.app_confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface AppDialogProps {
  readonly factor: Factor;
  readonly onClose: () => void;
}
export function AppDialog(props: AppDialogProps) {
  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth>
      <Asking {...props} />
    </Dialog>
  );
}
