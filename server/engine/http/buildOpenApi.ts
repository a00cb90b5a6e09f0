/** Builds the OpenAPI (Swagger) 3.1 document: every registered route once, with bodies and rows described by the entity definitions. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import type { Lang } from '../../../common/lang';
import { SOCKET_EVENTS } from '../../live/sockets/socketEvents';
import { entityLabels } from '../../../common/locales/entityLabels';
import type { Route } from './routeRegistry';
import { RESPONSE_DATA, REQUEST_BODIES, formSchema, QUERY_PARAMETERS, rowSchema, type Schema } from './openapiSchemas';

/** Describes the routes; the entities become the schemas. */
export function buildOpenApi(
  routes: readonly Route[],
  entities: readonly AnyEntity[],
  info: { readonly title: string; readonly version: string; readonly lang: Lang },
): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const sorted = [...routes].sort((a, b) => getTag(a).localeCompare(getTag(b)) || (a.path < b.path ? -1 : 1));
  for (const route of sorted) (paths[route.path] ??= {})[route.method.toLowerCase()] = getOperation(route);
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    tags: entities.map((entity) => ({ name: entity.name, description: entityLabels(entity, info.lang).many })),
    paths,
    'x-socket-events': { namespaces: ['/admin', '/member'], events: SOCKET_EVENTS },
    components: {
      schemas: {
        Envelope: ENVELOPE,
        ...Object.fromEntries(entities.map((entity) => [entity.name, rowSchema(entity, info.lang)])),
      },
      securitySchemes: {
        admin: { type: 'apiKey', in: 'header', name: TOKEN_HEADER.admin },
        member: { type: 'apiKey', in: 'header', name: TOKEN_HEADER.member },
      },
    },
  };
}

const ENVELOPE: Schema = {
  type: 'object',
  required: ['code', 'msg', 'data', 'time'],
  properties: {
    code: { type: 'integer', description: '1 success, 0 refused, 302 sign in, 409 access token expired' },
    msg: { type: 'string' },
    data: {},
    time: { type: 'integer', description: 'Unix seconds' },
  },
};

/** The tag of a route: its entity, else the first part of its path after the realm. */
const getTag = ({ entity, path }: Route): string => entity?.name ?? (path.split('/')[2] ?? 'system').toLowerCase();

function getOperation(route: Route): Schema {
  const { method, path, realm, access, permission, query } = route;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_whole, letter: string) => letter.toUpperCase())}`,
    tags: [getTag(route)],
    summary: route.summary,
    description: permission === undefined ? `Access: ${access}` : `Access: ${access}, permission \`${permission}\``,
    security: access === 'guest' ? [] : [{ [realm]: [] }],
    parameters: query.map((name) => ({
      name,
      in: 'query',
      required: false,
      schema: { type: 'string' },
      ...QUERY_PARAMETERS[name],
      ...route.parameters?.[name],
    })),
    ...getRequestBody(route),
    responses: {
      200: {
        description: 'The envelope',
        content: { 'application/json': { schema: getResponseSchema(route) } },
      },
      ...Object.fromEntries(
        getErrorStatuses(route).map((status) => [status, { description: ERROR_RESPONSES[status] }]),
      ),
    },
  };
}

/** The schema of the response: the envelope, with its data where the definition determines them. */
function getResponseSchema({ entity, method, path }: Route): Schema {
  const envelope = { $ref: '#/components/schemas/Envelope' };
  const data =
    entity && RESPONSE_DATA[`${method} ${path.split('/').at(-1) ?? ''}`]?.(`#/components/schemas/${entity.name}`);
  return data ? { allOf: [envelope, { type: 'object', properties: { data } }] } : envelope;
}

const ERROR_RESPONSES: Readonly<Record<number, string>> = {
  400: 'Malformed, or an unknown or hidden name in the query',
  403: 'No permission',
  404: 'No such row, or none the caller may know of',
  409: 'A unique value already exists',
  413: 'Too large',
  415: 'Not JSON',
};
const getErrorStatuses = ({ access, body, entity, method }: Route): readonly number[] => [
  400,
  ...(access === 'guest' ? [] : [403]),
  ...(entity ? [404] : []),
  ...(entity && method === 'POST' ? [409] : []),
  ...(body === 'none' ? [] : [413, 415]),
];

function getRequestBody({ body, form, input, entity, path }: Route): Schema {
  if (body === 'none') return {};
  if (body === 'bytes') return jsonContent('application/octet-stream', { type: 'string', format: 'binary' });
  if (body === 'multipart')
    return jsonContent('multipart/form-data', {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
    });
  if (form) return jsonContent('application/json', formSchema(form));
  if (input) return jsonContent('application/json', getJsonSchema(input));
  const entityBody = entity && REQUEST_BODIES[path.split('/').at(-1) ?? '']?.(`#/components/schemas/${entity.name}`);
  return jsonContent('application/json', entityBody ?? { type: 'object' });
}
const jsonContent = (type: string, schema: Schema): Schema => ({ requestBody: { content: { [type]: { schema } } } });
const getJsonSchema = (input: z.ZodType): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  return schema;
};
