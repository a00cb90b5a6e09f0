/** Binding another address: first the present one answers (or the password, where none is bound), then the new one. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type Ref, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import { asText } from '../../../shared/persist';
import { DeniedNote, FIELDSET } from '../../frame/openForm';
import { useSending, type Faults, type Sending } from '../../useSending';
import { AddressField } from '../../joining/AddressField';
import { CodeField, type Way } from '../../joining/CodeField';
import { useLength, valueIn, type GivenName } from '../../joining/given';

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
    <PasswordInput
      name="password"
      label={t('joining.bind.current')}
      autoComplete="current-password"
      error={fault !== undefined}
      helperText={fault ?? ' '}
      inputRef={inputRef}
      maxLength={200}
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

/** What is wrong before anything is sent; of the present password that is only that it is missing. */
function useJudge() {
  const { t } = useTranslation();
  const judgeLength = useLength();
  return (wanted: readonly GivenName[], read: (name: string) => string): Faults | undefined => {
    const wrong = wanted.flatMap((name) => {
      const missing = read(name) === '' ? t('joining.required') : undefined;
      const said = name === 'password' ? missing : judgeLength(name, read(name));
      return said === undefined ? [] : [[name, said] as const];
    });
    return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
  };
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
  const sending = useSending();
  const judge = useJudge();
  const [had] = useState(bound);
  const [pass, setPass] = useState<string>();
  const first = had !== '' && pass === undefined;
  const proceed = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const read = (name: string) => valueIn(form, name);
    const wanted: readonly GivenName[] = first
      ? ['captcha']
      : [...(had === '' ? (['password'] as const) : []), way, 'captcha'];
    const wrong = judge(wanted, read);
    if (wrong) {
      sending.setFaults(wrong);
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
    const { ok, data } = await sending.send('/api/account/changeBind', body, { shown: wanted, announce: true });
    // The proof of the present address is over: there is no way on but to give it anew.
    if (!ok && data['verifyFirst'] === true) setPass(undefined);
    if (!ok) return;
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
