/** The sync scheduler of Apache APISIX, when the environment names it. */
import type { Services } from '../../../context';
import type { Writer } from '../../../engine/write/writer';
import type { GatewayAppCache } from '../gatewayApp';
import { createAdminApi } from './adminApi';
import { createApisixSyncScheduler, type ApisixSyncScheduler } from './apisixSyncScheduler';
import { syncApisix } from './syncApisix';

interface ApisixParts {
  readonly services: Services;
  readonly writer: Writer;
  readonly apps: GatewayAppCache;
  readonly isLeader: () => boolean;
}

export function openApisix({ services, writer, apps, isLeader }: ApisixParts): ApisixSyncScheduler | undefined {
  const { gateway, publicUrl } = services.env;
  if (gateway.driver === 'builtin' || publicUrl === null) return undefined;
  const api = createAdminApi(gateway);
  return createApisixSyncScheduler({
    services,
    isLeader,
    sync: () => syncApisix({ services, writer, apps, api, publicUrl }),
  });
}
