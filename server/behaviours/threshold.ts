/** Thresholds: raised by the house, taken on by a person; whoever changes one starts it anew. */
import { threshold } from '../../common/entities/threshold';
import { readMeasure } from '../../common/live/measure';
import { fault } from '../../common/protocol/faults';
import { behave } from '../engine/behaviour';

const CALM = { state: 'calm', raised_time: null, acknowledged_by: null } as const;

export const thresholdBehaviour = behave(threshold, {
  beforeWrite: (step, changes, before) => {
    const { figure } = changes;
    if (figure !== undefined && readMeasure(step.kit.registry, figure) === undefined)
      throw fault('row.invalid', undefined, { fields: [{ path: 'figure', code: 'type' }] });
    const isAnother = before !== undefined && step.actor.realm !== 'system' && changes.status === undefined;
    return isAnother && Object.keys(changes).length > 0 ? { ...changes, ...CALM } : changes;
  },
  actions: {
    acknowledge: (step, row) => {
      if (row.state !== 'raised') throw fault('row.move', { from: row.state, to: 'acknowledged' });
      return { state: 'acknowledged', acknowledged_by: step.actor.id };
    },
  },
});
