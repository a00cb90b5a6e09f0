/** Decides about a booking that waits for a second person; a refusal says why. */
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { user } from '../../../../common/entities/user';
import type { Wire } from '../../../../common/entity/project';
import { newMid } from '../../../engine/rowsApi';
import { useRow } from '../../../engine/useRow';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { isLost, soleFault } from '../../../shared/faults';
import { useFormat } from '../../../shared/format';
import { useWords } from '../../../shared/i18n';
import { asRecord, asText } from '../../../shared/persist';
import { DecisionReason } from '../decision/DecisionReason';
import type { Decision } from '../decision/decisions';
import { Preview, sayAmount, saySum, wholeOf } from '../ledger/Preview';
import type { LedgerKind } from '../ledger/readAmount';
import { sayBooked } from '../ledger/sayBooked';

interface DecideDialogProps {
  readonly what: Decision;
  readonly row: Wire;
  readonly onClose: () => void;
}
const kindOf = (row: Wire): LedgerKind => (row['kind'] === 'score' ? 'score' : 'money');

/** Whether the approval deletes the member instead of booking. */
const isDeletion = (row: Wire): boolean => row['act'] === 'delete';

function useDecision(what: Decision, booking: Wire, onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const id = Number(booking['id']);
  const say = (n: number) => {
    const of = { member: Number(booking['user_id']), kind: kindOf(booking) };
    if (what === 'approve' && isDeletion(booking)) app.toasts.show('success', t('ledger.second.delete_done'));
    else if (n > 0) sayBooked(app, t, { ...of, n, text: t('ledger.second.approved_as', { n }) });
    else app.toasts.show('success', t(`ledger.second.done.${what}`));
  };
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid, setMid] = useState(newMid);
  const [fault, setFault] = useState('');
  const { fields: names } = useWords(pendingBooking);
  const decide = async (memo: string) => {
    if (what === 'refuse' && memo === '') {
      setFault(t('ledger.second.answer_missing'));
      return;
    }
    const body = { id, _mid: mid, ...(what === 'refuse' ? { memo } : {}) };
    const url = `/admin/${pendingBooking.name}/${what}`;
    const { data, error } = await ask({ url, method: 'POST', body, quiet: true });
    if (error === undefined) {
      say(what === 'approve' ? Number(asRecord(asRecord(data)?.['row'])?.['n'] ?? 0) : 0);
      onDone();
      return;
    }
    if (!isLost(error)) setMid(newMid());
    setFault(soleFault(error, 'memo', names));
  };
  return { decide, fault, busy: isLoading };
}

export function DecideDialog({ what, row, onClose }: DecideDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [memo, setMemo] = useState('');
  const { decide, fault, busy } = useDecision(what, row, onClose);
  const [kind, deletes] = [kindOf(row), isDeletion(row)];
  const { held } = useRow(user, Number(row['user_id']));
  const whole = wholeOf(kind, row[kind]);
  // A deletion is stored as the negated balance.
  const amount = deletes && whole !== undefined ? sayAmount(format, kind, 0 - whole) : saySum(t, format, kind, whole);
  return (
    <FormDialog
      title={t(what === 'approve' && deletes ? 'ledger.second.delete_title' : `ledger.second.title.${what}`)}
      submit={t(`ledger.second.submit.${what}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      busy={busy}
      grave={deletes || what !== 'approve'}
    >
      <Typography sx={{ fontWeight: 600 }}>{asText(held?.row['nickname'])}</Typography>
      <DialogContentText sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {t(deletes ? 'ledger.second.delete_about' : 'ledger.second.about', {
          amount,
          memo: asText(row['memo']),
          name: asText(row['asked_name']),
        })}
      </DialogContentText>
      {what === 'approve' && !deletes && <Preview kind={kind} now={wholeOf(kind, held?.row[kind])} delta={whole} />}
      <DecisionReason decision={what} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
