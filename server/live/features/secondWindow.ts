/** Detects concurrent use: an admin with a second window (tab) of the console by its socket connections. */
import type { LiveFeature } from '../sockets/liveFeature';

/** `onSecondWindow` is called for each further connection of an admin to this node; not for kiosks and support sessions. */
export const createSecondWindowFeature = (onSecondWindow: (adminId: number) => void): LiveFeature => ({
  name: 'secondWindow',
  start: ({ connections }) => ({
    onConnected: ({ realm, principal, supportBy }) => {
      const [kind, id] = principal.split(':');
      if (realm !== 'admin' || kind !== 'admin' || supportBy !== undefined) return;
      const windows = [...connections.values()].filter((connection) => connection.principal === principal);
      if (windows.length > 1) onSecondWindow(Number(id));
    },
  }),
});
