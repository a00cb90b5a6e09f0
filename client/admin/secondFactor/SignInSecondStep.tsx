/** The second step of signing in, in the place of the form with the password. */
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api/api';
import { asRecord } from '../../../common/json';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import type { SignIn } from '../../shared/auth/useSignIn';
import { SecondFactorForm } from './SecondFactorForm';

export function SignInSecondStep({ signIn }: { readonly signIn: SignIn }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { requiredFactor: secondStep, errors: errorText, isBusy, verifyFactor: submitProof, restart: back } = signIn;
  const [sendRequest] = api.useRequestMutation();
  if (secondStep === undefined) return null;
  const fetchChallenge = async () => {
    const body = { ticket: secondStep.ticket };
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
        methods={secondStep.kinds}
        submitLabel={t('secondFactor.go_on')}
        isBusy={isBusy}
        errorText={errorText.general}
        fetchChallenge={fetchChallenge}
        onProof={(proof) => void submitProof(proof)}
        onBack={back}
      />
    </section>
  );
}
