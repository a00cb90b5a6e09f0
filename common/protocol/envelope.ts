/** The envelope of every JSON response. */
export interface Envelope<T = unknown> {
  /** 1 success, 0 refused; other codes as in `FAULTS`. */
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  /** Unix seconds. */
  readonly time: number;
}
