/** A reconciliation begins with its row: whoever asked is noted, and the walk starts once the row is committed. */
import { reconciliation } from '../../../common/entities/reconciliation';
import { beginning } from '../../../common/text/clean';
import { defineHooks } from '../../engine/write/entityHooks';

const LONGEST_NAME = 30;

export const reconciliationBehaviour = defineHooks(reconciliation, {
  beforeWrite: (hook, changes, before) =>
    before ? changes : { ...changes, asked_name: beginning(hook.actor.name, LONGEST_NAME) || 'Atrium' },
  afterCommit: ({ services }, after) => {
    if (after.status === 0) services.live.checkWaiting?.();
  },
});
