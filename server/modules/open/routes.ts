/** The gateway in the console: an app's service, upstream and routes, and the try-out of an interface. */
import { z } from 'zod';
import { app as appEntity } from '../../../common/entities/app';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { hasPermission } from '../../../common/entity/access';
import { nodeOf } from '../../../common/entity/permissionNodes';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { parseId } from '../../engine/http/parseParams';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { needsSignature } from './authorizeCall';
import type { ApisixDriver } from './apisix/apisixDriver';
import type { Gateway } from './gateway';
import { allowedMethods } from './openCall';
import { addressOf, tryOut } from './tryOut';

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

export interface OpenRouteDeps extends ModuleServices {
  readonly gateway: Gateway;
  readonly apisix: ApisixDriver | undefined;
}

export function registerOpenRoutes({ routes: { add: route }, reader, gateway, apisix }: OpenRouteDeps): void {
  route({
    method: 'POST',
    path: `/admin/${appPluginVersionApi.name}/call`,
    realm: 'admin',
    access: 'admin',
    node: nodeOf(appPluginVersionApi, 'call'),
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
    node: nodeOf(appEntity, 'index'),
    query: ['id'],
    body: 'none',
    entity: appEntity,
    summary: 'The service, upstream and routes of an app in the gateway',
    handler: (call) => readGatewayState(call, gateway, apisix),
  });
}

/** The objects of the built-in gateway that `service_id`, `upstream_id` and `route_id` name. */
async function readGatewayState(
  { ctx, query }: RouteCall,
  { apps, upstreams }: Gateway,
  apisix: ApisixDriver | undefined,
): Promise<HandlerResult> {
  const app = await apps.load(parseId(query['id']));
  if (app === undefined) throw fault('row.missing');
  const canSeeRoutes = hasPermission(ctx.actor, nodeOf(appPluginVersionApi, 'index'));
  const canSeeUpstream = hasPermission(ctx.actor, nodeOf(appEntity, 'see_restricted'));
  return {
    data: {
      driver: ctx.services.env.gateway.driver,
      ...(apisix && canSeeUpstream ? { apisix: apisix.state() } : {}),
      service: { id: app.serviceId, calls_per_minute: app.callsPerMinute, groups: [...app.groups] },
      upstream: {
        ...{ id: app.upstreamId, timeout_ms: app.timeoutMs, retries: app.retries, state: upstreams.stateOf(app) },
        ...(canSeeUpstream ? { url: app.upstreamUrl } : {}),
      },
      routes: (canSeeRoutes ? app.routes : []).map((route) => ({
        ...{ id: route.routeId, interface_id: route.id, name: route.name, address: addressOf(app, route) },
        ...{ methods: allowedMethods(route), item: route.item, is_signed: needsSignature(route) },
        is_test: route.definition?.isTest ?? false,
        parameters: route.definition?.parameters ?? [],
      })),
    },
  };
}
