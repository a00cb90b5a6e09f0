/** Drafts of bookings and reversals in memory, while the page is open. */
import type { STAFF_TYPES } from '../../../../../common/entities/ledger';
import { useApp, type App } from '../../../../shared/app/appContext';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectSessionUser } from '../../../../shared/store/session';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import type { Direction } from './readAmount';

export type StaffType = (typeof STAFF_TYPES)[number];
/** Fields of the dialog as typed. */
export interface Booking {
  readonly kind: LedgerKind;
  /** Null while no member is selected. */
  readonly memberId: number | null;
  readonly direction: Direction;
  readonly amount: string;
  readonly memo: string;
  readonly type: StaffType;
  readonly reference: string;
}
export const EMPTY_BOOKING: Omit<Booking, 'kind' | 'memberId'> = {
  direction: 'add',
  amount: '',
  memo: '',
  type: 'adjust',
  reference: '',
};
interface DraftStore {
  draft?: Booking;
  /** Typed reasons of reversals, by entity and entry id. */
  readonly reversalReasons: Map<string, string>;
}

/** Id of a member, or the kind for the form that has a field for the member. */
export type BookingDraftKey = number | LedgerKind;
/** Stores by client, then by signed-in admin and draft key. */
const storesByClient = new WeakMap<App['toasts'], Map<string, DraftStore>>();

const createDraftStore = (): DraftStore => ({ reversalReasons: new Map() });

/** Returns the draft stores of the signed-in admin. Another admin who signs in in the same tab has other stores. */
export function useBookingDrafts(): (key: BookingDraftKey) => DraftStore {
  const { realm, toasts } = useApp();
  const user = useAppSelector(selectSessionUser(realm));
  return (key) => {
    const stores = storesByClient.get(toasts) ?? new Map<string, DraftStore>();
    storesByClient.set(toasts, stores);
    const storeKey = `${user?.id ?? 0}/${key}`;
    const draftStore = stores.get(storeKey) ?? createDraftStore();
    stores.set(storeKey, draftStore);
    return draftStore;
  };
}
/** Stores the fields; deletes the draft when all texts are empty. */
export function saveBookingDraft(draftStore: DraftStore, booking: Booking): void {
  const { amount, memo, reference } = booking;
  if (amount + memo + reference === '') delete draftStore.draft;
  else draftStore.draft = booking;
}
