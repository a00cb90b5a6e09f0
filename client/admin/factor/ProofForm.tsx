/** Answers with a second factor: a code, a passkey or a recovery code, whichever the person has. */
import KeyIcon from '@mui/icons-material/KeyOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorKind } from '../../../common/secondFactor';
import { asText } from '../../shared/persist';
import { askPasskey } from './passkey';

export type Proof = { readonly otp: string } | { readonly recovery: string } | { readonly passkey: object };

interface ProofFormProps {
  readonly kinds: readonly FactorKind[];
  readonly submit: string;
  readonly busy: boolean;
  /** What was refused last; empty when nothing was. */
  readonly refusal: string;
  /** What the browser needs to ask for a passkey; undefined when the server would not say. */
  readonly challenge: () => Promise<unknown>;
  readonly onProof: (proof: Proof) => void;
  readonly onBack: () => void;
}

interface CodeFieldProps {
  readonly kind: 'otp' | 'recovery';
  readonly refusal: string;
}
function CodeField({ kind, refusal }: CodeFieldProps) {
  const { t } = useTranslation();
  const digits = kind === 'otp' ? { inputMode: 'numeric' as const } : {};
  return (
    <TextField
      key={kind}
      name="code"
      autoFocus
      label={t(`factor.${kind}`)}
      autoComplete={kind === 'otp' ? 'one-time-code' : 'off'}
      error={refusal !== ''}
      helperText={refusal || ' '}
      slotProps={{ htmlInput: { ...digits, autoCapitalize: 'none', spellCheck: false } }}
    />
  );
}

interface WaysProps extends Pick<ProofFormProps, 'kinds' | 'onBack'> {
  readonly kind: FactorKind;
  readonly onKind: (kind: FactorKind) => void;
}
function Ways({ kinds, kind, onKind, onBack }: WaysProps) {
  const { t } = useTranslation();
  const others = kinds.filter((other) => other !== kind && other !== 'passkey');
  const way = (label: string, onClick: () => void): ReactNode => (
    <Link key={label} component="button" type="button" variant="body2" onClick={onClick}>
      {label}
    </Link>
  );
  return (
    <Stack direction="row" sx={{ gap: 4, flexWrap: 'wrap', mt: 4 }}>
      {others.map((other) => way(t(other === 'otp' ? 'factor.use_otp' : 'factor.use_recovery'), () => onKind(other)))}
      {way(t('factor.back'), onBack)}
    </Stack>
  );
}

const LEADS = { otp: 'factor.step_otp', passkey: 'factor.step_passkey', recovery: 'factor.step_recovery' } as const;

export function ProofForm({ kinds, submit, busy, refusal, challenge, onProof, onBack }: ProofFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<FactorKind>(kinds[0] ?? 'otp');
  const [missing, setMissing] = useState('');
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = asText(new FormData(event.currentTarget).get('code')).trim();
    setMissing(code === '' ? t('factor.needed') : '');
    if (code !== '') onProof(kind === 'recovery' ? { recovery: code } : { otp: code });
  };
  const key = async () => {
    const options = await challenge();
    const passkey = options === undefined ? undefined : await askPasskey(options);
    if (passkey) onProof({ passkey });
    else setMissing(t('faults.auth.passkey'));
  };
  const said = missing || refusal;
  const change = (next: FactorKind) => {
    setMissing('');
    setKind(next);
  };
  return (
    <Stack component="form" noValidate onSubmit={send} sx={{ gap: 1 }}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t(LEADS[kind])}</Typography>
      {kind === 'passkey' ? (
        said !== '' && <Alert severity="error">{said}</Alert>
      ) : (
        <>
          <CodeField kind={kind} refusal={said} />
          <Button type="submit" variant="contained" size="large" loading={busy}>
            {submit}
          </Button>
        </>
      )}
      {kinds.includes('passkey') && (
        <Button
          variant={kind === 'passkey' ? 'contained' : 'outlined'}
          size="large"
          autoFocus={kind === 'passkey'}
          disabled={busy}
          startIcon={<KeyIcon />}
          onClick={() => void key()}
          sx={{ mt: 2 }}
        >
          {t('factor.use_passkey')}
        </Button>
      )}
      <Ways kinds={kinds} kind={kind} onKind={change} onBack={onBack} />
    </Stack>
  );
}
