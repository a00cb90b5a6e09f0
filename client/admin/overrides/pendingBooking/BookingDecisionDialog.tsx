/** Decision about a booking that waits for a second admin; a refusal needs a reason. */
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingBooking } from '../../../../common/entities/pendingBooking';
import { user } from '../../../../common/entities/user';
import type { WireRow } from '../../../../common/entity/projectRow';
import { useRow } from '../../../engine/data/useRow';
import { useApp } from '../../../shared/app/appContext';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useFormatters } from '../../../shared/i18n/format';
import { asRecord, asString } from '../../../../common/json';
import { DecisionReason } from '../approval/DecisionReason';
import type { Decision } from '../approval/decision';
import { useDecision, type DecisionResult } from '../approval/useDecision';
import { formatMinorUnits, formatSignedAmount, parseMinorUnits } from '../ledger/amounts';
import type { LedgerKind } from '../../../../common/ledgerKind';
import { BalancePreview } from '../ledger/BalancePreview';
import { showBookedToast } from '../ledger/showBookedToast';

interface BookingDecisionDialogProps {
  readonly decision: Decision;
  readonly row: WireRow;
  readonly onClose: () => void;
}
const getKind = (row: WireRow): LedgerKind => (row['kind'] === 'score' ? 'score' : 'money');

/** Whether the approval deletes the member instead of booking. */
const isDeletion = (row: WireRow): boolean => row['act'] === 'delete';

/** Shows the result, with the number of a booked entry. */
function useShowResult(decision: Decision, booking: WireRow) {
  const { t } = useTranslation();
  const app = useApp();
  return ({ data, message }: DecisionResult) => {
    const n = Number(asRecord(asRecord(data)?.['row'])?.['n'] ?? 0);
    const account = { memberId: Number(booking['user_id']), kind: getKind(booking) };
    if (decision === 'approve' && !isDeletion(booking) && n > 0)
      showBookedToast(app, t, { ...account, n, text: message });
    else app.toasts.show('success', message);
  };
}

export function BookingDecisionDialog({ decision, row, onClose }: BookingDecisionDialogProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [memo, setMemo] = useState('');
  const showResult = useShowResult(decision, row);
  const onDone = (result: DecisionResult) => {
    showResult(result);
    onClose();
  };
  const { decide, fault, isBusy } = useDecision({ entity: pendingBooking, id: Number(row['id']), decision, onDone });
  const [kind, deletesMember] = [getKind(row), isDeletion(row)];
  const { cachedRow: memberRow } = useRow(user, Number(row['user_id']));
  const minorUnits = parseMinorUnits(kind, row[kind]);
  // Deletions store the negated balance.
  const amount =
    deletesMember && minorUnits !== undefined
      ? formatMinorUnits(format, kind, 0 - minorUnits)
      : formatSignedAmount(t, format, kind, minorUnits);
  return (
    <FormDialog
      title={t(
        decision === 'approve' && deletesMember ? 'ledger.second.delete_title' : `ledger.second.title.${decision}`,
      )}
      submitLabel={t(`ledger.second.submit.${decision}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={deletesMember || decision !== 'approve'}
    >
      <Typography sx={{ fontWeight: 600 }}>{asString(memberRow?.row['nickname'])}</Typography>
      <DialogContentText sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {t(deletesMember ? 'ledger.second.delete_about' : 'ledger.second.about', {
          amount,
          memo: asString(row['memo']),
          name: asString(row['asked_name']),
        })}
      </DialogContentText>
      {decision === 'approve' && !deletesMember && (
        <BalancePreview kind={kind} balance={parseMinorUnits(kind, memberRow?.row[kind])} delta={minorUnits} />
      )}
      <DecisionReason decision={decision} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
