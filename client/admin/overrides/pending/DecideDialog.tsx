/** Decides about a booking that waits for a second person; a refusal says why. */
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
import { DecisionReason } from '../decision/DecisionReason';
import type { Decision } from '../decision/decisions';
import { useDecision, type Answered } from '../decision/useDecision';
import { Preview, sayAmount, saySum, wholeOf } from '../ledger/Preview';
import type { LedgerKind } from '../ledger/readAmount';
import { sayBooked } from '../ledger/sayBooked';

interface DecideDialogProps {
  readonly what: Decision;
  readonly row: WireRow;
  readonly onClose: () => void;
}
const kindOf = (row: WireRow): LedgerKind => (row['kind'] === 'score' ? 'score' : 'money');

/** Whether the approval deletes the member instead of booking. */
const isDeletion = (row: WireRow): boolean => row['act'] === 'delete';

/** Says what became of the booking, with the number of its entry. */
function useSayDecided(what: Decision, booking: WireRow) {
  const { t } = useTranslation();
  const app = useApp();
  return ({ data, said }: Answered) => {
    const n = Number(asRecord(asRecord(data)?.['row'])?.['n'] ?? 0);
    const of = { member: Number(booking['user_id']), kind: kindOf(booking) };
    if (what === 'approve' && !isDeletion(booking) && n > 0) sayBooked(app, t, { ...of, n, text: said });
    else app.toasts.show('success', said);
  };
}

export function DecideDialog({ what, row, onClose }: DecideDialogProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [memo, setMemo] = useState('');
  const say = useSayDecided(what, row);
  const onDone = (answer: Answered) => {
    say(answer);
    onClose();
  };
  const { decide, fault, busy } = useDecision({ entity: pendingBooking, id: Number(row['id']), what, onDone });
  const [kind, deletes] = [kindOf(row), isDeletion(row)];
  const { cachedRow: held } = useRow(user, Number(row['user_id']));
  const whole = wholeOf(kind, row[kind]);
  // A deletion is stored as the negated balance.
  const amount = deletes && whole !== undefined ? sayAmount(format, kind, 0 - whole) : saySum(t, format, kind, whole);
  return (
    <FormDialog
      title={t(what === 'approve' && deletes ? 'ledger.second.delete_title' : `ledger.second.title.${what}`)}
      submitLabel={t(`ledger.second.submit.${what}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      isBusy={busy}
      isDangerous={deletes || what !== 'approve'}
    >
      <Typography sx={{ fontWeight: 600 }}>{asString(held?.row['nickname'])}</Typography>
      <DialogContentText sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {t(deletes ? 'ledger.second.delete_about' : 'ledger.second.about', {
          amount,
          memo: asString(row['memo']),
          name: asString(row['asked_name']),
        })}
      </DialogContentText>
      {what === 'approve' && !deletes && <Preview kind={kind} now={wholeOf(kind, held?.row[kind])} delta={whole} />}
      <DecisionReason decision={what} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
