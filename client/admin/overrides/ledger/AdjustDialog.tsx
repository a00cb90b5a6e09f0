/** Adjusts what a member has by a signed amount: the preview follows the member's row while one types, since the change is a delta. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import type { Json } from '../../../../common/entity/field';
import { moneyOf } from '../../../../common/text/moneys';
import { newMid } from '../../../engine/rowsApi';
import { useRow } from '../../../engine/useRow';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { fieldFaults, isCallFault, isLost, otherFaults } from '../../../shared/faults';
import { useFormat } from '../../../shared/format';
import { useWords } from '../../../shared/i18n';
import { asRecord } from '../../../shared/persist';
import { MemberPresence } from '../member/MemberPresence';
import { useAskSecond, wantsSecond } from './secondPerson';
import { sayBooked } from './sayBooked';
import { Preview, sayAmount, wholeOf, type LedgerKind } from './Preview';

type Kind = LedgerKind;
const KINDS: readonly Kind[] = ['money', 'score'];

interface Booking {
  readonly kind: Kind;
  readonly amount: string;
  readonly memo: string;
}
const contentOf = (kind: Kind, whole: number, memo: string): Readonly<Record<string, string | number>> => ({
  [kind]: kind === 'money' ? moneyOf(whole) : whole,
  memo: memo.trim(),
});
interface Refused {
  readonly booking: Booking;
  readonly faults: Readonly<Record<string, string>>;
}
/** What is wrong, while that of which it was said still stands in the fields. */
function faultsOf(refused: Refused | undefined, { kind, amount, memo }: Booking) {
  const { booking, faults } = refused ?? {};
  return {
    amount: (booking?.kind === kind && booking.amount === amount && faults?.['amount']) || '',
    memo: (booking?.memo === memo && faults?.['memo']) || '',
  };
}

/** The same dialog is the same booking, however often its button is pressed. */
function useBooking(id: number, onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const format = useFormat();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid, setMid] = useState(newMid);
  const [refused, setRefused] = useState<Refused>();
  const [large, setLarge] = useState<Booking>();
  const [elsewhere, setElsewhere] = useState('');
  const { fields: names } = useWords(userMoneyLog);
  const book = async (booking: Booking) => {
    const { kind, amount, memo } = booking;
    const whole = wholeOf(kind, amount);
    const wrong = {
      ...(whole === undefined || whole === 0 ? { amount: t(`ledger.amount_bad.${kind}`) } : {}),
      ...(memo.trim() === '' ? { memo: t('ledger.memo_missing') } : {}),
    };
    setRefused({ booking, faults: wrong });
    setLarge(undefined);
    setElsewhere('');
    if (Object.keys(wrong).length > 0 || whole === undefined) return;
    const body = { user_id: id, ...contentOf(kind, whole, memo), _mid: mid };
    const { data, error } = await ask({ url: `/admin/user_${kind}_log/add`, method: 'POST', body, quiet: true });
    if (wantsSecond(error)) {
      setLarge(booking);
      return;
    }
    if (error !== undefined) {
      const { [kind]: amountFault, memo: memoFault = '' } = fieldFaults(error);
      // No amount is wrong because an answer was lost.
      const doubt = isLost(error) && isCallFault(error) ? `${error.msg} ${t('ledger.doubtful')}` : '';
      const other = doubt || otherFaults(error, [kind, 'memo'], names);
      setElsewhere(other);
      const general = isCallFault(error) && other === '' ? error.msg : '';
      const told = { amount: amountFault ?? (memoFault === '' ? general : ''), memo: memoFault };
      setRefused({ booking, faults: told });
      // What was refused was not booked: the next try is another one. An answer that was lost may have been a booking.
      if (!isLost(error)) setMid(newMid());
      return;
    }
    const row = asRecord(asRecord(data)?.['row']) ?? {};
    const after = wholeOf(kind, row['after'] as Json) ?? 0; // a value of JSON
    const n = Number(row['n'] ?? 0);
    sayBooked(app, t, { member: id, kind, n, text: t('ledger.done', { n, after: sayAmount(format, kind, after) }) });
    onDone();
  };
  return { book, refused, elsewhere, large, busy: isLoading };
}

/** What is asked of a second person: what was too large, and only while it still stands in the fields. */
function bookingToAsk(large: Booking | undefined, { kind, amount, memo }: Booking) {
  const whole = wholeOf(kind, amount);
  const stands = large?.kind === kind && large.amount === amount && large.memo === memo;
  return stands && whole !== undefined ? { kind, ...contentOf(kind, whole, memo) } : undefined;
}

interface KindTabsProps {
  readonly kinds: readonly Kind[];
  readonly value: Kind;
  readonly onChange: (kind: Kind) => void;
}
function KindTabs({ kinds, value, onChange }: KindTabsProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={value}
      onChange={(_, next: unknown) => onChange(kinds.find((one) => one === next) ?? value)}
    >
      {kinds.map((one) => (
        <ToggleButton key={one} value={one}>
          {t(`ledger.kind.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface AdjustDialogProps {
  readonly id: number;
  readonly name: string;
  readonly kinds: Readonly<Record<Kind, boolean>>;
  readonly onClose: () => void;
}
export function AdjustDialog({ id, name, kinds, onClose }: AdjustDialogProps) {
  const { t } = useTranslation();
  const open = KINDS.filter((kind) => kinds[kind]);
  const [kind, setKind] = useState<Kind>(open[0] ?? 'money');
  const [amount, setAmount] = useState('');
  const [memo, setMemo] = useState('');
  const { held } = useRow(user, id);
  const { book, refused, elsewhere, large, busy } = useBooking(id, onClose);
  const faults = faultsOf(refused, { kind, amount, memo });
  const second = bookingToAsk(large, { kind, amount, memo });
  const asking = useAskSecond(id, onClose);
  return (
    <FormDialog
      title={t('ledger.adjust', { name })}
      submit={t(second && asking.may ? 'ledger.second.ask' : 'ledger.submit')}
      onSubmit={() => (second ? asking.send(second) : book({ kind, amount, memo }))}
      onClose={onClose}
      busy={busy || asking.busy}
      disabled={second !== undefined && !asking.may}
    >
      <Stack sx={{ gap: 3, pt: 1 }}>
        <KindTabs kinds={open} value={kind} onChange={setKind} />
        <Preview kind={kind} now={wholeOf(kind, held?.row[kind])} amount={amount} />
        <MemberPresence id={id} kind={kind} />
        <TextField
          autoFocus
          label={t('ledger.amount')}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={faults.amount !== ''}
          helperText={faults.amount || t('ledger.amount_help')}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <TextField
          label={t('ledger.memo')}
          value={memo}
          onChange={({ target }) => setMemo(target.value)}
          error={faults.memo !== ''}
          helperText={faults.memo || t('ledger.memo_help')}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
        {elsewhere !== '' && <Alert severity="error">{elsewhere}</Alert>}
        {second && <Alert severity="info">{t('ledger.second.needed')}</Alert>}
      </Stack>
    </FormDialog>
  );
}
