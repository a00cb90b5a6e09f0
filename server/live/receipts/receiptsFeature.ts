/** Member presence and read receipts as a live feature: staff subscribe with `RECEIPTS_EVENT` (`care` on the wire). */
import { RECEIPTS_EVENT } from '../../../common/protocol/receipts';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import type { LoadRow } from '../presence/liveRowCache';
import type { LiveFeature } from '../sockets/liveFeature';
import { createReceipts, type Receipts } from './receipts';

export interface ReceiptsFeature extends LiveFeature {
  /** Undefined until the hub serves, and after it stopped. */
  readonly current: () => Receipts | undefined;
}

/** `loadRow` loads a stored row, to decide which receipts of a member a viewer may see. */
export function createReceiptsFeature(loadRow: LoadRow): ReceiptsFeature {
  let current: Receipts | undefined;
  return {
    name: 'receipts',
    current: () => current,
    start: (core) => {
      const receipts = createReceipts({
        ...core,
        loadRow,
        namespace: core.namespaces.admin,
        runExclusive: core.fanout.runExclusive,
      });
      current = receipts;
      return {
        beforeBatch: receipts.onBatch,
        onPermissionsChanged: receipts.refresh,
        onConnected: receipts.onConnected,
        onReauthenticated: receipts.onConnected,
        onDisconnected: receipts.onDisconnected,
        afterVisibility: receipts.refresh,
        onLogReset: receipts.reset,
        eventsFor: (connection) => ({
          [RECEIPTS_EVENT]: (payload, ack) => {
            if (!isKioskPrincipal(connection.principal)) return receipts.watchMembers(connection, payload, ack);
            ack({ ok: false, code: 404 });
            return true;
          },
        }),
        stop: async () => {
          current = undefined;
          await receipts.stop();
        },
      };
    },
  };
}
