/** The kinds of jobs of the designer. Their steps are the same; the kind only names what somebody asked for. */
import type { JobKind } from '../jobs/jobKind';
import { changeSteps, type ChangeDeps } from './changeSteps';

export const DESIGNER_JOBS = {
  apply: 'apply_design',
  rollBack: 'roll_back_design',
  remove: 'delete_entity',
  restore: 'restore_entity',
} as const;

export const designerJobs = (deps: ChangeDeps): readonly JobKind[] =>
  Object.values(DESIGNER_JOBS).map((kind) => ({ kind, steps: changeSteps(deps) }));
