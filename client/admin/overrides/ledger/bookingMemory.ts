/** What staff typed and booked lately for each member, kept while the tab is open: closing the dialog loses nothing, and nothing is booked twice unnoticed. */
import type { STAFF_TYPES } from '../../../../common/entities/ledger';
import type { App } from '../../../shared/app';
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
interface Booked {
  /** Number of the entry in the account. */
  readonly n: number;
  /** Unix milliseconds. */
  readonly at: number;
}
interface Memory {
  draft?: Booking;
  /** Reasons typed for reversals, by the id of the entry. */
  readonly reasons: Map<string, string>;
  /** Idempotency keys of bookings whose answer was lost, by their content. */
  readonly lost: Map<string, string>;
  readonly booked: Map<string, Booked>;
}

/** How long an equal booking is taken for a repetition. */
const RECENT_MS = 10 * 60_000;
/** A member, or the form of a new entry in which the member is chosen. */
export type MemoryKey = number | LedgerKind;
const memories = new WeakMap<App['toasts'], Map<MemoryKey, Memory>>();

const emptyMemory = (): Memory => ({ reasons: new Map(), lost: new Map(), booked: new Map() });

/** The memory of one member's bookings; `toasts` identifies the tab and its session. */
export function memoryOf({ toasts }: Pick<App, 'toasts'>, key: MemoryKey): Memory {
  const all = memories.get(toasts) ?? new Map<MemoryKey, Memory>();
  memories.set(toasts, all);
  const memory = all.get(key) ?? emptyMemory();
  all.set(key, memory);
  return memory;
}
/** Keeps what is typed; a dialog without any text leaves nothing to keep. */
export function keepDraft(memory: Memory, typed: Booking): void {
  const { amount, memo, reference } = typed;
  if (amount + memo + reference === '') delete memory.draft;
  else memory.draft = typed;
}
/** An equal booking of the last minutes. */
export function bookedLately(memory: Memory, content: string, now = Date.now()): Booked | undefined {
  const booked = memory.booked.get(content);
  return booked !== undefined && now - booked.at < RECENT_MS ? booked : undefined;
}
