/** The registration form and the password reset form (`retrieve`, as its texts and the address name it). */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { RegisterForm } from './RegisterForm';
import { ResetPasswordForm } from './ResetPasswordForm';
import { useRegistrationOptions } from './useRegistrationOptions';

interface RegistrationFormsProps {
  readonly formKind: 'register' | 'retrieve';
  readonly onSignIn: () => void;
}
export function RegistrationForms({ formKind, onSignIn }: RegistrationFormsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const options = useRegistrationOptions();
  return (
    <>
      <Typography variant="h1">{t(`registration.${formKind}.heading`)}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1, mb: 6 }}>{t(`registration.${formKind}.lead`)}</Typography>
      {options === undefined && <Skeleton height={320} />}
      {options?.isClosed && <Alert severity="warning">{t('faults.member.disabled')}</Alert>}
      {/* Stays mounted while registration is closed, so that typed text is kept. */}
      <Box hidden={options?.isClosed}>
        {options &&
          (formKind === 'register' ? (
            <RegisterForm options={options} />
          ) : (
            <ResetPasswordForm options={options} onDone={onSignIn} />
          ))}
      </Box>
    </>
  );
}
