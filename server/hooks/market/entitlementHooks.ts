/** Hooks of entitlements: a member that gets a plugin counts as one of its purchases. */
import { entitlement } from '../../../common/entities/entitlement';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import { addPurchases } from './addPurchases';
import { createPublicId } from '../../engine/write/context/publicIdHooks';
import { findRowById } from '../rowLookup';

type Entitlement = StoredOf<typeof entitlement>;
const isHeld = (row: Entitlement | undefined): boolean => row !== undefined && row.delete_time === null;

export const entitlementHooks = defineHooks(entitlement, {
  beforeWrite: (_hook, changes, before) => (before ? changes : { ...changes, public_id: createPublicId() }),
  afterWrite: async (hook, after, before) => {
    const more = Number(isHeld(after)) - Number(isHeld(before));
    if (after.plugin_version_id === null || more === 0) return;
    const version = await findRowById(hook, 'plugin_version', after.plugin_version_id);
    if (version) await addPurchases(hook, Number(version['plugin_id']), more);
  },
});
