/** A reconciliation begins with its row: whoever asked is noted, and the walk starts once the row is committed. */
import { reconciliation } from '../../../common/entities/reconciliation';
import { beginning } from '../../../common/text/clean';
import { behave } from '../../engine/behaviour';

const LONGEST_NAME = 30;

export const reconciliationBehaviour = behave(reconciliation, {
  beforeWrite: (step, changes, before) =>
    before ? changes : { ...changes, asked_name: beginning(step.actor.name, LONGEST_NAME) || 'Atrium' },
  afterCommit: ({ kit }, after) => {
    if (after.status === 0) kit.live.checkWaiting?.();
  },
});
