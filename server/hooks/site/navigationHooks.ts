/** Hooks of the navigation: a link has an address, a group needs none. */
import { navigation } from '../../../common/entities/navigation';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';

const LINK = navigation.spec.fields.type.options.values.navigation;

export const navigationHooks = defineHooks(navigation, {
  beforeWrite: (_hook, changes, before) => {
    const { type = LINK, url } = { ...before, ...changes };
    // A link that was stored without an address can still be renamed or moved.
    const isChecked = before === undefined || changes.type !== undefined || changes.url !== undefined;
    if (isChecked && type === LINK && (url ?? '') === '')
      throw fault('row.invalid', undefined, { fields: [{ path: 'url', code: 'required' }] });
    return changes;
  },
});
