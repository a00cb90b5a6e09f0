/** What a proof is asked to play, and what it answers. */
import type { Command, Kinds } from './command';
import type { Patience } from './settle';

export interface Order {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly seed: number;
  readonly runs: number;
  /** Longest sequence of commands. */
  readonly length: number;
  readonly people: number;
  /** No new run begins after so long. */
  readonly seconds: number;
  readonly kinds: Kinds;
  readonly shrink: boolean;
  readonly patience: Patience;
  /** Folder of sequences that once failed: played first, and new ones are put there. */
  readonly corpus: string | null;
  /** Begins at this run of the seed, the first being 0: runs before it are neither played nor counted. */
  readonly from?: number;
  /** File to which this report is added, so that proofs of one state of the sources add up. */
  readonly ledger?: string;
}
export interface Report {
  readonly seed: number;
  readonly runs: number;
  readonly writes: number;
  readonly acked: number;
  readonly refused: number;
  readonly frames: number;
  readonly megabytes: number;
  readonly ms: number;
  /** Empty when all is well. */
  readonly violations: readonly string[];
  readonly failing: readonly Command[] | null;
}
