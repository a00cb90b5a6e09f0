/** Changing one's password: every other session ends with the old one. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Part } from '../../../shared/account/Part';
import type { Lang } from '../../../../common/locales/index';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import { useLang } from '../../../shared/i18n';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useTitle } from '../../../shared/useTitle';
import { DeniedNote, useOpenForm } from '../../frame/openForm';
import { useLength, valueIn } from '../../joining/given';
import { sayStrength } from '../../joining/sayStrength';
import { LookOnly } from '../../care/LookOnly';
import { useSending } from '../../useSending';
import { useSiteName } from '../../../shared/site';

const FIELDS = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
const AUTOCOMPLETE = {
  oldPassword: 'current-password',
  newPassword: 'new-password',
  confirmPassword: 'new-password',
} as const;

/** Reads the three fields and names everything that the browser can judge at once; the server alone knows the old password. */
function useTyped() {
  const { t } = useTranslation();
  const judge = useLength();
  return (form: HTMLFormElement) => {
    const body = Object.fromEntries(FIELDS.map((name) => [name, valueIn(form, name)]));
    const next = judge('password', valueIn(form, 'newPassword'));
    const wrong: Record<string, string> = next === undefined ? {} : { newPassword: next };
    if (body['newPassword'] !== body['confirmPassword']) wrong['confirmPassword'] = t('joining.password.repeat');
    for (const name of FIELDS) if (body[name] === '') wrong[name] = t('joining.required');
    return { body, wrong };
  };
}

interface FieldsProps {
  readonly faults: Readonly<Record<string, string>>;
  /** The new password as it is typed. */
  readonly next: string;
  readonly readOnly: boolean;
}
function Fields({ faults, next, readOnly }: FieldsProps) {
  const { t } = useTranslation();
  const strength = next && sayStrength(t, next);
  return FIELDS.map((name) => (
    <PasswordInput
      key={name}
      name={name}
      label={t(`joining.password.${name}`)}
      autoComplete={AUTOCOMPLETE[name]}
      error={faults[name] !== undefined}
      helperText={faults[name] ?? ((name === 'newPassword' && strength) || ' ')}
      maxLength={200}
      readOnly={readOnly}
    />
  ));
}

export function Password() {
  useLaterWords();
  const { t } = useTranslation();
  useTitle(t('joining.password.title'), useSiteName());
  const form = useRef<HTMLFormElement>(null);
  const read = useTyped();
  const { send, faults, setFaults, busy } = useSending();
  const lang = useLang();
  /** The server's message, in the language it was written in. */
  const [done, setDone] = useState<{ readonly text: string; readonly lang: Lang }>();
  const [typed, setTyped] = useState(false);
  const [next, setNext] = useState('');
  const denied = useOpenForm(typed);
  const clear = () => {
    form.current?.reset();
    setTyped(false);
    setNext('');
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (denied) return;
    const { body, wrong } = read(event.currentTarget);
    if (Object.keys(wrong).length > 0) {
      setFaults(wrong);
      return;
    }
    const { ok, said } = await send('/api/account/changePassword', body, { shown: FIELDS });
    setDone(ok ? { text: said, lang } : undefined);
    if (ok) clear();
  };
  return (
    <Stack sx={{ gap: 6, maxWidth: 520 }}>
      <Typography variant="h1">{t('joining.password.title')}</Typography>
      <Part title={t('joining.password.lead')}>
        <LookOnly>
          <Stack
            component="form"
            noValidate
            ref={form}
            onInput={({ currentTarget }) => {
              setTyped(true);
              setNext(valueIn(currentTarget, 'newPassword'));
            }}
            onSubmit={(event) => void submit(event)}
            sx={{ gap: 2 }}
          >
            {done && (
              <Alert severity="success">{(done.lang === lang && done.text) || t('joining.password.done')}</Alert>
            )}
            {denied && <DeniedNote />}
            <Fields faults={faults} next={next} readOnly={denied} />
            <Button type="submit" variant="contained" loading={busy} disabled={denied} sx={{ alignSelf: 'flex-start' }}>
              {t('joining.password.submit')}
            </Button>
          </Stack>
        </LookOnly>
      </Part>
    </Stack>
  );
}
