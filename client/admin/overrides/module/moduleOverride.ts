/** Modules: cards instead of a table, uploads in the head of the list, and a panel with what can be done. */
import { module } from '../../../../common/entities/module';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const moduleOverride = defineOverride(module, {
  headerExtra: lazyWithRetry(async () => (await import('./UploadButton')).UploadButton, 'small'),
  listBody: lazyWithRetry(async () => (await import('./ModuleCards')).ModuleCards),
  panel: lazyWithRetry(async () => (await import('./ModulePanel')).ModulePanel),
});
