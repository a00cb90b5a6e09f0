/** Thresholds: raised by the house, taken on by a person; whoever changes one starts it anew. */
import { threshold } from '../../common/entities/threshold';
import { readMeasure } from '../../common/live/measure';
import { fault } from '../../common/protocol/faults';
import { defineHooks } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { mayCount } from '../live/counters/figure';

const CALM = { state: 'calm', raised_time: null, acknowledged_by: null } as const;

/** Whoever moves one of these learns by the state what is counted. */
const WATCHED = ['figure', 'side', 'bound', 'period'] as const;

/** Whether it is a figure, and one its author may read as a whole. */
function maySet({ services, actor }: HookContext, figure: unknown): boolean {
  const measure = readMeasure(services.registry, figure);
  return measure !== undefined && (actor.realm === 'system' || mayCount(services.registry, actor, measure));
}

export const thresholdBehaviour = defineHooks(threshold, {
  beforeWrite: (hook, changes, before) => {
    const touched = WATCHED.some((name) => changes[name] !== undefined);
    if (touched && !maySet(hook, changes.figure ?? before?.figure))
      throw fault('row.invalid', undefined, { fields: [{ path: 'figure', code: 'type' }] });
    const isAnother = before !== undefined && hook.actor.realm !== 'system' && changes.status === undefined;
    return isAnother && Object.keys(changes).length > 0 ? { ...changes, ...CALM } : changes;
  },
  actions: {
    acknowledge: (hook, row) => {
      if (row.state !== 'raised') throw fault('row.move', { from: row.state, to: 'acknowledged' });
      return { state: 'acknowledged', acknowledged_by: hook.actor.id };
    },
  },
});
