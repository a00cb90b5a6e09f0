/** The envelope around every JSON answer (specification, point 7). */
export interface Envelope<T = unknown> {
  /** 1 success, 0 refused; other codes as in the catalogue of faults. */
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  /** Unix seconds. */
  readonly time: number;
}
