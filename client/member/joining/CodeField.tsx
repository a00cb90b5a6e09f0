/** A one-time code and the button that sends it: at most once a minute, with a captcha when the house asks for one. */
import { nanoid } from '@reduxjs/toolkit';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';
import { useAppSelector } from '../../shared/createStore';
import { selectSettings } from '../../shared/settings';
import { useSending, type Faults, type Sending } from '../useSending';
import { lazyPart } from '../../ui/lazyPart';

const CaptchaField = lazyPart(async () => (await import('../../shared/CaptchaField')).CaptchaField);
const PAUSE_S = 60;

export type Way = 'email' | 'mobile';
const URLS: Readonly<Record<Way, string>> = { email: '/api/Ems/send', mobile: '/api/Sms/send' };

/** Seconds until a code may be sent again; each way has a pause of its own. */
function usePause(way: Way): readonly [number, () => void] {
  const [all, setAll] = useState<Readonly<Record<Way, number>>>({ email: 0, mobile: 0 });
  useEffect(() => {
    if (all.email === 0 && all.mobile === 0) return undefined;
    const next = { email: Math.max(0, all.email - 1), mobile: Math.max(0, all.mobile - 1) };
    const timer = setTimeout(() => setAll(next), 1_000);
    return () => clearTimeout(timer);
  }, [all]);
  return [all[way], () => setAll((now) => ({ ...now, [way]: PAUSE_S }))];
}

/** What the form shows is kept, except at the fields of this request. */
const renewed = (asked: readonly string[], refused: Faults) => (now: Faults) => ({
  ...Object.fromEntries(Object.entries(now).filter(([name]) => !asked.includes(name))),
  ...refused,
});

/** A code as it is meant: copied with spaces or hyphens, or typed in wide digits. */
const plainCode = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');

interface CodeFieldProps {
  readonly way: Way;
  readonly event: string;
  /** Where it is sent; asked for only when the button is pressed. */
  readonly address: () => string;
  /** The password, or the pass of the present address, where the house wants it with the request. */
  readonly proof?: () => Readonly<Record<string, string>>;
  /** The pass of the present address is over. */
  readonly onVerifyFirst?: () => void;
  readonly fault: string | undefined;
  /** Where the form shows what was refused of the address or the password. */
  readonly onFaults: Sending['setFaults'];
}
/** Has the code sent. What is refused of the captcha belongs to this field, the rest to the form's own. */
function useCode({ way, event, address, proof: proved, onFaults, onVerifyFirst }: CodeFieldProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [left, pause] = usePause(way);
  const proof = useRef<HTMLInputElement>(null);
  const [challenge, setChallenge] = useState(() => nanoid(24));
  const [captchaFault, setProofFault] = useState<string>();
  const { send, busy, wantsCaptcha } = useSending();
  const { devices } = useAppSelector(selectSettings);
  // the server sends a code to a known browser even when strangers used up the day's codes
  const isKnown = event === 'user_retrieve_pwd' && devices.user.length > 0;
  const device = isKnown ? { device: devices.user.join(' ') } : {};
  const renew = () => setChallenge(nanoid(24));
  const ask = async () => {
    const to = address().trim();
    if (to === '') {
      onFaults(renewed([], { [way]: t('joining.required') }));
      return;
    }
    const captcha = wantsCaptcha ? { captchaId: challenge, captchaInfo: proof.current?.value.trim() ?? '' } : {};
    const named = way === 'email' ? { email: to, event } : { mobile: to, template_code: event };
    const body = { ...named, ...captcha, ...device, ...proved?.() };
    const shown = ['captcha', way, ...Object.keys(proved?.() ?? {})];
    const { ok, data, refused } = await send(URLS[way], body, { shown });
    renew();
    const { captcha: proofFault, ...others } = refused;
    // A captcha that is asked for only now was not answered wrongly.
    setProofFault(wantsCaptcha ? proofFault : undefined);
    // Said where the proof is asked for, which it is only when the house wants one.
    if (proofFault !== undefined && data['captcha'] !== true) toasts.show('error', proofFault);
    // An empty password is missing, not wrong.
    const isEmpty = others['password'] !== undefined && proved?.()['password'] === '';
    onFaults(renewed(shown, isEmpty ? { ...others, password: t('joining.required') } : others));
    if (data['verifyFirst'] === true) onVerifyFirst?.();
    if (!ok) return;
    pause();
    toasts.show('info', t('joining.sent'));
  };
  return { ask, left, busy, challenge, renew, proof, wantsCaptcha, captchaFault };
}

export function CodeField(props: CodeFieldProps) {
  const { way, fault } = props;
  const { t } = useTranslation();
  const [codes, setCodes] = useState<Readonly<Partial<Record<Way, string>>>>({});
  const { ask, left, busy, challenge, renew, proof, wantsCaptcha, captchaFault } = useCode(props);
  return (
    <>
      {wantsCaptcha && (
        <Suspense fallback={null}>
          <CaptchaField id={challenge} purpose="send" onRenew={renew} error={captchaFault} inputRef={proof} />
        </Suspense>
      )}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <TextField
          name="captcha"
          label={t(`joining.code.${way}`)}
          error={fault !== undefined}
          helperText={fault ?? t('joining.code_help')}
          autoComplete="one-time-code"
          value={codes[way] ?? ''}
          onChange={({ target }) => setCodes({ ...codes, [way]: plainCode(target.value) })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ flex: 1 }}
        />
        <Button
          variant="outlined"
          loading={busy}
          disabled={left > 0}
          onClick={() => void ask()}
          sx={{ mt: 6, flex: 'none' }}
        >
          {left > 0 ? t('joining.again', { seconds: left }) : t('joining.send')}
        </Button>
      </Stack>
    </>
  );
}
