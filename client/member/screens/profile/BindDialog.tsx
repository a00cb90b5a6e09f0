/** Binding another address: first the present one answers (or the password, where none is bound), then the new one. */
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState, type Ref, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { asText } from '../../../shared/persist';
import { DeniedNote, FIELDSET } from '../../frame/openForm';
import { useSending, type Sending } from '../../useSending';
import { AddressField } from '../../joining/AddressField';
import { CodeField, type Way } from '../../joining/CodeField';

interface StepProps {
  readonly way: Way;
  readonly sending: Sending;
}
function PasswordField({
  fault,
  inputRef,
}: {
  readonly fault: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      name="password"
      type="password"
      label={t('joining.bind.current')}
      autoComplete="current-password"
      error={fault !== undefined}
      helperText={fault ?? ' '}
      inputRef={inputRef}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}

function First({ way, sending, bound }: StepProps & { readonly bound: string }) {
  const { t } = useTranslation();
  const secret = useRef<HTMLInputElement>(null);
  const { faults, setFaults } = sending;
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>{t(`joining.bind.first.${way}`)}</Typography>
      <Typography sx={{ fontWeight: 600 }}>{bound}</Typography>
      <PasswordField fault={faults['password']} inputRef={secret} />
      <CodeField
        way={way}
        event={`user_${way}_verify`}
        address={() => bound}
        proof={() => ({ password: secret.current?.value ?? '' })}
        // The present address is told, not typed: what is refused of it stands here.
        fault={faults['captcha'] ?? faults[way]}
        onFaults={setFaults}
      />
    </>
  );
}

interface SecondProps extends StepProps {
  /** What the present address gave; nothing where none is bound. */
  readonly pass: string | undefined;
  readonly onVerifyFirst: () => void;
}
function Second({ way, sending, pass, onVerifyFirst }: SecondProps) {
  const needsPassword = pass === undefined;
  const { t } = useTranslation();
  const address = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const { faults, setFaults } = sending;
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>
        {t(`joining.bind.${needsPassword ? 'only' : 'second'}.${way}`)}
      </Typography>
      {needsPassword && <PasswordField fault={faults['password']} inputRef={secret} />}
      <AddressField way={way} fault={faults[way]} inputRef={address} />
      <CodeField
        way={way}
        event={`user_change_${way}`}
        address={() => address.current?.value ?? ''}
        proof={() => (needsPassword ? { password: secret.current?.value ?? '' } : { accountVerificationToken: pass })}
        onVerifyFirst={onVerifyFirst}
        fault={faults['captcha']}
        onFaults={setFaults}
      />
    </>
  );
}

interface BindDialogProps {
  readonly way: Way;
  /** The present address; empty when none is bound. */
  readonly bound: string;
  /** The right to change it is gone. */
  readonly denied: boolean;
  readonly onClose: () => void;
}
export function BindDialog({ way, bound, denied, onClose }: BindDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const sending = useSending();
  const [had] = useState(bound);
  const [pass, setPass] = useState<string>();
  const first = had !== '' && pass === undefined;
  const proceed = async (event: SubmitEvent<HTMLFormElement>) => {
    const given = new FormData(event.currentTarget);
    const read = (name: string) => asText(given.get(name), 254);
    const wanted = first ? ['captcha'] : [...(had === '' ? ['password'] : []), way, 'captcha'];
    const missing = wanted.filter((name) => read(name) === '');
    if (missing.length > 0) {
      sending.setFaults(Object.fromEntries(missing.map((name) => [name, t('joining.required')])));
      return;
    }
    if (first) {
      const { ok, data } = await sending.send(
        '/api/account/verification',
        { type: way, captcha: read('captcha') },
        { shown: ['captcha', 'password', way] },
      );
      if (ok) setPass(asText(data['accountVerificationToken'], 200));
      return;
    }
    const proof = had === '' ? { password: read('password') } : { accountVerificationToken: pass };
    const body = { type: way, [way]: read(way), captcha: read('captcha'), ...proof };
    const { ok, data } = await sending.send('/api/account/changeBind', body, { shown: wanted });
    // The proof of the present address is over: there is no way on but to give it anew.
    if (!ok && data['verifyFirst'] === true) setPass(undefined);
    if (!ok) return;
    toasts.show('success', t('joining.bind.done'));
    onClose();
  };
  return (
    <FormDialog
      title={t(had === '' ? `joining.bind.add_${way}` : `joining.bind.${way}`)}
      submit={t(first ? 'joining.bind.next' : 'joining.bind.submit')}
      onSubmit={proceed}
      onClose={onClose}
      busy={sending.busy}
      disabled={denied}
    >
      {denied && <DeniedNote />}
      <Stack component="fieldset" disabled={denied} sx={{ ...FIELDSET, gap: 3, pt: 1 }}>
        {first ? (
          <First key="first" way={way} sending={sending} bound={had} />
        ) : (
          <Second key="second" way={way} sending={sending} pass={pass} onVerifyFirst={() => setPass(undefined)} />
        )}
      </Stack>
    </FormDialog>
  );
}
