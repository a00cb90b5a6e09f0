/** Enrolment of an authenticator app: QR code, secret as text, and a code as proof. */
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
import { asString } from '../../../common/json';
import { readFormText } from '../controls/readFormText';
import { MONOSPACE_FONT } from '../theme/designTokens';
import type { SecondFactor } from './useSecondFactor';

/** Black on white also in dark mode: not all apps read inverted codes. */
function QrCode({ content }: { readonly content: string }) {
  const { t } = useTranslation();
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={t('secondFactor.app_picture')}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 200, height: 200, mx: 'auto', bgcolor: '#fff', borderRadius: '8px' }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}

interface TotpEnrolment {
  readonly secret: string;
  readonly uri: string;
}
function useTotpEnrolment({ send }: SecondFactor, password: string | undefined) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [errorText, setErrorText] = useState('');
  const startEnrolment = useEffectEvent(() => send('otpBegin', password === undefined ? {} : { password }));
  useEffect(() => {
    let isUnmounted = false;
    void startEnrolment().then((result) => {
      if (isUnmounted) return;
      if ('refusal' in result) setErrorText(result.refusal);
      else setEnrolment({ secret: asString(result.data['secret'], 100), uri: asString(result.data['uri'], 500) });
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return { enrolment, errorText, setErrorText };
}

function EnrolmentForm({ secondFactor, password, onClose }: AuthenticatorDialogProps) {
  const { t } = useTranslation();
  const { enrolment, errorText, setErrorText } = useTotpEnrolment(secondFactor, password);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const otp = readFormText(event.currentTarget, 'code').trim();
    if (otp === '') {
      setErrorText(t('secondFactor.needed'));
      return;
    }
    const result = await secondFactor.send('otpConfirm', { otp }, true);
    if ('refusal' in result) {
      setErrorText(result.refusal);
      return;
    }
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogTitle>{t('secondFactor.app_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>{t('secondFactor.app_scan')}</DialogContentText>
        {enrolment ? (
          <QrCode content={enrolment.uri} />
        ) : (
          <Skeleton variant="rectangular" width={200} height={200} sx={{ mx: 'auto' }} />
        )}
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 4 }}>
          {t('secondFactor.app_secret')}
        </Typography>
        <Typography sx={{ fontFamily: MONOSPACE_FONT, overflowWrap: 'anywhere', mb: 4 }}>
          {enrolment?.secret.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '…'}
        </Typography>
        {enrolment === undefined && errorText !== '' ? (
          <Alert severity="error">{errorText}</Alert>
        ) : (
          <TextField
            name="code"
            autoFocus
            label={t('secondFactor.otp')}
            autoComplete="one-time-code"
            error={errorText !== ''}
            helperText={errorText || ' '}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button type="submit" variant="contained" loading={secondFactor.isBusy} disabled={enrolment === undefined}>
          {t('secondFactor.app_confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface AuthenticatorDialogProps {
  readonly secondFactor: SecondFactor;
  /** Sent with the request, in the realm without a step-up. */
  readonly password?: string;
  readonly onClose: () => void;
}
export function AuthenticatorDialog(props: AuthenticatorDialogProps) {
  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth>
      <EnrolmentForm {...props} />
    </Dialog>
  );
}
