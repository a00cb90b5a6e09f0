/** What staff typed for each member, kept while the page is open: closing the dialog loses nothing. */
import type { STAFF_TYPES } from '../../../../common/entities/ledger';
import { useApp, type App } from '../../../shared/app/appContext';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectSessionUser } from '../../../shared/store/session';
import type { Direction, LedgerKind } from './readAmount';

export type StaffType = (typeof STAFF_TYPES)[number];
/** The fields of the dialog as they are typed. */
export interface Booking {
  readonly kind: LedgerKind;
  /** Id of the member; null while none is chosen. */
  readonly member: number | null;
  readonly direction: Direction;
  readonly amount: string;
  readonly memo: string;
  readonly type: StaffType;
  readonly reference: string;
}
export const EMPTY_BOOKING: Omit<Booking, 'kind' | 'member'> = {
  direction: 'add',
  amount: '',
  memo: '',
  type: 'adjust',
  reference: '',
};
interface Memory {
  draft?: Booking;
  /** Reasons typed for reversals, by the id of the entry. */
  readonly reasons: Map<string, string>;
}

/** A member, or the form of a new entry in which the member is chosen. */
export type MemoryKey = number | LedgerKind;
/** By the running client, then by the signed-in person and the member or form. */
const memories = new WeakMap<App['toasts'], Map<string, Memory>>();

const emptyMemory = (): Memory => ({ reasons: new Map() });

/** Reads the signed-in person's memory of one member's bookings; the next person who signs in in the same tab has an empty one. */
export function useBookingMemory(): (key: MemoryKey) => Memory {
  const { realm, toasts } = useApp();
  const person = useAppSelector(selectSessionUser(realm));
  return (key) => {
    const all = memories.get(toasts) ?? new Map<string, Memory>();
    memories.set(toasts, all);
    const own = `${person?.id ?? 0}/${key}`;
    const memory = all.get(own) ?? emptyMemory();
    all.set(own, memory);
    return memory;
  };
}
/** Keeps what is typed; a dialog without any text leaves nothing to keep. */
export function keepDraft(memory: Memory, typed: Booking): void {
  const { amount, memo, reference } = typed;
  if (amount + memo + reference === '') delete memory.draft;
  else memory.draft = typed;
}
