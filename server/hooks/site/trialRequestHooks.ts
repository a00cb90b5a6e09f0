/**
 * Hooks of trial requests: a success counts as a purchase of each requested plugin, and a reopened request no longer counts. The state
 * records who handled it.
 */
import { trialRequest } from '../../../common/entities/trialRequest';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import { recordHandling } from './recordHandling';
import { addPurchases } from '../market/addPurchases';

type Request = StoredOf<typeof trialRequest>;

const SUCCESS = 1;
/** The plugins that a request counts for. */
const purchasedPlugins = (row: Request | undefined): readonly number[] =>
  row?.is_handle === SUCCESS && row.delete_time === null ? (row.plugin_ids ?? []) : [];

export const trialRequestHooks = defineHooks(trialRequest, {
  beforeWrite: (hook, changes, before) => recordHandling(hook, changes, changes.is_handle, before?.is_handle),
  afterWrite: async (hook, after, before) => {
    const [now, previous] = [purchasedPlugins(after), purchasedPlugins(before)];
    const touched = [...new Set([...now, ...previous])].sort((one, other) => one - other);
    for (const id of touched) await addPurchases(hook, id, Number(now.includes(id)) - Number(previous.includes(id)));
  },
});
