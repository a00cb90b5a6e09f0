/** The parts of a kind of job, and the arguments of its steps. Types only. */
import type { Lang } from '../../../common/lang';
import type { Json } from '../../../common/entity/field';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';

export type JobData = Readonly<Record<string, Json>>;

/** One run of a job, as its steps see it. */
export interface JobRun {
  readonly id: number;
  readonly services: Services;
  /** Its `inTransaction` and `changeSet` throw like `assertRunning`, and nobody takes the job over before they have committed. */
  readonly writer: Writer;
  /** The system acts in the name of the admin who started the job. */
  readonly ctx: RequestContext;
  /** The admin who started the job; null for the system. */
  readonly adminId: number | null;
  readonly input: JobData;
  /** The results of earlier steps. */
  readonly state: () => JobData;
  /** Records values for later steps, and for a runner that continues after a crash. */
  readonly saveState: (values: JobData) => Promise<void>;
  /** Does work and records what it returns in one transaction: after a crash either both have happened or neither has. */
  readonly transact: (work: (writer: TxWriter, hook: HookContext) => Promise<JobData>) => Promise<void>;
  /** Why the steps are being undone; empty while they run, and for a canceled job. */
  readonly error: () => string;
  /** The same in each language. */
  readonly errorTexts: () => Readonly<Record<Lang, string>>;
  /** Records how much of the current step is finished, from 0 to 1; at most once a second. Throws like `assertRunning`. */
  readonly reportProgress: (share: number) => Promise<void>;
  /** Adds a line to the output. */
  readonly report: (line: string) => void;
  /** Whether this server is being stopped: a step that waits for something throws `JobStoppedError`, and the next process continues the job. */
  readonly isClosing: () => boolean;
  /** Throws when the job was canceled or another runner took it over; long steps call it between batches. */
  readonly assertRunning: () => Promise<void>;
}

/**
 * One step. After a crash the step that was running is run again, so `run` must reach the same result from wherever it stopped. `undo`
 * returns to the state before the step, whether the step ended or not.
 */
export interface JobStep {
  readonly name: string;
  readonly run: (job: JobRun) => Promise<void>;
  readonly undo?: (job: JobRun) => Promise<void>;
}
export interface JobKind {
  readonly kind: string;
  readonly steps: readonly JobStep[];
  /** Deletes rows that undoing the steps would need, in the transaction that records the success: an undone job still has them. */
  readonly deleteOnSuccess?: (job: JobRun, writer: TxWriter, hook: HookContext) => Promise<void>;
  /** Deletes files that undoing the steps would need, once the success is recorded. A failure is only logged. */
  readonly deleteFiles?: (job: JobRun) => Promise<void>;
}

/** A step as the row of the job stores it. */
export interface StoredStep {
  readonly name: string;
  readonly status: 'waiting' | 'running' | 'success' | 'failed' | 'undone';
  /** Unix seconds of its last change. */
  readonly at: number | null;
  /** Why the step, or its undoing, failed. */
  readonly message?: Readonly<Record<Lang, string>>;
}
