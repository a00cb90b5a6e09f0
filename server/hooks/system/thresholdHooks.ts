/** Hooks of thresholds: a person acknowledges an alert, and a change of the threshold resets its state. `alertMonitor.ts` raises alerts. */
import { threshold } from '../../../common/entities/threshold';
import { parseMeasure } from '../../../common/live/measure';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { transitionFault } from '../../engine/write/stages/transitions';
import { canReadWholeMetric } from '../../live/counters/metric';

const CALM_STATE = { state: 'calm', raised_time: null, acknowledged_by: null } as const;

/** Fields whose change resets the state. */
const RESETTING_FIELDS = ['figure', 'side', 'bound', 'period'] as const;

/** Whether the metric exists and the author may read all of its rows. */
function canWatchMetric({ services, actor }: HookContext, figure: unknown): boolean {
  const measure = parseMeasure(services.registry, figure);
  return measure !== undefined && (actor.kind === 'system' || canReadWholeMetric(services.registry, actor, measure));
}

export const thresholdHooks = defineHooks(threshold, {
  beforeWrite: (hook, changes, before) => {
    const touched = RESETTING_FIELDS.some((name) => changes[name] !== undefined);
    if (touched && !canWatchMetric(hook, changes.figure ?? before?.figure))
      throw fault('row.invalid', undefined, { fields: [{ path: 'figure', code: 'type' }] });
    const isChangedByUser = before !== undefined && hook.actor.kind !== 'system' && changes.status === undefined;
    return isChangedByUser && Object.keys(changes).length > 0 ? { ...changes, ...CALM_STATE } : changes;
  },
  actions: {
    acknowledge: (hook, row) => {
      if (row.state !== 'raised')
        throw transitionFault(hook.lang, threshold, 'state', { from: row.state, to: 'acknowledged' });
      return { state: 'acknowledged', acknowledged_by: hook.actor.id };
    },
  },
});
