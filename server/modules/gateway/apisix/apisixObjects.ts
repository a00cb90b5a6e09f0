/**
 * The objects of Apache APISIX that stand before the gateway: for each app with an online interface an upstream and a service, and for each
 * interface a route. Each node of APISIX lets only online interfaces through and limits the calls of an app; this installation is
 * the upstream, checks key, signature, person and parameters, writes the call log and forwards to the upstream of the app.
 */
import { createHash } from 'node:crypto';
import { GATEWAY_PREFIX } from '../../../../common/protocol/gatewaySignature';
import { LIMITS } from '../../../../common/limits';
import { allowedMethods } from '../gatewayRequest';
import type { GatewayApp, GatewayRoute } from '../gatewayApp';

export const OBJECT_KINDS = ['upstreams', 'services', 'routes'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];
type ObjectBody = Readonly<Record<string, unknown>>;

export interface ApisixObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly body: ObjectBody;
  /** The row whose column names the object. */
  readonly rowId: number;
}

const LABEL = 'managed_by';
/** The value of the label that marks the objects of this installation. */
const installationLabel = (publicUrl: string): string =>
  `atrium-${createHash('sha256').update(publicUrl).digest('hex').slice(0, 8)}`;

/** Whether an object of APISIX was made by this installation. */
export const isOwnObject = (body: ObjectBody, publicUrl: string): boolean => {
  const labels = body['labels'];
  return (
    typeof labels === 'object' &&
    labels !== null &&
    Object.entries(labels).some(([name, value]) => name === LABEL && value === installationLabel(publicUrl))
  );
};

/** The objects of an app, in the order in which they can be created. */
export function buildApisixObjects(app: GatewayApp, publicUrl: string): readonly ApisixObject[] {
  if (app.routes.length === 0) return [];
  const label = installationLabel(publicUrl);
  const labels = { [LABEL]: label };
  const [upstreamId, serviceId] = [`${label}-upstream-${app.id}`, `${label}-service-${app.id}`];
  const upstream = { ...upstreamBody(publicUrl), name: app.title, labels };
  const service = {
    name: app.title,
    upstream_id: upstreamId,
    labels,
    plugins: {
      'limit-count': {
        count: app.callsPerMinute,
        time_window: 60,
        rejected_code: 429,
        key_type: 'constant',
        key: serviceId,
        policy: 'local',
      },
    },
  };
  const routes = app.routes.map((route): ApisixObject => ({
    kind: 'routes',
    id: `${label}-route-${route.id}`,
    rowId: route.id,
    body: { ...routeBody(app, route), service_id: serviceId, labels },
  }));
  return [
    { kind: 'upstreams', id: upstreamId, body: upstream, rowId: app.id },
    { kind: 'services', id: serviceId, body: service, rowId: app.id },
    ...routes,
  ];
}

function upstreamBody(publicUrl: string): ObjectBody {
  const { protocol, hostname, port } = new URL(publicUrl);
  const node = `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
  const seconds = Math.ceil(LIMITS.gatewayCallMs / 1000) + 1;
  return {
    type: 'roundrobin',
    scheme: protocol === 'https:' ? 'https' : 'http',
    nodes: { [node]: 1 },
    pass_host: 'node',
    // The gateway behind it repeats calls itself.
    retries: 0,
    timeout: { connect: 3, send: seconds, read: seconds },
  };
}

/** An interface with an encrypted hash has its hash as its only address. */
function routeBody({ id }: GatewayApp, route: GatewayRoute): ObjectBody {
  const { definition, path } = route;
  const base = `${GATEWAY_PREFIX}${id}`;
  const uris = definition?.isHidden === true ? [] : [`${base}${path}`];
  const byHash = definition === undefined ? [] : [`${base}/${definition.hash}`];
  return { name: route.name, uris: [...uris, ...byHash], methods: [...allowedMethods(route)], status: 1 };
}
