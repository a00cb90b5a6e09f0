/** The state of a running import job. Types only. */
import type { RequestContext } from '../context';
import type { JobRun } from '../modules/jobs/jobKind';
import type { ImportPlan } from './importPlan';
import type { StoredImport } from './storedImport';

export interface RunningImport {
  readonly job: JobRun;
  readonly stored: StoredImport;
  readonly plan: ImportPlan;
  /** The context of the admin who runs the import, for writes with their permissions. */
  readonly ctx: RequestContext;
}
