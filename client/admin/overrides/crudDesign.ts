/** Designs: a dialog to start one, and the designer instead of the form. */
import { crudDesign } from '../../../common/entities/crudDesign';
import { defineOverride } from '../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../ui/lazyWithRetry';
import { FallbackCell } from './FallbackCell';

export const crudDesignOverride = defineOverride(crudDesign, {
  cells: {
    menu: lazyWithoutSuspense(async () => (await import('../designer/MenuGroupCell')).MenuGroupCell, FallbackCell),
  },
  create: lazyWithRetry(async () => (await import('../designer/start/StartDialog')).StartDialog),
  panel: lazyWithRetry(async () => (await import('../designer/OpenDesigner')).OpenDesigner),
  form: lazyWithRetry(async () => (await import('../designer/DesignerScreen')).DesignerScreen),
});
