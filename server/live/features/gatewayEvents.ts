/** Live events of the gateway: notifies the admins who may see the interfaces of apps that the reachability of some may have changed. */
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { canUse } from '../../../common/entity/access';
import { plugin } from '../../../common/entities/plugin';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import { GATEWAY_ENTITIES } from '../../../common/protocol/reachability';
import type { LoggedChange } from '../log/changeLog';
import type { Connection } from '../sockets/connection';
import type { LiveFeature } from '../sockets/liveFeature';

function notify({ realm, actor, socket }: Connection): void {
  if (realm === 'admin' && canUse(actor, appPluginVersionApi, 'read')) socket.emit('gateway');
}

/** Columns of the catalog that decide whether an interface has the note of a hidden plugin. */
const NOTE_COLUMNS: Readonly<Record<string, string>> = { [plugin.name]: 'status', [pluginVersion.name]: 'plugin_id' };
const canChangeReachability = ({ entityName, previousValues }: LoggedChange): boolean => {
  const column = NOTE_COLUMNS[entityName];
  return column === undefined ? GATEWAY_ENTITIES.has(entityName) : previousValues?.[column] !== undefined;
};

/** Sends `gateway` after changes of the rows that decide the reachability, and on connection: a client may have missed changes. */
export const createGatewayEvents = (): LiveFeature => ({
  name: 'gateway',
  start: ({ connections }) => ({
    onConnected: notify,
    afterBatch: (batch) => {
      if (batch.some(({ change }) => canChangeReachability(change))) connections.forEach(notify);
    },
  }),
});
