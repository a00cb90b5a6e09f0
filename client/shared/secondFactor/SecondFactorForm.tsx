/** Second factor form: code, passkey or recovery code. */
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
import { readFormText } from '../controls/readFormText';
import { requestPasskey } from './passkey';

export type SecondFactorProof = { readonly otp: string } | { readonly recovery: string } | { readonly passkey: object };

interface SecondFactorFormProps {
  readonly methods: readonly FactorKind[];
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Error of the last attempt; empty when there is none. */
  readonly errorText: string;
  /** WebAuthn request options; undefined when the server refuses them. */
  readonly fetchChallenge: () => Promise<unknown>;
  readonly onProved: (proof: SecondFactorProof) => void;
  readonly onBack: () => void;
}

interface CodeFieldProps {
  readonly method: 'otp' | 'recovery';
  readonly errorText: string;
}
function CodeField({ method, errorText }: CodeFieldProps) {
  const { t } = useTranslation();
  const numericProps = method === 'otp' ? { inputMode: 'numeric' as const } : {};
  return (
    <TextField
      key={method}
      name="code"
      autoFocus
      label={t(`secondFactor.${method}`)}
      autoComplete={method === 'otp' ? 'one-time-code' : 'off'}
      error={errorText !== ''}
      helperText={errorText || ' '}
      slotProps={{ htmlInput: { ...numericProps, autoCapitalize: 'none', spellCheck: false } }}
    />
  );
}

interface OtherMethodsProps extends Pick<SecondFactorFormProps, 'methods' | 'onBack'> {
  readonly method: FactorKind;
  readonly onMethod: (method: FactorKind) => void;
}
function OtherMethods({ methods, method, onMethod, onBack }: OtherMethodsProps) {
  const { t } = useTranslation();
  const otherMethods = methods.filter((other) => other !== method && other !== 'passkey');
  const methodLink = (label: string, onClick: () => void): ReactNode => (
    <Link key={label} component="button" type="button" variant="body2" onClick={onClick}>
      {label}
    </Link>
  );
  return (
    <Stack direction="row" sx={{ gap: 4, flexWrap: 'wrap', mt: 4 }}>
      {otherMethods.map((other) =>
        methodLink(t(other === 'otp' ? 'secondFactor.use_otp' : 'secondFactor.use_recovery'), () => onMethod(other)),
      )}
      {methodLink(t('secondFactor.back'), onBack)}
    </Stack>
  );
}

const INSTRUCTIONS = {
  otp: 'secondFactor.step_otp',
  passkey: 'secondFactor.step_passkey',
  recovery: 'secondFactor.step_recovery',
} as const;

export function SecondFactorForm({
  methods,
  submitLabel,
  isBusy,
  errorText,
  fetchChallenge,
  onProved,
  onBack,
}: SecondFactorFormProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<FactorKind>(methods[0] ?? 'otp');
  const [inputError, setInputError] = useState('');
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readFormText(event.currentTarget, 'code').trim();
    setInputError(code === '' ? t('secondFactor.needed') : '');
    if (code !== '') onProved(method === 'recovery' ? { recovery: code } : { otp: code });
  };
  const submitPasskey = async () => {
    const options = await fetchChallenge();
    const passkey = options === undefined ? undefined : await requestPasskey(options);
    if (passkey) onProved({ passkey });
    else setInputError(t('faults.auth.passkey'));
  };
  const message = inputError || errorText;
  const changeMethod = (nextMethod: FactorKind) => {
    setInputError('');
    setMethod(nextMethod);
  };
  return (
    <Stack component="form" noValidate onSubmit={onSubmit} sx={{ gap: 1 }}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t(INSTRUCTIONS[method])}</Typography>
      {method === 'passkey' ? (
        message !== '' && <Alert severity="error">{message}</Alert>
      ) : (
        <>
          <CodeField method={method} errorText={message} />
          <Button type="submit" variant="contained" size="large" loading={isBusy}>
            {submitLabel}
          </Button>
        </>
      )}
      {methods.includes('passkey') && (
        <Button
          variant={method === 'passkey' ? 'contained' : 'outlined'}
          size="large"
          autoFocus={method === 'passkey'}
          disabled={isBusy}
          startIcon={<KeyIcon />}
          onClick={() => void submitPasskey()}
          sx={{ mt: 2 }}
        >
          {t('secondFactor.use_passkey')}
        </Button>
      )}
      <OtherMethods methods={methods} method={method} onMethod={changeMethod} onBack={onBack} />
    </Stack>
  );
}
