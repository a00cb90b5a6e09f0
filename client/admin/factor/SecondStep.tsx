/** The second step of signing in, in the place of the form with the password. */
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { asRecord } from '../../shared/persist';
import { useLaterWords } from '../../shared/useLaterWords';
import type { SignIn } from '../../shared/useSignIn';
import { ProofForm } from './ProofForm';

export function SecondStep({ signIn }: { readonly signIn: SignIn }) {
  useLaterWords();
  const { t } = useTranslation();
  const { second, refusal, busy, answer, back } = signIn;
  const [ask] = api.useRequestMutation();
  if (second === undefined) return null;
  const challenge = async () => {
    const body = { ticket: second.ticket };
    const { data } = await ask({ url: '/admin/Index/secondFactorPasskey', method: 'POST', body, quiet: true });
    return asRecord(data)?.['options'];
  };
  return (
    <section aria-label={t('factor.step_title')}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('factor.step_title')}
      </Typography>
      <ProofForm
        kinds={second.kinds}
        submit={t('factor.go_on')}
        busy={busy}
        refusal={refusal.general}
        challenge={challenge}
        onProof={(proof) => void answer(proof)}
        onBack={back}
      />
    </section>
  );
}
