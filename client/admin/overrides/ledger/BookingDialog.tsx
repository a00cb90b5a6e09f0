/** Books an entry for a member. The preview follows the member's row while staff type, since the change is a delta. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { EntityPicker } from '../../../engine/EntityPicker';
import { useRow } from '../../../engine/data/useRow';
import { useTitles } from '../../../engine/data/useTitles';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { MemberPresence } from '../member/MemberPresence';
import { BookingFields, ChoiceTabs } from './BookingFields';
import { contentOf, wholeIn } from './bookingContent';
import { type Booking, EMPTY_BOOKING, keepDraft, useBookingMemory, type MemoryKey } from './bookingMemory';
import { Preview, saySum, wholeOf } from './Preview';
import type { LedgerKind } from './readAmount';
import { useAskSecond } from './secondPerson';
import { faultsOf, useBooking, type Question } from './useBooking';

interface Start {
  /** Where what was typed is kept. */
  readonly keptAs: MemoryKey;
  /** Id of the member; null where none is chosen yet. */
  readonly member: number | null;
  readonly kinds: readonly LedgerKind[];
}
/** The fields of the dialog; what was typed is still there when it is opened again. */
function useTyped({ keptAs, member, kinds }: Start) {
  const memory = useBookingMemory()(keptAs);
  const empty: Booking = { ...EMPTY_BOOKING, kind: kinds[0] ?? 'money', member };
  const isOfMember = member === null || memory.draft?.member === member;
  const draft = isOfMember ? memory.draft : undefined;
  const [booking, setBooking] = useState<Booking>(draft ?? empty);
  const [isKept, setKept] = useState(draft !== undefined);
  const set = (next: Booking) => {
    setBooking(next);
    keepDraft(memory, next);
  };
  const clear = () => {
    set({ ...empty, kind: booking.kind });
    setKept(false);
  };
  const forget = () => {
    delete memory.draft;
  };
  return { booking, isKept, clear, forget, change: (patch: Partial<Booking>) => set({ ...booking, ...patch }) };
}

interface AsksProps {
  readonly question: Question | undefined;
  readonly booking: Booking;
  readonly name: string;
}
/** What the next press of the button means. */
function Asks({ question, booking, name }: AsksProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  if (question === undefined) return null;
  if (question.why === 'second') return <Alert severity="info">{t('ledger.second.needed')}</Alert>;
  if (question.why === 'again') return <Alert severity="warning">{t('ledger.again', { n: question.n })}</Alert>;
  const amount = saySum(t, format, booking.kind, wholeIn(booking));
  return <Alert severity="warning">{t('ledger.large', { amount, name })}</Alert>;
}
const SUBMIT = { second: 'ledger.second.ask', large: 'ledger.large_submit', again: 'ledger.again_submit' } as const;

function KeptNote({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={onClear}>
          {t('ledger.start_over')}
        </Button>
      }
    >
      {t('ledger.kept')}
    </Alert>
  );
}

/** As labels of other fields look. */
const LABEL = {
  ...{ display: 'block', mb: 1, fontSize: '0.8125rem', lineHeight: '1.25rem', fontWeight: 500 },
  ...{ color: 'text.primary', '&.Mui-focused': { color: 'text.primary' } },
} as const;
const focusInput = (root: HTMLElement | null) => root?.querySelector('input')?.focus();

interface MemberInputProps {
  readonly member: number | null;
  readonly fault: string | undefined;
  readonly onChange: (member: number | null) => void;
}
function MemberInput({ member, fault, onChange }: MemberInputProps) {
  const { fields: names } = useEntityLabels(userMoneyLog);
  const id = useId();
  const help = `${id}-help`;
  return (
    <div ref={member === null ? focusInput : undefined}>
      <FormLabel id={`${id}-label`} htmlFor={id} error={fault !== undefined} sx={LABEL}>
        {names['user_id']}
      </FormLabel>
      <EntityPicker
        to={user.name}
        ids={member === null ? [] : [member]}
        onChange={(ids) => onChange(ids[0] ?? null)}
        isMultiple={false}
        id={id}
        invalid={fault !== undefined}
        describedBy={fault === undefined ? undefined : help}
      />
      {fault !== undefined && (
        <FormHelperText id={help} error>
          {fault}
        </FormHelperText>
      )}
    </div>
  );
}

interface OutlookProps {
  readonly booking: Booking;
  readonly isDoubtful: boolean;
  readonly isRefused: boolean;
}
/** What the member has now and will have, and whether the member is online. */
function Outlook({ booking, ...state }: OutlookProps) {
  const { kind, member } = booking;
  const { cachedRow: held } = useRow(user, member);
  return (
    <>
      <Preview kind={kind} now={wholeOf(kind, held?.row[kind])} delta={wholeIn(booking)} {...state} />
      {member !== null && <MemberPresence id={member} kind={kind} />}
    </>
  );
}

interface BookingDialogProps extends Start {
  readonly title: string;
  /** Name of the member; without it the member is chosen in the dialog. */
  readonly name?: string;
  readonly onClose: () => void;
}
export function BookingDialog({ title, name, onClose, ...start }: BookingDialogProps) {
  const { t } = useTranslation();
  const { booking, isKept, clear, forget, change } = useTyped(start);
  const { kind, member } = booking;
  const done = () => {
    forget();
    onClose();
  };
  const { book, refused, elsewhere, asked, isDoubtful, busy } = useBooking(done);
  const chosen = useTitles(user.name, name === undefined && member !== null ? [member] : []);
  const question = asked(booking);
  const asking = useAskSecond(done);
  const whole = wholeIn(booking);
  const mayAsk = question?.why !== 'second' || asking.may;
  const faults = faultsOf(refused, booking);
  const submit = () =>
    question?.why === 'second' && whole !== undefined && member !== null
      ? asking.send(member, { kind, ...contentOf(booking, whole) })
      : book(booking);
  return (
    <FormDialog
      title={title}
      submitLabel={t(question && mayAsk ? SUBMIT[question.why] : 'ledger.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={busy || asking.busy}
      disabled={!mayAsk}
    >
      <Stack sx={{ gap: 3, pt: 1 }}>
        {isKept && <KeptNote onClear={clear} />}
        {name === undefined && (
          <MemberInput member={member} fault={faults.member} onChange={(next) => change({ member: next })} />
        )}
        {start.kinds.length > 1 && (
          <ChoiceTabs
            label={t('ledger.kind_label')}
            options={start.kinds.map((one) => [one, t(`ledger.kind.${one}`)] as const)}
            value={kind}
            onChange={(next) => change({ kind: next })}
          />
        )}
        <Outlook booking={booking} isDoubtful={isDoubtful(booking)} isRefused={faults.amount !== undefined} />
        <BookingFields value={booking} faults={faults} onChange={change} autoFocus={member !== null} />
        {elsewhere !== '' && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {elsewhere}
          </Alert>
        )}
        <Asks {...{ question, booking, name: name ?? (member === null ? '' : (chosen[member] ?? `#${member}`)) }} />
      </Stack>
    </FormDialog>
  );
}
