/** Live events of the gateway: notifies the admins who may see the interfaces of apps that other interfaces may be answered now. */
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { canUse } from '../../../common/entity/access';
import { GATEWAY_ENTITIES } from '../../../common/protocol/reachability';
import type { Connection } from '../sockets/connection';
import type { LiveFeature } from '../sockets/liveFeature';

function notify({ realm, actor, socket }: Connection): void {
  if (realm === 'admin' && canUse(actor, appPluginVersionApi, 'read')) socket.emit('gateway');
}

/** Sends `gateway` after changes of the rows that decide what the gateway answers, and on connection: a client may have missed changes. */
export const createGatewayEvents = (): LiveFeature => ({
  name: 'gateway',
  start: ({ connections }) => ({
    onConnected: notify,
    afterBatch: (batch) => {
      if (batch.some(({ change }) => GATEWAY_ENTITIES.has(change.entityName))) connections.forEach(notify);
    },
  }),
});
