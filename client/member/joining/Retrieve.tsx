/** A new password for who lost the old one: a code to the bound address proves who it is. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../useSending';
import { AddressField } from './AddressField';
import { CodeField } from './CodeField';
import { useGiven } from './given';
import { NewPassword } from './NewPassword';
import type { JoiningForm } from './useJoiningForm';
import { useWay } from './useWay';
import { WayTabs } from './WayTabs';

export function Retrieve({ form, onDone }: { readonly form: JoiningForm; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { way, choose, ...kept } = useWay(form.ways);
  const read = useGiven();
  const address = useRef<HTMLInputElement>(null);
  const { send, faults, setFaults, clearFault, busy } = useSending();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { values, faults: wrong, isWrong } = read(event.currentTarget, [way, 'captcha', 'password']);
    if (isWrong) {
      setFaults(wrong);
      return;
    }
    const { [way]: account, ...others } = values;
    const body = { type: way, account, ...others };
    const shown = [way, 'account', 'captcha', 'password'];
    if (!(await send('/api/account/retrievePassword', body, { shown, announce: true })).ok) return;
    onDone();
  };
  return (
    <Stack component="form" noValidate onInput={clearFault} onSubmit={(event) => void submit(event)} sx={{ gap: 3 }}>
      <WayTabs ways={form.ways} value={way} onChange={choose} />
      <AddressField key={way} way={way} fault={faults[way] ?? faults['account']} inputRef={address} kept={kept} />
      <CodeField
        way={way}
        event="user_retrieve_pwd"
        address={() => address.current?.value ?? ''}
        fault={faults['captcha']}
        onFaults={setFaults}
      />
      <NewPassword
        name="password"
        label={t('joining.password.newPassword')}
        repeatLabel={t('joining.password.confirmPassword')}
        faults={faults}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} sx={{ mt: 2 }}>
        {t('joining.retrieve.submit')}
      </Button>
    </Stack>
  );
}
