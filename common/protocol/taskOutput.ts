/** Output of terminal tasks on the live connection. */

/** Subscribes to the output of a task from a byte offset; `a`: the attempt of that offset. `t` is the client's own short id. */
export interface TaskOutputRequest {
  readonly t: string;
  readonly uuid: string;
  readonly a: number;
  readonly from: number;
}
export type TaskOutputAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 403 | 404 | 429 };
/**
 * The next bytes of a task; `t`: the client's short id, `a`: the attempt, `off`: the byte offset. A new attempt begins at 0; an `off`
 * beyond the last byte means that the bytes between were not stored.
 */
export interface TaskOutputFrame {
  readonly t: string;
  readonly a: number;
  readonly off: number;
  readonly data: string;
  /** The output is complete: the task has ended, or was deleted. */
  readonly end?: true;
}
