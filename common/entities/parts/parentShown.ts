/**
 * Rows that belong to a row of the public site, such as the features of a plugin or the items of a navigation group: guests read them only while that row is shown. This state is
 * stored in the row itself, so that lists, single rows, search and live topics decide alike. `server/hooks/parentShown.ts` keeps it.
 */
import { onOffSwitch } from '../../entity/field';

export const parentShownField = {
  parent_shown: onOffSwitch({ default: 1, readonly: true, sensitivity: 'internal' }),
} as const;

const SHOWN_WITH_PARENT = { read: { status: 1, parent_shown: 1 } } as const;
/** Guests and members read only rows with an enabled status whose parent they may read too. */
export const PUBLIC_READ_WITH_PARENT = { guest: SHOWN_WITH_PARENT, member: SHOWN_WITH_PARENT } as const;
