/** Everybody who is here: staff at their screens, members on their devices, and who is told of either. */
import { createReceipts, type Receipts, type ReceiptsOptions } from '../receipts/receipts';
import { createPresence, type Presence, type PresenceOptions } from './presence';

export interface PresenceHub extends Omit<Presence, 'stats'>, Pick<Receipts, 'onConnected' | 'acknowledgeEntry'> {
  readonly watchMembers: Receipts['watchMembers'];
  /** Members somebody looks at. */
  readonly receiptStats: Receipts['stats'];
}

export function createPresenceHub(options: PresenceOptions & ReceiptsOptions): PresenceHub {
  const [presence, receipts] = [createPresence(options), createReceipts(options)];
  const both = <A extends unknown[]>(one: (...args: A) => void, other: (...args: A) => void) => {
    return (...args: A) => {
      one(...args);
      other(...args);
    };
  };
  return {
    ...presence,
    watchMembers: receipts.watchMembers,
    receiptStats: receipts.stats,
    onConnected: receipts.onConnected,
    acknowledgeEntry: receipts.acknowledgeEntry,
    onDisconnected: both(presence.onDisconnected, receipts.onDisconnected),
    onBatch: both(presence.onBatch, receipts.onBatch),
    refresh: both(presence.refresh, receipts.refresh),
    recheckPermissions: both(presence.recheckPermissions, receipts.refresh),
    reset: both(presence.reset, receipts.reset),
    stop: async () => {
      await Promise.all([presence.stop(), receipts.stop()]);
    },
  };
}
