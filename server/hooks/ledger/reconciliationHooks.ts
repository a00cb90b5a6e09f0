/** Hooks of reconciliations: a new row names the admin who asked, and the check starts after the commit. */
import { reconciliation } from '../../../common/entities/reconciliation';
import { truncate } from '../../../common/text/normalize';
import { defineHooks } from '../../engine/write/context/entityHooks';

const MAX_NAME_LENGTH = 30;

export const reconciliationHooks = defineHooks(reconciliation, {
  beforeWrite: (hook, changes, before) =>
    before ? changes : { ...changes, asked_name: truncate(hook.actor.name, MAX_NAME_LENGTH) || 'Atrium' },
  afterCommit: ({ services }, after) => {
    if (after.status === 0) services.live.reconciliationQueued?.();
  },
});
