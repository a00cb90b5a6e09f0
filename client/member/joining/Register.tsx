/** Becoming a member: an address that answers, a name and a password; signed in at once. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../shared/createStore';
import { asRecord } from '../../shared/persist';
import { personOf, signedIn } from '../../shared/session';
import { useSending } from '../useSending';
import { AddressField } from './AddressField';
import { CodeField, type Way } from './CodeField';
import { useGiven } from './given';
import { NewPassword } from './NewPassword';
import { sourceOfVisit } from './source';
import type { JoiningForm } from './useJoiningForm';
import { useWay } from './useWay';
import { WayTabs } from './WayTabs';

function useRegistration(way: Way) {
  const read = useGiven();
  const dispatch = useAppDispatch();
  const { send, faults, setFaults, clearFault, busy } = useSending();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const shown = ['username', way, 'password', 'captcha'] as const;
    const { values: body, faults: wrong, isWrong } = read(event.currentTarget, shown);
    if (isWrong) {
      setFaults(wrong);
      return;
    }
    const more = { tab: 'register', registerType: way, source: sourceOfVisit(), keep: true };
    const { ok, data } = await send('/api/user/checkIn', { ...body, ...more }, { shown });
    const person = ok ? personOf(asRecord(data['userInfo'])) : undefined;
    if (person) dispatch(signedIn({ realm: 'user', person, keep: true }));
  };
  return { submit, faults, setFaults, clearFault, busy };
}

export function Register({ form }: { readonly form: JoiningForm }) {
  const { t } = useTranslation();
  const { way, choose, ...kept } = useWay(form.ways);
  const address = useRef<HTMLInputElement>(null);
  const { submit, faults, setFaults, clearFault, busy } = useRegistration(way);
  // What was typed stays for when registration opens again.
  return (
    <>
      {!form.open && <Alert severity="info">{t('joining.register.closed')}</Alert>}
      <Stack
        component="form"
        noValidate
        onInput={clearFault}
        onSubmit={(event) => void submit(event)}
        sx={{ gap: 3, display: form.open ? 'flex' : 'none' }}
      >
        <WayTabs ways={form.ways} value={way} onChange={choose} />
        <TextField
          name="username"
          label={t('joining.username')}
          autoComplete="username"
          error={faults['username'] !== undefined}
          helperText={faults['username'] ?? t('joining.username_help')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <AddressField key={way} way={way} fault={faults[way]} inputRef={address} kept={kept} />
        <CodeField
          way={way}
          event="user_register"
          address={() => address.current?.value ?? ''}
          fault={faults['captcha']}
          onFaults={setFaults}
        />
        <NewPassword
          name="password"
          label={t('joining.new_password')}
          repeatLabel={t('joining.repeat_password')}
          faults={faults}
        />
        <Button type="submit" variant="contained" size="large" loading={busy} sx={{ mt: 2 }}>
          {t('joining.register.submit')}
        </Button>
      </Stack>
    </>
  );
}
