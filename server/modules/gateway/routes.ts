/** The gateway in the console: an app's service, upstream and routes, and the try-out of an interface. */
import { z } from 'zod';
import { app as appEntity } from '../../../common/entities/app';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { hasPermission } from '../../../common/entity/access';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { LIMITS } from '../../../common/limits';
import { parseId } from '../../engine/http/parseParams';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { needsSignature } from './authorizeCall';
import type { ApisixSyncScheduler } from './apisix/apisixSyncScheduler';
import type { Gateway } from './gateway';
import { allowedMethods } from './gatewayRequest';
import { registerReachabilityRoute } from './reachability';
import { getAddress, tryOut } from './tryOut';

const callInput = z.strictObject({
  id: z.number().int().positive(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  query: z.string().max(4_000).default(''),
  body: z
    .string()
    .max(LIMITS.jsonBodyBytes / 2)
    .default(''),
  isTest: z.boolean().default(false),
  memberToken: z.string().max(200).default(''),
});

export interface GatewayRouteDeps extends ModuleServices {
  readonly gateway: Gateway;
  readonly apisix: ApisixSyncScheduler | undefined;
}

export function registerGatewayRoutes({ routes, reader, gateway, apisix }: GatewayRouteDeps): void {
  const { add: route } = routes;
  registerReachabilityRoute(routes, gateway.apps);
  route({
    method: 'POST',
    path: `/admin/${appPluginVersionApi.name}/call`,
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(appPluginVersionApi, 'call'),
    query: [],
    body: 'json',
    input: callInput,
    entity: appPluginVersionApi,
    summary: 'Test an API: sends a signed call through the gateway',
    handler: async (call) => {
      const { id, ...input } = callInput.parse(call.body);
      // Reading the row checks that the caller may see it.
      const { row } = await reader.get(call.ctx, appPluginVersionApi, id);
      const target = { appId: Number(row['app_id']), interfaceId: id };
      return { data: await tryOut(gateway, call, target, input) };
    },
  });
  route({
    method: 'GET',
    path: '/admin/app/gateway',
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(appEntity, 'index'),
    query: ['id'],
    body: 'none',
    entity: appEntity,
    summary: 'The service, upstream and routes of an app in the gateway',
    handler: async (call) => {
      // Reading the row checks that the caller may see it.
      await reader.get(call.ctx, appEntity, parseId(call.query['id']));
      return readGatewayState(call, gateway, apisix);
    },
  });
}

/**
 * The objects of the built-in gateway that `service_id`, `upstream_id` and `route_id` name. The state is `offline`, without any object, while
 * the gateway serves no call of the app because the app or its enterprise is disabled.
 */
async function readGatewayState(
  { ctx, query }: RouteCall,
  { apps, upstreams }: Gateway,
  apisix: ApisixSyncScheduler | undefined,
): Promise<HandlerResult> {
  const { driver } = ctx.services.env.gateway;
  const app = await apps.load(parseId(query['id']));
  if (app === undefined) return { data: { driver, state: 'offline', service: null, upstream: null, routes: [] } };
  const canSeeRoutes = hasPermission(ctx.actor, permissionKey(appPluginVersionApi, 'index'));
  const canSeeUpstream = hasPermission(ctx.actor, permissionKey(appEntity, 'see_restricted'));
  return {
    data: {
      driver,
      state: 'online',
      ...(apisix && canSeeUpstream ? { apisix: apisix.state() } : {}),
      service: { id: app.serviceId, calls_per_minute: app.callsPerMinute, groups: [...app.groups] },
      upstream: {
        id: app.upstreamId,
        timeout_ms: app.timeoutMs,
        retries: app.retries,
        state: upstreams.getState(app),
        ...(canSeeUpstream ? { url: app.upstreamUrl } : {}),
      },
      routes: (canSeeRoutes ? app.routes : []).map((route) => ({
        id: route.routeId,
        interface_id: route.id,
        name: route.name,
        address: getAddress(app, route),
        methods: allowedMethods(route),
        item: route.item,
        is_signed: needsSignature(route),
        is_test: route.definition?.isTest ?? false,
        parameters: route.definition?.parameters ?? [],
      })),
    },
  };
}
