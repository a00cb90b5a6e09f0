/** What staff who look at a member are told: whether it is here, and how far its devices are with what was booked. */
/** The members whose records a tab of staff shows; each such list takes the place of the one before. */
export interface ReceiptsRequest {
  readonly ids: readonly number[];
}
/**
 * How far one device of a member is with what was booked: the newest entry that arrived there, the newest that was in sight
 * (0: none yet), and since when that was, in unix seconds.
 */
export type DeviceReceipt = readonly [arrived: number, seen: number, at: number];
/** A member as it is now; each frame is whole. `gone`: there is no such member for the reader. */
export type ReceiptsFrame =
  | {
      readonly id: number;
      /** Devices connected just now. */
      readonly online: number;
      /** The newest first; absent where the reader may not know the figure. */
      readonly money?: readonly DeviceReceipt[];
      readonly score?: readonly DeviceReceipt[];
    }
  | { readonly id: number; readonly gone: true };
export type ReceiptsAck =
  | { readonly ok: true; readonly frames: readonly ReceiptsFrame[] }
  | { readonly ok: false; readonly code: 400 | 404 | 410 | 429 };
