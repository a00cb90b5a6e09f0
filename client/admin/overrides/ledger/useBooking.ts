/** Books what stands in the dialog: one key for one booking, however often its button is pressed and its answer is lost. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import type { Json } from '../../../../common/entity/field';
import { newMutationId } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { useAppSelector } from '../../../shared/app/createStore';
import { fieldErrors, isCallFault, isRetryable, otherFieldErrors } from '../../../shared/api/faults';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { asRecord, asString } from '../../../../common/json';
import { selectSessionUser } from '../../../shared/store/session';
import { contentOf, isLarge, wholeIn } from './bookingContent';
import type { Booking } from './bookingMemory';
import { sayAmount, wholeOf } from './Preview';
import { readAmount } from './readAmount';
import { sayBooked } from './sayBooked';
import { wantsSecond } from './secondPerson';
import { sentBookingsOf, type SentBookingStore } from './sentBookings';

export type Faults = Readonly<Partial<Record<'member' | 'amount' | 'memo' | 'reference', string>>>;
/** What a press of the button waits for: a second person, a look at a large amount, or at an equal booking. */
export type Question =
  | { readonly why: 'second' | 'large'; readonly of: string }
  | { readonly why: 'again'; readonly of: string; readonly n: number };

/** What is sent of a booking, so that `5` and `5.00` are one and the same. */
function keyOf(booking: Booking): string {
  const whole = wholeIn(booking);
  return JSON.stringify(whole === undefined ? booking : [booking.kind, booking.member, contentOf(booking, whole)]);
}

function useSentBookings(): SentBookingStore {
  const { realm } = useApp();
  return sentBookingsOf(useAppSelector(selectSessionUser(realm))?.id ?? 0);
}

/** Says what was booked, with its receipt number. */
function useDone(onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const format = useFormatters();
  const sent = useSentBookings();
  return (booking: Booking, member: number, data: unknown) => {
    const { kind } = booking;
    const row = asRecord(asRecord(data)?.['row']) ?? {};
    const after = wholeOf(kind, row['after'] as Json) ?? 0; // a value of JSON
    const n = Number(row['n'] ?? 0);
    const receipt = asString(row['receipt']);
    const text = t('ledger.done', { n, after: sayAmount(format, kind, after) });
    sayBooked(app, t, {
      ...{ member, kind, n },
      text: receipt === '' ? text : `${text} · ${t('ledger.receipt_number', { receipt })}`,
    });
    sent.noteBooked(keyOf(booking), n);
    onDone();
  };
}

/** The dialog's own judgement, before anything is sent. */
function useJudge() {
  const { t } = useTranslation();
  return ({ kind, member, amount, direction, memo }: Booking): Faults => {
    const { issue } = readAmount(kind, amount, direction);
    return {
      ...(member === null ? { member: t('ledger.member_missing') } : {}),
      ...(issue === undefined ? {} : { amount: t(`ledger.amount_issue.${issue}`) }),
      ...(memo.trim() === '' ? { memo: t('ledger.memo_missing') } : {}),
    };
  };
}

/** What is refused of a booking, at its fields and beside them. */
function useRefusal() {
  const { t } = useTranslation();
  const { fields: names } = useEntityLabels(userMoneyLog);
  return ({ kind }: Booking, error: unknown): { readonly faults: Faults; readonly elsewhere: string } => {
    const { [kind]: amount, memo, reference } = fieldErrors(error);
    // No amount is wrong because an answer was lost.
    const doubt = isRetryable(error) && isCallFault(error) ? `${error.msg}\n${t('ledger.doubtful')}` : '';
    const elsewhere = doubt || otherFieldErrors(error, [kind, 'memo', 'reference'], names);
    const general = isCallFault(error) && elsewhere === '' ? error.msg : '';
    const isAtField = memo !== undefined || reference !== undefined;
    const atAmount = amount ?? (isAtField ? '' : general);
    return {
      faults: {
        ...(atAmount === '' ? {} : { amount: atAmount }),
        ...(memo === undefined ? {} : { memo }),
        ...(reference === undefined ? {} : { reference }),
      },
      elsewhere,
    };
  };
}

/** `onDone`: after an entry was booked. */
export function useBooking(onDone: () => void) {
  const sent = useSentBookings();
  const [ask, { isLoading }] = api.useRequestMutation();
  const mid = useRef(newMutationId());
  const [refused, setRefused] = useState<{ readonly booking: Booking; readonly faults: Faults }>();
  const [question, setQuestion] = useState<Question>();
  const [elsewhere, setElsewhere] = useState('');
  const done = useDone(onDone);
  const judge = useJudge();
  const refusalOf = useRefusal();
  /** Whether the press needs a second look first; the same question is asked once. */
  const asksFirst = (booking: Booking, whole: number): boolean => {
    const content = keyOf(booking);
    const isAnswered = question?.of === content;
    const equal = sent.bookedLately(content);
    if (isAnswered) return false;
    if (equal !== undefined) setQuestion({ why: 'again', of: content, n: equal.n });
    else if (isLarge(booking.kind, whole)) setQuestion({ why: 'large', of: content });
    else return false;
    return true;
  };
  const book = async (booking: Booking) => {
    const content = keyOf(booking);
    const { member } = booking;
    const { whole } = readAmount(booking.kind, booking.amount, booking.direction);
    const wrong = judge(booking);
    setRefused({ booking, faults: wrong });
    setElsewhere('');
    if (Object.keys(wrong).length > 0 || whole === undefined || member === null) return;
    if (asksFirst(booking, whole)) return;
    setQuestion(undefined);
    // A booking whose answer was lost keeps its key, also in a dialog that is opened again and after a reload.
    const key = sent.unansweredKey(content) ?? mid.current;
    sent.noteSent(content, key);
    const body = { user_id: member, ...contentOf(booking, whole), _mid: key };
    const url = `/admin/user_${booking.kind}_log/add`;
    const { data, error } = await ask({ url, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      done(booking, member, data);
      return;
    }
    if (wantsSecond(error)) {
      // The refusal is remembered under its key.
      sent.forget(content);
      mid.current = newMutationId();
      setQuestion({ why: 'second', of: content });
      return;
    }
    const refusal = refusalOf(booking, error);
    setElsewhere(refusal.elsewhere);
    setRefused({ booking, faults: refusal.faults });
    if (isRetryable(error)) return;
    // What was refused was not booked: the next try is another one.
    sent.forget(content);
    mid.current = newMutationId();
  };
  const asked = (booking: Booking) => (question?.of === keyOf(booking) ? question : undefined);
  /** Whether the booking may be in the ledger already: its request runs, or its answer was lost. */
  const isDoubtful = (booking: Booking) => isLoading || sent.unansweredKey(keyOf(booking)) !== undefined;
  return { book, refused, elsewhere, asked, isDoubtful, busy: isLoading };
}
export type Refused = ReturnType<typeof useBooking>['refused'];

/** What is wrong, while that of which it was said still stands in the fields. */
export function faultsOf(refused: Refused, booking: Booking): Faults {
  const { booking: said, faults } = refused ?? {};
  const isSameAmount =
    said?.kind === booking.kind &&
    said.member === booking.member &&
    said.amount === booking.amount &&
    said.direction === booking.direction;
  return {
    ...(said?.member === booking.member && faults?.member !== undefined ? { member: faults.member } : {}),
    ...(isSameAmount && faults?.amount !== undefined ? { amount: faults.amount } : {}),
    ...(said?.memo === booking.memo && faults?.memo !== undefined ? { memo: faults.memo } : {}),
    ...(said?.reference === booking.reference && faults?.reference !== undefined
      ? { reference: faults.reference }
      : {}),
  };
}
