/** Second step of the sign-in; replaces the password form. */
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api';
import { asRecord } from '../../../common/json';
import { useLazyTranslations } from '../i18n/useLazyTranslations';
import type { SignIn } from '../auth/useSignIn';
import { SecondFactorForm } from './SecondFactorForm';

export function SignInSecondStep({ signIn }: { readonly signIn: SignIn }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { requiredFactor, errors, isBusy, verifyFactor, restart } = signIn;
  const [sendRequest] = api.useRequestMutation();
  if (requiredFactor === undefined) return null;
  const fetchChallenge = async () => {
    const body = { ticket: requiredFactor.ticket };
    const { data } = await sendRequest({
      url: '/admin/Index/secondFactorPasskey',
      method: 'POST',
      body,
      isSilent: true,
    });
    return asRecord(data)?.['options'];
  };
  return (
    <section aria-label={t('secondFactor.step_title')}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('secondFactor.step_title')}
      </Typography>
      <SecondFactorForm
        methods={requiredFactor.kinds}
        submitLabel={t('secondFactor.go_on')}
        isBusy={isBusy}
        errorText={errors.general}
        fetchChallenge={fetchChallenge}
        onProved={(proof) => void verifyFactor(proof)}
        onBack={restart}
      />
    </section>
  );
}
