/** An import as its job works on it. Types only. */
import type { RequestContext } from '../context';
import type { JobRun } from '../modules/jobs/jobKind';
import type { ImportPlan } from './importPlan';
import type { StoredImport } from './storedImport';

export interface RunningImport {
  readonly job: JobRun;
  readonly stored: StoredImport;
  readonly plan: ImportPlan;
  /** The context of the person, for writes with its rights. */
  readonly ctx: RequestContext;
}
