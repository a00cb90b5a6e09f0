/** The kinds of jobs of the designer. They share the steps that change an entity; only applying a design also imports the rows of a spreadsheet. */
import type { JobKind } from '../modules/jobs/jobKind';
import { changeSteps, type ChangeDeps } from './changeSteps';
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
  }));
};
