/** Adjusts what a member has by an amount: the preview follows the member's row while one types, since the change is a delta. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { useRow } from '../../../engine/useRow';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useFormat } from '../../../shared/format';
import { MemberPresence } from '../member/MemberPresence';
import { BookingFields, ChoiceTabs } from './BookingFields';
import { contentOf, wholeIn } from './bookingContent';
import { type Booking, EMPTY_BOOKING, keepDraft, memoryOf } from './bookingMemory';
import { Preview, saySum, wholeOf } from './Preview';
import { readAmount, type LedgerKind } from './readAmount';
import { useAskSecond } from './secondPerson';
import { faultsOf, useBooking, type Question } from './useBooking';

const KINDS: readonly LedgerKind[] = ['money', 'score'];

/** The fields of the dialog; what was typed is still there when it is opened again. */
function useTyped(member: number, first: LedgerKind) {
  const memory = memoryOf(useApp(), member);
  const [booking, setBooking] = useState<Booking>(() => memory.draft ?? { ...EMPTY_BOOKING, kind: first });
  const [isKept, setKept] = useState(memory.draft !== undefined);
  const set = (next: Booking) => {
    setBooking(next);
    keepDraft(memory, next);
  };
  const clear = () => {
    set({ ...EMPTY_BOOKING, kind: booking.kind });
    setKept(false);
  };
  return { booking, isKept, clear, change: (patch: Partial<Booking>) => set({ ...booking, ...patch }) };
}

interface AsksProps {
  readonly question: Question | undefined;
  readonly booking: Booking;
  readonly name: string;
}
/** What the next press of the button means. */
function Asks({ question, booking, name }: AsksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (question === undefined) return null;
  if (question.why === 'second') return <Alert severity="info">{t('ledger.second.needed')}</Alert>;
  if (question.why === 'again') return <Alert severity="warning">{t('ledger.again', { n: question.n })}</Alert>;
  const amount = saySum(t, format, booking.kind, wholeIn(booking));
  return <Alert severity="warning">{t('ledger.large', { amount, name })}</Alert>;
}
const SUBMIT = { second: 'ledger.second.ask', large: 'ledger.large_submit', again: 'ledger.again_submit' } as const;

interface AdjustDialogProps {
  readonly id: number;
  readonly name: string;
  readonly kinds: Readonly<Record<LedgerKind, boolean>>;
  readonly onClose: () => void;
}
export function AdjustDialog({ id, name, kinds, onClose }: AdjustDialogProps) {
  const { t } = useTranslation();
  const open = KINDS.filter((kind) => kinds[kind]);
  const { booking, isKept, clear, change } = useTyped(id, open[0] ?? 'money');
  const { kind, amount, direction } = booking;
  const { held } = useRow(user, id);
  const { book, refused, elsewhere, asked, busy } = useBooking(id, onClose);
  const question = asked(booking);
  const asking = useAskSecond(id, onClose);
  const typed = readAmount(kind, amount, direction);
  const mayAsk = question?.why !== 'second' || asking.may;
  const submit = () =>
    question?.why === 'second' && typed.whole !== undefined
      ? asking.send({ kind, ...contentOf(booking, typed.whole) })
      : book(booking);
  return (
    <FormDialog
      title={t('ledger.adjust', { name })}
      submit={t(question && mayAsk ? SUBMIT[question.why] : 'ledger.submit')}
      onSubmit={submit}
      onClose={onClose}
      busy={busy || asking.busy}
      disabled={!mayAsk}
    >
      <Stack sx={{ gap: 3, pt: 1 }}>
        {isKept && (
          <Alert
            severity="info"
            action={
              <Button color="inherit" size="small" onClick={clear}>
                {t('ledger.start_over')}
              </Button>
            }
          >
            {t('ledger.kept')}
          </Alert>
        )}
        <ChoiceTabs
          label={t('ledger.kind_label')}
          options={open.map((one) => [one, t(`ledger.kind.${one}`)] as const)}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        <Preview
          kind={kind}
          now={wholeOf(kind, held?.row[kind])}
          delta={typed.whole}
          issue={amount === '' ? undefined : typed.issue}
        />
        <MemberPresence id={id} kind={kind} />
        <BookingFields value={booking} faults={faultsOf(refused, booking)} onChange={change} />
        {elsewhere !== '' && <Alert severity="error">{elsewhere}</Alert>}
        <Asks {...{ question, booking, name }} />
      </Stack>
    </FormDialog>
  );
}
