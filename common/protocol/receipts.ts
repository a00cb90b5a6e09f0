/** Presence and read receipts of a member, as staff receive them. */

/** The socket event of member presence and read receipts, in both directions: staff subscribe to members, the server sends frames. */
export const RECEIPTS_EVENT = 'care';
/** The members whose records a tab of staff shows; each list replaces the previous one. */
export interface ReceiptsRequest {
  readonly ids: readonly number[];
}
/**
 * Read receipts of one device of a member: the newest ledger entry delivered to it, the newest entry seen on it
 * (0: none yet), and when it was seen, in unix seconds.
 */
export type DeviceReceipt = readonly [arrived: number, seen: number, at: number];
/** State of a member; each frame is complete. `gone`: no such member exists for the reader. */
export type ReceiptsFrame =
  | {
      readonly id: number;
      /** Number of connected devices. */
      readonly online: number;
      /** Newest first; absent if the reader may not see the balance. */
      readonly money?: readonly DeviceReceipt[];
      readonly score?: readonly DeviceReceipt[];
    }
  | { readonly id: number; readonly gone: true };
export type ReceiptsAck =
  | { readonly ok: true; readonly frames: readonly ReceiptsFrame[] }
  | { readonly ok: false; readonly code: 400 | 404 | 410 | 429 };
