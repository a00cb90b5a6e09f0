/** Books the content of the dialog. A booking keeps its idempotency key over repeated submits and lost responses. */
import { createElement, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import type { Json } from '../../../../../common/entity/field';
import { newIdempotencyKey } from '../../../../engine/data/rowsApi';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { useAppSelector } from '../../../../shared/app/createStore';
import { fieldErrors, isCallFault, isRetryable, otherFieldErrors } from '../../../../shared/api/faults';
import { useOpenDialog } from '../../../../shared/controls/DialogHost';
import { useFormatters } from '../../../../shared/i18n/format';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { asRecord, asString } from '../../../../../common/json';
import { selectSessionUser } from '../../../../shared/store/session';
import { lazyWithRetry } from '../../../../ui/lazyWithRetry';
import { createBookingBody, isLargeAmount, computeMinorUnits } from './bookingBody';
import type { Booking } from './bookingDrafts';
import { formatMinorUnits, parseMinorUnits } from '../amounts';
import { readAmount } from './readAmount';
import { showBookedToast } from '../showBookedToast';
import { isApprovalRequiredFault } from '../useRequestBookingApproval';
import type { ConfirmLimits } from './useBookingOptions';
import { createSentBookings, type SentBookingStore } from './sentBookings';

const EntryReceipt = lazyWithRetry(async () => (await import('../ReceiptButton')).EntryReceipt);

export type BookingErrors = Readonly<Partial<Record<'member' | 'amount' | 'memo' | 'reference', string>>>;
/** The confirmation of the next submit: a request for approval, a large amount, or a repetition. `bookingKey`: of `contentKey`. */
export type BookingConfirmation =
  | { readonly kind: 'approval' | 'largeAmount'; readonly bookingKey: string }
  | { readonly kind: 'duplicate'; readonly bookingKey: string; readonly entryNumber: number };

/** Key of a booking by its request, so that `5` and `5.00` are equal. */
function contentKey(booking: Booking): string {
  const minorUnits = computeMinorUnits(booking);
  return JSON.stringify(
    minorUnits === undefined ? booking : [booking.kind, booking.memberId, createBookingBody(booking, minorUnits)],
  );
}

function useSentBookings(): SentBookingStore {
  const { realm } = useApp();
  return createSentBookings(useAppSelector(selectSessionUser(realm))?.id ?? 0);
}

/** Shows the booked amount and opens its receipt on demand. */
function useOnBooked(onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const format = useFormatters();
  const sentBookings = useSentBookings();
  const openDialog = useOpenDialog();
  return (booking: Booking, memberId: number, data: unknown) => {
    const { kind } = booking;
    const row = asRecord(asRecord(data)?.['row']) ?? {};
    const after = parseMinorUnits(kind, row['after'] as Json) ?? 0; // a JSON value
    const n = Number(row['n'] ?? 0);
    const id = Number(row['id'] ?? 0);
    const minorUnits = computeMinorUnits(booking) ?? 0; // checked before it was sent
    const text = t(`ledger.done.${kind}.${minorUnits < 0 ? 'deduct' : 'add'}`, {
      amount: formatMinorUnits(format, kind, Math.abs(minorUnits)),
      after: formatMinorUnits(format, kind, after),
    });
    const openReceipt = () => openDialog((onClose) => createElement(EntryReceipt, { kind, id, onClose }));
    const hasReceipt = id > 0 && asString(row['receipt']) !== '';
    const action = hasReceipt ? { label: t('balance.receipt.title'), run: openReceipt } : undefined;
    showBookedToast(app, t, { memberId, kind, n, text, action });
    sentBookings.markBooked(contentKey(booking), n);
    onDone();
  };
}

/** Validates a booking before it is sent. */
function useValidateBooking() {
  const { t } = useTranslation();
  return ({ kind, memberId, amount, direction, memo }: Booking): BookingErrors => {
    const { issue } = readAmount(kind, amount, direction);
    return {
      ...(memberId === null ? { member: t('ledger.member_missing') } : {}),
      ...(issue === undefined ? {} : { amount: t(`ledger.amount_issue.${issue}`) }),
      ...(memo.trim() === '' ? { memo: t('ledger.memo_missing') } : {}),
    };
  };
}

/** Maps an error response to field errors and other messages. */
function useBookingErrors() {
  const { t } = useTranslation();
  const { fields: labels } = useEntityLabels(userMoneyLog);
  return ({ kind }: Booking, error: unknown): { readonly fieldErrors: BookingErrors; readonly otherErrors: string } => {
    const { [kind]: amount, memo, reference } = fieldErrors(error);
    // A lost response is not an error of the amount.
    const uncertainText = isRetryable(error) && isCallFault(error) ? `${error.msg}\n${t('ledger.doubtful')}` : '';
    const otherErrors = uncertainText || otherFieldErrors(error, [kind, 'memo', 'reference'], labels);
    const generalError = isCallFault(error) && otherErrors === '' ? error.msg : '';
    const isAtField = memo !== undefined || reference !== undefined;
    const amountError = amount ?? (isAtField ? '' : generalError);
    return {
      fieldErrors: {
        ...(amountError === '' ? {} : { amount: amountError }),
        ...(memo === undefined ? {} : { memo }),
        ...(reference === undefined ? {} : { reference }),
      },
      otherErrors,
    };
  };
}

/** Whether a request waits for the password of its user. */
function useIsStepUpPending(): boolean {
  const { stepUp } = useApp();
  return useSyncExternalStore(stepUp.subscribe, stepUp.isPending);
}

function useBookingConfirmation(limits: ConfirmLimits, sentBookings: ReturnType<typeof useSentBookings>) {
  const [confirmation, setConfirmation] = useState<BookingConfirmation>();
  /** Whether the submit needs a confirmation; each is asked for once. */
  const needsConfirmation = (booking: Booking, minorUnits: number): boolean => {
    const content = contentKey(booking);
    if (confirmation?.bookingKey === content) return false;
    const equal = sentBookings.findRecent(content);
    if (equal !== undefined) setConfirmation({ kind: 'duplicate', bookingKey: content, entryNumber: equal.n });
    else if (isLargeAmount(limits, booking.kind, minorUnits))
      setConfirmation({ kind: 'largeAmount', bookingKey: content });
    else return false;
    return true;
  };
  return { confirmation, setConfirmation, needsConfirmation };
}

/** `onDone`: called after an entry was booked. */
export function useBooking(limits: ConfirmLimits, onDone: () => void) {
  const sentBookings = useSentBookings();
  const isStepUpPending = useIsStepUpPending();
  const [isRepeat, setIsRepeat] = useState(false);
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const idempotencyKey = useRef(newIdempotencyKey());
  const [refused, setRefused] = useState<{ readonly booking: Booking; readonly faults: BookingErrors }>();
  const { confirmation, setConfirmation, needsConfirmation } = useBookingConfirmation(limits, sentBookings);
  const [otherErrors, setOtherErrors] = useState('');
  const onBooked = useOnBooked(onDone);
  const validate = useValidateBooking();
  const parseErrors = useBookingErrors();
  const book = async (booking: Booking) => {
    const content = contentKey(booking);
    const { memberId } = booking;
    const { minorUnits } = readAmount(booking.kind, booking.amount, booking.direction);
    const invalid = validate(booking);
    setRefused({ booking, faults: invalid });
    setOtherErrors('');
    if (Object.keys(invalid).length > 0 || minorUnits === undefined || memberId === null) return;
    if (needsConfirmation(booking, minorUnits)) return;
    setConfirmation(undefined);
    // The key of a booking without a response is reused, also after closing the dialog or a reload.
    const unansweredKey = sentBookings.unansweredKey(content);
    const key = unansweredKey ?? idempotencyKey.current;
    setIsRepeat(unansweredKey !== undefined);
    sentBookings.markSent(content, key);
    const body = { user_id: memberId, ...createBookingBody(booking, minorUnits), _mid: key };
    const url = `/admin/user_${booking.kind}_log/add`;
    const { data, error } = await sendRequest({ url, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      onBooked(booking, memberId, data);
      return;
    }
    if (isApprovalRequiredFault(error)) {
      // The server stores the refusal under this key.
      sentBookings.forget(content);
      idempotencyKey.current = newIdempotencyKey();
      setConfirmation({ kind: 'approval', bookingKey: content });
      return;
    }
    const refusal = parseErrors(booking, error);
    setOtherErrors(refusal.otherErrors);
    setRefused({ booking, faults: refusal.fieldErrors });
    if (isRetryable(error)) return;
    // A refused booking is not stored: the next try gets a new key.
    sentBookings.forget(content);
    idempotencyKey.current = newIdempotencyKey();
  };
  const confirmationFor = (booking: Booking) =>
    confirmation?.bookingKey === contentKey(booking) ? confirmation : undefined;
  /** Whether the booking may be stored already: its request runs, or its response was lost. A request that waits for the password is not. */
  const mayBeBooked = (booking: Booking) =>
    isLoading ? isRepeat || !isStepUpPending : sentBookings.unansweredKey(contentKey(booking)) !== undefined;
  return { book, refused, otherErrors, confirmationFor, mayBeBooked, isBusy: isLoading };
}
export type RefusedBooking = ReturnType<typeof useBooking>['refused'];

/** Errors of the fields that still have the refused values. */
export function errorsFor(refused: RefusedBooking, booking: Booking): BookingErrors {
  const { booking: refusedBooking, faults } = refused ?? {};
  const isSameAmount =
    refusedBooking?.kind === booking.kind &&
    refusedBooking.memberId === booking.memberId &&
    refusedBooking.amount === booking.amount &&
    refusedBooking.direction === booking.direction;
  return {
    ...(refusedBooking?.memberId === booking.memberId && faults?.member !== undefined ? { member: faults.member } : {}),
    ...(isSameAmount && faults?.amount !== undefined ? { amount: faults.amount } : {}),
    ...(refusedBooking?.memo === booking.memo && faults?.memo !== undefined ? { memo: faults.memo } : {}),
    ...(refusedBooking?.reference === booking.reference && faults?.reference !== undefined
      ? { reference: faults.reference }
      : {}),
  };
}
