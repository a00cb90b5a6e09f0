/**
 * Registers the job kinds of the designer: apply, roll back, delete, restore. Only applying a design also imports the rows of a
 * spreadsheet.
 */
import { crudDesign } from '../../common/entities/crudDesign';
import type { RequestContext } from '../context';
import type { JobKind } from '../modules/jobs/jobKind';
import type { JobRunner } from '../modules/jobs/jobRunner';
import type { NewJob } from '../modules/jobs/jobStore';
import { changeSteps, deleteRestored, type ChangeDeps } from './changeSteps';
import { parseDefinitionChange } from './definitionChange';
import { importStep } from './importSheet';

export const DESIGNER_JOBS = {
  apply: 'apply_design',
  rollBack: 'roll_back_design',
  remove: 'delete_entity',
  restore: 'restore_entity',
} as const;

export const designerJobs = (deps: ChangeDeps): readonly JobKind[] => {
  const steps = changeSteps(deps);
  const applySteps = [...steps.slice(0, -1), importStep, ...steps.slice(-1)];
  return Object.values(DESIGNER_JOBS).map((kind) => ({
    kind,
    steps: kind === DESIGNER_JOBS.apply ? applySteps : steps,
    deleteOnSuccess: (job, _writer, { tx }) => deleteRestored(job, tx),
  }));
};

/** Starts a planned job for its admin, and notes it in the design as the last job; returns its id. Error: `job.busy`. */
export function enqueueDesignerJob(
  jobs: JobRunner,
  { actor }: Pick<RequestContext, 'actor'>,
  planned: Omit<NewJob, 'adminId'>,
): Promise<number> {
  const { designId } = parseDefinitionChange(planned.input);
  return jobs.enqueue({ ...planned, adminId: actor.id, isExclusive: true }, async (write, jobId) => {
    if (designId !== null) await write.update(crudDesign, { id: designId, job_id: jobId });
  });
}
