/** Trial requests: a success counts as a purchase of each plugin that was asked for, and stops counting when it is taken back. */
import { trialRequest } from '../../common/entities/trialRequest';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { lockRow, rowNamed } from './found';

type Request = Stored<typeof trialRequest>;

const SUCCESS = 1;
/** The plugins a request counts for. */
const bought = (row: Request | undefined): readonly number[] =>
  row?.is_handle === SUCCESS && row.delete_time === null ? (row.plugin_ids ?? []) : [];

export const trialRequestBehaviour = behave(trialRequest, {
  inside: async (step, after, before) => {
    const [now, then] = [bought(after), bought(before)];
    const touched = [...new Set([...now, ...then])].sort((one, other) => one - other);
    for (const id of touched) await count(step, id, Number(now.includes(id)) - Number(then.includes(id)));
  },
});

async function count(step: Step, id: number, more: number): Promise<void> {
  const entity = step.kit.registry.get('plugin');
  if (more === 0 || entity === undefined) return;
  await lockRow(step, 'plugin', id);
  const plugin = await rowNamed(step, 'plugin', id);
  if (plugin) await step.house.update(entity, { id, num: Math.max(0, Number(plugin['num']) + more) });
}
