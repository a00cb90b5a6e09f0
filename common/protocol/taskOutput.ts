/** What terminal tasks print, on the live connection. */

/** Follows what a task prints from a byte on; `a`: the attempt that byte belongs to. `t` is the client's own short id. */
export interface TaskOutputRequest {
  readonly t: string;
  readonly uuid: string;
  readonly a: number;
  readonly from: number;
}
export type TaskOutputAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 403 | 404 | 429 };
/** The next bytes of a task. Another attempt begins anew at 0; an `off` beyond the last byte says that those between were not kept. */
export interface TaskOutputFrame {
  readonly t: string;
  readonly a: number;
  readonly off: number;
  readonly data: string;
  /** Everything was told: the task is over, or gone. */
  readonly end?: true;
}
