/** A verification code and the button that sends it: at most once a minute, with a captcha if the server requires one. */
import { nanoid } from '@reduxjs/toolkit';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { useAppSelector } from '../../shared/app/createStore';
import { selectSettings } from '../../shared/store/settings';
import { useFormSubmit, type FieldErrors, type FormSubmit } from '../useFormSubmit';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const CaptchaField = lazyWithRetry(async () => (await import('../../shared/auth/CaptchaField')).CaptchaField);
const RESEND_DELAY_S = 60;

export type VerificationChannel = 'email' | 'mobile';
const SEND_CODE_URLS: Readonly<Record<VerificationChannel, string>> = {
  email: '/api/Ems/send',
  mobile: '/api/Sms/send',
};

/** Seconds until a code may be sent again, per channel. */
function useResendDelay(channel: VerificationChannel): readonly [number, () => void] {
  const [delays, setDelays] = useState<Readonly<Record<VerificationChannel, number>>>({ email: 0, mobile: 0 });
  useEffect(() => {
    if (delays.email === 0 && delays.mobile === 0) return undefined;
    const next = { email: Math.max(0, delays.email - 1), mobile: Math.max(0, delays.mobile - 1) };
    const timer = setTimeout(() => setDelays(next), 1_000);
    return () => clearTimeout(timer);
  }, [delays]);
  return [delays[channel], () => setDelays((now) => ({ ...now, [channel]: RESEND_DELAY_S }))];
}

/** Keeps the shown errors, except those of the fields of this request. */
const mergeFieldErrors = (requestedFields: readonly string[], fieldErrors: FieldErrors) => (now: FieldErrors) => ({
  ...Object.fromEntries(Object.entries(now).filter(([name]) => !requestedFields.includes(name))),
  ...fieldErrors,
});

/** Normalizes a code that was copied with spaces or hyphens, or typed in full-width digits. */
const normalizeCode = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');

interface VerificationCodeFieldProps {
  readonly channel: VerificationChannel;
  readonly event: string;
  /** Reads the address when the button is pressed. */
  readonly getAddress: () => string;
  /** The password or the proof of the bound address, if the server requires it. */
  readonly getProof?: () => Readonly<Record<string, string>>;
  /** The proof of the bound address expired. */
  readonly onVerifyFirst?: () => void;
  readonly error: string | undefined;
  /** Receives the errors of address and password. */
  readonly onFieldErrors: FormSubmit['setFieldErrors'];
}
/** Sends the code. Captcha errors belong to this field, the others to the fields of the form. */
function useSendCode({
  channel,
  event,
  getAddress,
  getProof,
  onFieldErrors,
  onVerifyFirst,
}: VerificationCodeFieldProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [secondsLeft, startDelay] = useResendDelay(channel);
  const captchaInput = useRef<HTMLInputElement>(null);
  const [captchaId, setCaptchaId] = useState(() => nanoid(24));
  const [captchaError, setCaptchaError] = useState<string>();
  const { send, isBusy, needsCaptcha } = useFormSubmit();
  const { devices } = useAppSelector(selectSettings);
  // the server sends a code to a known browser even when strangers used up the day's codes
  const isKnownDevice = event === 'user_retrieve_pwd' && devices.member.length > 0;
  const device = isKnownDevice ? { device: devices.member.join(' ') } : {};
  const renewCaptcha = () => setCaptchaId(nanoid(24));
  const sendCode = async () => {
    const to = getAddress().trim();
    if (to === '') {
      onFieldErrors(mergeFieldErrors([], { [channel]: t('registration.required') }));
      return;
    }
    const captcha = needsCaptcha ? { captchaId, captchaInfo: captchaInput.current?.value.trim() ?? '' } : {};
    const recipient = channel === 'email' ? { email: to, event } : { mobile: to, template_code: event };
    const body = { ...recipient, ...captcha, ...device, ...getProof?.() };
    const shownFields = ['captcha', channel, ...Object.keys(getProof?.() ?? {})];
    const { isOk, data, fieldErrors } = await send(SEND_CODE_URLS[channel], body, { shownFields });
    renewCaptcha();
    const { captcha: newCaptchaError, ...others } = fieldErrors;
    // The server has just begun to require a captcha, so the empty one is not an error.
    setCaptchaError(needsCaptcha ? newCaptchaError : undefined);
    // The captcha field shows this error, but it is rendered only if the server requires a captcha.
    if (newCaptchaError !== undefined && data['captcha'] !== true) toasts.show('error', newCaptchaError);
    // An empty password is missing, not wrong.
    const isEmpty = others['password'] !== undefined && getProof?.()['password'] === '';
    onFieldErrors(
      mergeFieldErrors(shownFields, isEmpty ? { ...others, password: t('registration.required') } : others),
    );
    if (data['verifyFirst'] === true) onVerifyFirst?.();
    if (!isOk) return;
    startDelay();
    toasts.show('info', t('registration.sent'));
  };
  return {
    sendCode,
    secondsLeft,
    isBusy,
    captchaId,
    renewCaptcha,
    captchaInput,
    needsCaptcha,
    captchaError,
  };
}

export function VerificationCodeField(props: VerificationCodeFieldProps) {
  const { channel, error } = props;
  const { t } = useTranslation();
  const [codes, setCodes] = useState<Readonly<Partial<Record<VerificationChannel, string>>>>({});
  const { sendCode, secondsLeft, isBusy, captchaId, renewCaptcha, captchaInput, needsCaptcha, captchaError } =
    useSendCode(props);
  return (
    <>
      {needsCaptcha && (
        <Suspense fallback={null}>
          <CaptchaField
            id={captchaId}
            purpose="send"
            onRenew={renewCaptcha}
            error={captchaError}
            inputRef={captchaInput}
          />
        </Suspense>
      )}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <TextField
          name="captcha"
          label={t(`registration.code.${channel}`)}
          error={error !== undefined}
          helperText={error ?? t('registration.code_help')}
          autoComplete="one-time-code"
          value={codes[channel] ?? ''}
          onChange={({ target }) => setCodes({ ...codes, [channel]: normalizeCode(target.value) })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ flex: 1 }}
        />
        <Button
          variant="outlined"
          loading={isBusy}
          disabled={secondsLeft > 0}
          onClick={() => void sendCode()}
          sx={{ mt: 6, flex: 'none' }}
        >
          {secondsLeft > 0 ? t('registration.again', { seconds: secondsLeft }) : t('registration.send')}
        </Button>
      </Stack>
    </>
  );
}
