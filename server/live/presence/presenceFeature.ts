/** Presence as a live feature: the events `focus` and `ask`. A kiosk display takes no part in presence. */
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import type { LiveEventHandler, LiveFeature } from '../sockets/liveFeature';
import type { LoadRow } from './liveRowCache';
import { createPresence } from './presence';

const refuse: LiveEventHandler = (_payload, ack) => {
  ack({ ok: false, code: 404 });
  return true;
};

/** `loadRow` loads a stored row, to decide which readers may see the people at it. */
export const createPresenceFeature = (loadRow: LoadRow): LiveFeature => ({
  name: 'presence',
  start: (core) => {
    const presence = createPresence({ ...core, loadRow, runExclusive: core.fanout.runExclusive });
    return {
      beforeBatch: presence.onBatch,
      onPermissionsChanged: presence.recheckPermissions,
      onDisconnected: presence.onDisconnected,
      onVisibility: presence.setHidden,
      afterVisibility: presence.refresh,
      onLogReset: presence.reset,
      eventsFor: (connection) =>
        isKioskPrincipal(connection.principal)
          ? { focus: refuse, ask: refuse }
          : {
              focus: (payload, ack) => presence.focus(connection, payload, ack),
              ask: (payload, ack) => presence.requestHandover(connection, payload, ack),
            },
      stop: presence.stop,
    };
  },
});
