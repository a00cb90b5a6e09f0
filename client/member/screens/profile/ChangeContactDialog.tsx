/** Binds another email address or mobile number: first a code to the bound one (or the password if none is bound), then one to the new one. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type Ref, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import { asString } from '../../../../common/json';
import { FormDeniedAlert, PLAIN_FIELDSET } from '../../layout/useKeepFormOpen';
import { useFormSubmit, type FieldErrors, type FormSubmit } from '../../useFormSubmit';
import { ContactField } from '../../registration/ContactField';
import { VerificationCodeField, type VerificationChannel } from '../../registration/VerificationCodeField';
import { useCheckField, readField, type FormFieldName } from '../../registration/useReadFields';

interface StepProps {
  readonly channel: VerificationChannel;
  readonly formSubmit: FormSubmit;
}
interface PasswordFieldProps {
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
}
function PasswordField({ error, inputRef }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      name="password"
      label={t('registration.bind.current')}
      autoComplete="current-password"
      error={error !== undefined}
      helperText={error ?? ' '}
      inputRef={inputRef}
      maxLength={200}
    />
  );
}

function VerifyCurrentStep({ channel, formSubmit, currentAddress }: StepProps & { readonly currentAddress: string }) {
  const { t } = useTranslation();
  const passwordInput = useRef<HTMLInputElement>(null);
  const { fieldErrors, setFieldErrors } = formSubmit;
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>{t(`registration.bind.first.${channel}`)}</Typography>
      <Typography sx={{ fontWeight: 600 }}>{currentAddress}</Typography>
      <PasswordField error={fieldErrors['password']} inputRef={passwordInput} />
      <VerificationCodeField
        channel={channel}
        event={`user_${channel}_verify`}
        getAddress={() => currentAddress}
        getProof={() => ({ password: passwordInput.current?.value ?? '' })}
        // The bound address is not an input of this step, so its errors are shown here.
        error={fieldErrors['captcha'] ?? fieldErrors[channel]}
        onFieldErrors={setFieldErrors}
      />
    </>
  );
}

interface NewContactStepProps extends StepProps {
  /** Proof of the bound address; undefined if none is bound. */
  readonly verificationToken: string | undefined;
  readonly onVerifyFirst: () => void;
}
function NewContactStep({ channel, formSubmit, verificationToken, onVerifyFirst }: NewContactStepProps) {
  const needsPassword = verificationToken === undefined;
  const { t } = useTranslation();
  const contactInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { fieldErrors, setFieldErrors } = formSubmit;
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>
        {t(`registration.bind.${needsPassword ? 'only' : 'second'}.${channel}`)}
      </Typography>
      {needsPassword && <PasswordField error={fieldErrors['password']} inputRef={passwordInput} />}
      <ContactField channel={channel} error={fieldErrors[channel]} inputRef={contactInput} />
      <VerificationCodeField
        channel={channel}
        event={`user_change_${channel}`}
        getAddress={() => contactInput.current?.value ?? ''}
        getProof={() =>
          needsPassword
            ? { password: passwordInput.current?.value ?? '' }
            : { accountVerificationToken: verificationToken }
        }
        onVerifyFirst={onVerifyFirst}
        error={fieldErrors['captcha']}
        onFieldErrors={setFieldErrors}
      />
    </>
  );
}

/** Checks the fields before the request; of the current password it only checks that there is one. */
function useCheckFields() {
  const { t } = useTranslation();
  const checkField = useCheckField();
  return (requiredFields: readonly FormFieldName[], readValue: (name: string) => string): FieldErrors | undefined => {
    const invalid = requiredFields.flatMap((name) => {
      const missing = readValue(name) === '' ? t('registration.required') : undefined;
      const message = name === 'password' ? missing : checkField(name, readValue(name));
      return message === undefined ? [] : [[name, message] as const];
    });
    return invalid.length > 0 ? Object.fromEntries(invalid) : undefined;
  };
}

interface ChangeContactDialogProps {
  readonly channel: VerificationChannel;
  /** The bound address; empty if there is none. */
  readonly currentAddress: string;
  /** The permission to change it was revoked. */
  readonly isDenied: boolean;
  readonly onClose: () => void;
}
/** The state of the two steps, and their submission; `onClose` runs once the new address is bound. */
function useChangeContact(channel: VerificationChannel, currentAddress: string, onClose: () => void) {
  const formSubmit = useFormSubmit();
  const checkFields = useCheckFields();
  const [initialAddress] = useState(currentAddress);
  const [verificationToken, setVerificationToken] = useState<string>();
  const isVerifyStep = initialAddress !== '' && verificationToken === undefined;
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const readValue = (name: string) => readField(form, name);
    const requiredFields: readonly FormFieldName[] = isVerifyStep
      ? ['captcha']
      : [...(initialAddress === '' ? (['password'] as const) : []), channel, 'captcha'];
    const invalid = checkFields(requiredFields, readValue);
    if (invalid) {
      formSubmit.setFieldErrors(invalid);
      return;
    }
    if (isVerifyStep) {
      const { isOk, data } = await formSubmit.send(
        '/api/account/verification',
        { type: channel, captcha: readValue('captcha') },
        { shownFields: ['captcha', 'password', channel] },
      );
      if (isOk) setVerificationToken(asString(data['accountVerificationToken'], 200));
      return;
    }
    const proof =
      initialAddress === '' ? { password: readValue('password') } : { accountVerificationToken: verificationToken };
    const body = { type: channel, [channel]: readValue(channel), captcha: readValue('captcha'), ...proof };
    const { isOk, data } = await formSubmit.send('/api/account/changeBind', body, {
      shownFields: requiredFields,
      announce: true,
    });
    // The proof of the bound address expired: that step starts again.
    if (!isOk && data['verifyFirst'] === true) setVerificationToken(undefined);
    if (isOk) onClose();
  };
  return { formSubmit, initialAddress, isVerifyStep, verificationToken, setVerificationToken, handleSubmit };
}

export function ChangeContactDialog({ channel, currentAddress, isDenied, onClose }: ChangeContactDialogProps) {
  const { t } = useTranslation();
  const { formSubmit, initialAddress, isVerifyStep, verificationToken, setVerificationToken, handleSubmit } =
    useChangeContact(channel, currentAddress, onClose);
  return (
    <FormDialog
      title={t(initialAddress === '' ? `registration.bind.add_${channel}` : `registration.bind.${channel}`)}
      submitLabel={t(isVerifyStep ? 'registration.bind.next' : 'registration.bind.submit')}
      onSubmit={handleSubmit}
      onClose={onClose}
      isBusy={formSubmit.isBusy}
      disabled={isDenied}
    >
      {isDenied && <FormDeniedAlert />}
      <Stack component="fieldset" disabled={isDenied} sx={{ ...PLAIN_FIELDSET, gap: 3, pt: 1 }}>
        {isVerifyStep ? (
          <VerifyCurrentStep key="first" channel={channel} formSubmit={formSubmit} currentAddress={initialAddress} />
        ) : (
          <NewContactStep
            key="second"
            channel={channel}
            formSubmit={formSubmit}
            verificationToken={verificationToken}
            onVerifyFirst={() => setVerificationToken(undefined)}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
