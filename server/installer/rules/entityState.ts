/** `entityState`: what the steps of a module job recorded for one entity. */
import { asRecord } from '../../../common/json';
import type { JobData, JobRun } from '../../modules/jobs/jobKind';

export const entityState = (job: Pick<JobRun, 'state'>, table: string): JobData =>
  (asRecord(job.state()[`entity_${table}`]) ?? {}) as JobData; // stored by `entityStep` only
