/** Second step of a step-up: code, passkey or recovery code, sent together with the password. */
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorKind } from '../../../../common/secondFactor';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { SecondFactorForm, type SecondFactorProof } from '../../../shared/secondFactor/SecondFactorForm';
import { getErrorText } from '../../../shared/api/faults';
import { asRecord } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export interface PendingSecondFactor {
  readonly password: string;
  readonly kinds: readonly FactorKind[];
}
interface SecondFactorStepProps {
  readonly secondFactor: PendingSecondFactor;
  readonly onBack: () => void;
}
export function SecondFactorStep({ secondFactor, onBack }: SecondFactorStepProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { stepUp } = useApp();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [errorText, setErrorText] = useState('');
  const fetchChallenge = async () => {
    const { data } = await sendRequest({ url: '/admin/Index/stepUpPasskey', method: 'POST', body: {}, isSilent: true });
    return asRecord(data)?.['options'];
  };
  const submitProof = async (proof: SecondFactorProof) => {
    const body = { password: secondFactor.password, ...proof };
    const { error } = await sendRequest({ url: '/admin/Index/stepUp', method: 'POST', body, isSilent: true });
    if (error === undefined) stepUp.resolve(true);
    else setErrorText(getErrorText(error, t('shell.failed.crash')));
  };
  return (
    <>
      <DialogTitle>{t('secondFactor.step_title')}</DialogTitle>
      <DialogContent>
        <SecondFactorForm
          methods={secondFactor.kinds}
          submitLabel={t('secondFactor.confirm')}
          isBusy={isLoading}
          errorText={errorText}
          fetchChallenge={fetchChallenge}
          onProved={(proof) => void submitProof(proof)}
          onBack={onBack}
        />
      </DialogContent>
    </>
  );
}
