/** Thresholds: raised by the house, taken on by a person; whoever changes one starts it anew. */
import { threshold } from '../../common/entities/threshold';
import { readMeasure } from '../../common/live/measure';
import { fault } from '../../common/protocol/faults';
import { behave } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { mayCount } from '../live/counters/figure';

const CALM = { state: 'calm', raised_time: null, acknowledged_by: null } as const;

/** Whoever moves one of these learns by the state what is counted. */
const WATCHED = ['figure', 'side', 'bound', 'period'] as const;

/** Whether it is a figure, and one its author may read as a whole. */
function maySet({ kit, actor }: Step, figure: unknown): boolean {
  const measure = readMeasure(kit.registry, figure);
  return measure !== undefined && (actor.realm === 'system' || mayCount(kit.registry, actor, measure));
}

export const thresholdBehaviour = behave(threshold, {
  beforeWrite: (step, changes, before) => {
    const touched = WATCHED.some((name) => changes[name] !== undefined);
    if (touched && !maySet(step, changes.figure ?? before?.figure))
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
