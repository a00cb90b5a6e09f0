/** Hooks of leads: record who changed the progress, and when. */
import { lead } from '../../../common/entities/lead';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { recordHandling } from './recordHandling';

export const leadHooks = defineHooks(lead, {
  beforeWrite: (hook, changes, before) => recordHandling(hook, changes, changes.handle_status, before?.handle_status),
});
