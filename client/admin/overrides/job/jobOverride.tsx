/** Jobs: their kinds in words, and their steps in a panel. */
import { job } from '../../../../common/entities/job';
import { getI18n } from 'react-i18next';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const jobCells = () => import('./JobKindCell');

export const jobOverride = defineOverride(job, {
  // The screens of jobs load the names of the kinds; until then a title is no more than “Job”.
  translateTitle: (kind, lang) =>
    getI18n().getFixedT(lang)(`designerScreen.job.kinds.${kind as 'apply_design'}`, entityLabels(job, lang).one),
  cells: {
    subject: lazyWithoutSuspense(async () => (await jobCells()).JobSubjectCell, FallbackCell),
    kind: lazyWithoutSuspense(async () => (await jobCells()).JobKindCell, FallbackCell),
    progress: lazyWithoutSuspense(async () => (await import('./JobProgressCell')).JobProgressCell, FallbackCell),
  },
  panel: lazyWithRetry(async () => (await import('./JobPanel')).JobPanel),
});
