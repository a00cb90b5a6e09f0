/** Two-step verification of the member: turn on, turn off, new recovery codes. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import { useApp } from '../../../shared/app/appContext';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useSecondFactor, type SecondFactor } from '../../../shared/secondFactor/useSecondFactor';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { ConfirmFactorDialog, PasswordDialog } from './factorDialogs';

const AuthenticatorDialog = lazyWithRetry(
  async () => (await import('../../../shared/secondFactor/AuthenticatorDialog')).AuthenticatorDialog,
);
const RecoveryCodes = lazyWithRetry(
  async () => (await import('../../../shared/secondFactor/RecoveryCodes')).RecoveryCodes,
);

/** The running change; `password`: that of the person who sets up an app. */
type PendingStep = 'password' | 'turn_off' | 'renew' | { readonly password: string };
interface StepProps {
  readonly secondFactor: SecondFactor;
  readonly step: PendingStep | undefined;
  readonly onStep: (step: PendingStep | undefined) => void;
}
function PendingDialog({ secondFactor, step, onStep }: StepProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const close = () => onStep(undefined);
  if (step === undefined) return null;
  if (step === 'password') return <PasswordDialog onPassword={(password) => onStep({ password })} onClose={close} />;
  if (step === 'turn_off')
    return (
      <ConfirmFactorDialog
        title={t('secondFactor.turn_off_title')}
        text={t('secondFactor.turn_off_text')}
        submitLabel={t('secondFactor.turn_off')}
        isBusy={secondFactor.isBusy}
        onProved={(proof) => secondFactor.send('otpRemove', proof)}
        onDone={() => {
          close();
          toasts.show('success', t('secondFactor.turn_off_done'));
        }}
        onClose={close}
      />
    );
  if (step === 'renew')
    return (
      <ConfirmFactorDialog
        title={t('secondFactor.codes_renew_title')}
        text={t('secondFactor.renew_text')}
        submitLabel={t('secondFactor.codes_renew')}
        isBusy={secondFactor.isBusy}
        onProved={(proof) => secondFactor.send('recoveryRenew', proof)}
        onDone={close}
        onClose={close}
      />
    );
  return <AuthenticatorDialog secondFactor={secondFactor} password={step.password} onClose={close} />;
}

export function MemberSecondFactor() {
  useLazyTranslations();
  const { t } = useTranslation();
  const secondFactor = useSecondFactor();
  const { state, isReady, codes, dismissCodes } = secondFactor;
  const [step, setStep] = useState<PendingStep>();
  return (
    <ProfileSection title={t('secondFactor.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
        {t('secondFactor.member_lead')}
      </Typography>
      <ReadOnlyDuringSupport>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ flex: 1, fontWeight: 500 }}>
            {isReady &&
              (state.otp ? t('secondFactor.member_on', { left: state.recovery }) : t('secondFactor.member_off'))}
          </Typography>
          {state.otp && (
            <Button size="small" onClick={() => setStep('renew')}>
              {t('secondFactor.codes_renew')}
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            disabled={!isReady}
            onClick={() => setStep(state.otp ? 'turn_off' : 'password')}
          >
            {state.otp ? t('secondFactor.turn_off') : t('secondFactor.turn_on')}
          </Button>
        </Stack>
      </ReadOnlyDuringSupport>
      <Suspense fallback={null}>
        <PendingDialog secondFactor={secondFactor} step={step} onStep={setStep} />
        {codes.length > 0 && <RecoveryCodes codes={codes} onDone={dismissCodes} />}
      </Suspense>
    </ProfileSection>
  );
}
