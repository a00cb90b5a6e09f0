/** The driver of Apache APISIX, when the environment names it. */
import type { Services } from '../../../context';
import type { Writer } from '../../../engine/write/writer';
import type { GatewayAppCache } from '../gatewayApp';
import { createAdminApi } from './adminApi';
import { createApisixDriver, type ApisixDriver } from './apisixDriver';
import { syncApisix } from './syncApisix';

interface ApisixParts {
  readonly services: Services;
  readonly writer: Writer;
  readonly apps: GatewayAppCache;
  readonly isLeader: () => boolean;
}

export function openApisix({ services, writer, apps, isLeader }: ApisixParts): ApisixDriver | undefined {
  const { gateway, publicUrl } = services.env;
  if (gateway.driver === 'builtin' || publicUrl === null) return undefined;
  const api = createAdminApi(gateway);
  return createApisixDriver({
    ...{ services, isLeader },
    sync: () => syncApisix({ services, writer, apps, api, publicUrl }),
  });
}
