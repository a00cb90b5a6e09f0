/** An amount too large for one admin alone: the same booking, sent to a second person. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { newMid } from '../../../engine/rowsApi';
import { useMay } from '../../../engine/useMay';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { isCallFault } from '../../../shared/faults';
import { asRecord } from '../../../shared/persist';

/** Whether a refusal says that a second person is needed. */
export const wantsSecond = (error: unknown): boolean =>
  isCallFault(error) && asRecord(error.data)?.['secondPerson'] === true;

interface AskSecondProps {
  /** The member. */
  readonly id: number;
  readonly booking: Readonly<Record<string, string | number>>;
  readonly onDone: () => void;
}
export function AskSecond({ id, booking, onDone }: AskSecondProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const may = useMay(user).mayAct('ask_second');
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid] = useState(newMid);
  const send = async () => {
    const { error } = await ask({
      url: '/admin/user/ask_second',
      method: 'POST',
      body: { id, ...booking, _mid: mid },
    });
    if (error !== undefined) return;
    toasts.show('success', t('ledger.second.asked'));
    onDone();
  };
  return (
    <Alert
      severity="info"
      action={
        may && (
          <Button size="small" color="inherit" loading={isLoading} onClick={() => void send()}>
            {t('ledger.second.ask')}
          </Button>
        )
      }
    >
      {t('ledger.second.needed')}
    </Alert>
  );
}
