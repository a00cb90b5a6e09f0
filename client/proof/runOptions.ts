/** Options of the model-based test and its report. */
import type { Command, Kinds } from './command';
import type { SettleTimeouts } from './waitUntilSettled';

export interface RunOptions {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly seed: number;
  readonly runs: number;
  /** Longest sequence of commands. */
  readonly length: number;
  readonly people: number;
  /** No new run begins after so many seconds. */
  readonly seconds: number;
  readonly kinds: Kinds;
  readonly shrink: boolean;
  readonly settleTimeouts: SettleTimeouts;
  /** Folder of sequences that failed earlier: they run first, and new ones are added. */
  readonly corpus: string | null;
  /** Number of the first run of the seed, counted from 0; earlier ones are skipped and not counted. */
  readonly from?: number;
  /** File to which the report is appended. */
  readonly log?: string;
}
export interface RunReport {
  readonly seed: number;
  readonly runs: number;
  readonly writes: number;
  readonly acked: number;
  readonly refused: number;
  readonly frames: number;
  readonly megabytes: number;
  readonly ms: number;
  /** One sentence for each violated invariant. */
  readonly violations: readonly string[];
  readonly failing: readonly Command[] | null;
}
