/** Books an entry for a member. The preview follows the member's row while staff type, since the booking is a delta. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../../common/entities/user';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { EntityPicker } from '../../../../engine/EntityPicker';
import { useRow } from '../../../../engine/data/useRow';
import { useTitles } from '../../../../engine/data/useTitles';
import { FormDialog } from '../../../../shared/controls/FormDialog';
import { useFormatters } from '../../../../shared/i18n/format';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { MemberPresence } from '../../receipts/MemberPresence';
import { BookingFields, ChoiceToggleGroup } from './BookingFields';
import { createBookingBody, computeMinorUnits } from './bookingBody';
import { type Booking, EMPTY_BOOKING, saveBookingDraft, useBookingDrafts, type BookingDraftKey } from './bookingDrafts';
import { formatMinorUnits, formatSignedAmount, parseMinorUnits } from '../amounts';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { BalancePreview } from '../BalancePreview';
import { useRequestBookingApproval } from '../useRequestBookingApproval';
import { errorsFor, useBooking, type BookingConfirmation } from './useBooking';
import { useBookingOptions } from './useBookingOptions';

interface BookingStart {
  /** Key of the stored draft. */
  readonly draftKey: BookingDraftKey;
  /** Null when no member is selected. */
  readonly memberId: number | null;
  readonly kinds: readonly LedgerKind[];
}
/** Fields of the dialog. Closing keeps them as a draft, which the next opening restores. */
function useBookingDraft({ draftKey, memberId, kinds }: BookingStart) {
  const draftStore = useBookingDrafts()(draftKey);
  const empty: Booking = { ...EMPTY_BOOKING, kind: kinds[0] ?? 'money', memberId };
  const isDraftOfMember = memberId === null || draftStore.draft?.memberId === memberId;
  const draft = isDraftOfMember ? draftStore.draft : undefined;
  const [booking, setBooking] = useState<Booking>(draft ?? empty);
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const set = (next: Booking) => {
    setBooking(next);
    saveBookingDraft(draftStore, next);
  };
  const clear = () => {
    set({ ...empty, kind: booking.kind });
    setIsRestored(false);
  };
  const forget = () => {
    delete draftStore.draft;
  };
  return { booking, isRestored, clear, forget, change: (patch: Partial<Booking>) => set({ ...booking, ...patch }) };
}

interface ConfirmationAlertProps {
  readonly confirmation: BookingConfirmation | undefined;
  readonly booking: Booking;
  readonly name: string;
}
/** Explains the next submit. */
function ConfirmationAlert({ confirmation, booking, name }: ConfirmationAlertProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  if (confirmation === undefined) return null;
  if (confirmation.kind === 'approval') return <Alert severity="info">{t('ledger.second.needed')}</Alert>;
  if (confirmation.kind === 'duplicate')
    return <Alert severity="warning">{t('ledger.again', { n: confirmation.entryNumber })}</Alert>;
  const amount = formatSignedAmount(t, format, booking.kind, computeMinorUnits(booking));
  return <Alert severity="warning">{t('ledger.large', { amount, name })}</Alert>;
}
const ASKED_MS = 1_000;
/** Whether the question has just appeared: the second click of a double click must not answer it. */
function useIsJustAsked(isAsked: boolean): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRead(isAsked), isAsked ? ASKED_MS : 0);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return isAsked && !isRead;
}
/** The label of the submit button: what it will do, with the amount when that is large. */
function useSubmitLabel(): (confirmation: BookingConfirmation | undefined, booking: Booking) => string {
  const { t } = useTranslation();
  const format = useFormatters();
  return (confirmation, booking) => {
    if (confirmation?.kind === 'approval') return t('ledger.second.ask');
    if (confirmation?.kind === 'duplicate') return t('ledger.again_submit');
    if (confirmation === undefined) return t('ledger.submit');
    const minorUnits = computeMinorUnits(booking) ?? 0; // a confirmed amount was read before
    const sum = formatMinorUnits(format, booking.kind, Math.abs(minorUnits));
    const amount = booking.kind === 'score' ? t('ledger.points', { amount: sum }) : sum;
    return t(`ledger.large_submit.${minorUnits < 0 ? 'deduct' : 'add'}`, { amount });
  };
}

function DraftNotice({ onClear }: { readonly onClear: () => void }) {
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

/** Style of a field label. */
const LABEL = {
  display: 'block',
  mb: 1,
  fontSize: '0.8125rem',
  lineHeight: '1.25rem',
  fontWeight: 500,
  color: 'text.primary',
  '&.Mui-focused': { color: 'text.primary' },
} as const;
const focusInput = (root: HTMLElement | null) => root?.querySelector('input')?.focus();

interface MemberInputProps {
  readonly memberId: number | null;
  readonly fault: string | undefined;
  readonly onChange: (member: number | null) => void;
}
function MemberInput({ memberId, fault, onChange }: MemberInputProps) {
  const { fields: names } = useEntityLabels(userMoneyLog);
  const id = useId();
  const help = `${id}-help`;
  return (
    <div ref={memberId === null ? focusInput : undefined}>
      <FormLabel id={`${id}-label`} htmlFor={id} error={fault !== undefined} sx={LABEL}>
        {names['user_id']}
      </FormLabel>
      <EntityPicker
        to={user.name}
        ids={memberId === null ? [] : [memberId]}
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
  readonly mayBeBooked: boolean;
  readonly isRefused: boolean;
}
/** Current and resulting balance, and the presence of the member. */
function AccountOutlook({ booking, ...state }: OutlookProps) {
  const { kind, memberId } = booking;
  const { cachedRow: memberRow } = useRow(user, memberId);
  return (
    <>
      <BalancePreview
        kind={kind}
        balance={parseMinorUnits(kind, memberRow?.row[kind])}
        delta={computeMinorUnits(booking)}
        {...state}
      />
      {memberId !== null && <MemberPresence id={memberId} kind={kind} />}
    </>
  );
}

interface BookingDialogProps extends BookingStart {
  readonly title: string;
  /** Name of the member; without it the dialog has a field for the member. */
  readonly name?: string;
  readonly onClose: () => void;
}
export function BookingDialog({ title, name, onClose, ...start }: BookingDialogProps) {
  const { t } = useTranslation();
  const { booking, isRestored, clear, forget, change } = useBookingDraft(start);
  const { kind, memberId } = booking;
  const close = () => {
    forget();
    onClose();
  };
  const { confirm, reasons } = useBookingOptions();
  const { book, refused, otherErrors, confirmationFor, mayBeBooked, isBusy } = useBooking(confirm, close);
  const titles = useTitles(user.name, name === undefined && memberId !== null ? [memberId] : []);
  const confirmation = confirmationFor(booking);
  const submitLabelFor = useSubmitLabel();
  const approval = useRequestBookingApproval(close);
  const minorUnits = computeMinorUnits(booking);
  const canSubmit = confirmation?.kind !== 'approval' || approval.canRequest;
  const isJustAsked = useIsJustAsked(confirmation?.kind === 'largeAmount');
  const faults = errorsFor(refused, booking);
  const submit = () =>
    confirmation?.kind === 'approval' && minorUnits !== undefined && memberId !== null
      ? approval.send(memberId, { kind, ...createBookingBody(booking, minorUnits) })
      : book(booking);
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabelFor(canSubmit ? confirmation : undefined, booking)}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy || approval.isBusy}
      disabled={!canSubmit || isJustAsked}
    >
      <Stack sx={{ gap: 3, pt: 1 }}>
        {isRestored && <DraftNotice onClear={clear} />}
        {name === undefined && (
          <MemberInput memberId={memberId} fault={faults.member} onChange={(next) => change({ memberId: next })} />
        )}
        {start.kinds.length > 1 && (
          <ChoiceToggleGroup
            label={t('ledger.kind_label')}
            options={start.kinds.map((option) => [option, t(`ledger.kind.${option}`)] as const)}
            value={kind}
            onChange={(next) => change({ kind: next })}
          />
        )}
        <AccountOutlook booking={booking} mayBeBooked={mayBeBooked(booking)} isRefused={faults.amount !== undefined} />
        <BookingFields {...{ faults, reasons }} value={booking} onChange={change} autoFocus={memberId !== null} />
        {otherErrors !== '' && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {otherErrors}
          </Alert>
        )}
        <ConfirmationAlert
          {...{ confirmation, booking, name: name ?? (memberId === null ? '' : (titles[memberId] ?? `#${memberId}`)) }}
        />
      </Stack>
    </FormDialog>
  );
}
