/** The second half of confirming that it is oneself: a code, a passkey or a recovery code, with the password already given. */
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorKind } from '../../../common/secondFactor';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { ProofForm, type Proof } from '../factor/ProofForm';
import { isCallFault } from '../../shared/faults';
import { asRecord } from '../../shared/persist';
import { useLaterWords } from '../../shared/useLaterWords';

export interface Second {
  readonly password: string;
  readonly kinds: readonly FactorKind[];
}
interface SecondProofProps {
  readonly second: Second;
  readonly onBack: () => void;
}
export function SecondProof({ second, onBack }: SecondProofProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { stepUp } = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [refusal, setRefusal] = useState('');
  const challenge = async () => {
    const { data } = await ask({ url: '/admin/Index/stepUpPasskey', method: 'POST', body: {}, quiet: true });
    return asRecord(data)?.['options'];
  };
  const prove = async (proof: Proof) => {
    const body = { password: second.password, ...proof };
    const { error } = await ask({ url: '/admin/Index/stepUp', method: 'POST', body, quiet: true });
    if (error === undefined) stepUp.settle(true);
    else setRefusal(isCallFault(error) ? error.msg : '?');
  };
  return (
    <>
      <DialogTitle>{t('factor.step_title')}</DialogTitle>
      <DialogContent>
        <ProofForm
          kinds={second.kinds}
          submit={t('factor.confirm')}
          busy={isLoading}
          refusal={refusal}
          challenge={challenge}
          onProof={(proof) => void prove(proof)}
          onBack={onBack}
        />
      </DialogContent>
    </>
  );
}
