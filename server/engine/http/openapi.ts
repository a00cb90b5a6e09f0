/** The inventory as an OpenAPI 3.1 document: every route once, bodies and rows described by their definitions. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { TOKEN_HEADER } from '../../access/tokens';
import type { Lang } from '../../context';
import { SOCKET_EVENTS } from '../../live/events';
import { entityWords } from '../../../common/locales/entityWords';
import type { Route } from './routeRegistry';
import { ANSWERS, BODIES, formSchema, PARAMETERS, rowSchema, type Schema } from './openapiSchemas';

/** Describes the routes; `entities` fill the schemas. */
export function openapiOf(
  routes: readonly Route[],
  entities: readonly AnyEntity[],
  info: { readonly title: string; readonly version: string; readonly lang: Lang },
): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const sorted = [...routes].sort(
    (one, other) => tagOf(one).localeCompare(tagOf(other)) || (one.path < other.path ? -1 : 1),
  );
  for (const route of sorted) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    tags: entities.map((entity) => ({ name: entity.name, description: entityWords(entity, info.lang).many })),
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

/** Routes of a noun under its name, all others under what they serve. */
const tagOf = ({ entity, path }: Route): string => entity?.name ?? (path.split('/')[2] ?? 'system').toLowerCase();

function operationOf(route: Route): Schema {
  const { method, path, realm, access, node, query } = route;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_whole, letter: string) => letter.toUpperCase())}`,
    tags: [tagOf(route)],
    summary: route.summary,
    description: node === undefined ? `Access: ${access}` : `Access: ${access}, node \`${node}\``,
    security: access === 'guest' ? [] : [{ [realm]: [] }],
    parameters: query.map((name) => ({
      ...{ name, in: 'query', required: false, schema: { type: 'string' } },
      ...PARAMETERS[name],
    })),
    ...bodyOf(route),
    responses: {
      200: {
        description: 'The envelope',
        content: { 'application/json': { schema: answerOf(route) } },
      },
      ...Object.fromEntries(refusals(route).map((status) => [status, { description: REFUSALS[status] }])),
    },
  };
}

/** The envelope, with its data where the definition tells it. */
function answerOf({ entity, method, path }: Route): Schema {
  const envelope = { $ref: '#/components/schemas/Envelope' };
  const data = entity && ANSWERS[`${method} ${path.split('/').at(-1) ?? ''}`]?.(`#/components/schemas/${entity.name}`);
  return data ? { allOf: [envelope, { type: 'object', properties: { data } }] } : envelope;
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Malformed, or an unknown or hidden name in the query',
  403: 'No permission',
  404: 'No such row, or none the caller may know of',
  409: 'A unique value already exists',
  413: 'Too large',
  415: 'Not JSON',
};
const refusals = ({ access, body, entity, method }: Route): readonly number[] => [
  400,
  ...(access === 'guest' ? [] : [403]),
  ...(entity ? [404] : []),
  ...(entity && method === 'POST' ? [409] : []),
  ...(body === 'none' ? [] : [413, 415]),
];

function bodyOf({ body, form, input, entity, path }: Route): Schema {
  if (body === 'none') return {};
  if (body === 'bytes') return content('application/octet-stream', { type: 'string', format: 'binary' });
  if (body === 'multipart')
    return content('multipart/form-data', {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
    });
  if (form) return content('application/json', formSchema(form));
  if (input) return content('application/json', plainSchema(input));
  const known = entity && BODIES[path.split('/').at(-1) ?? '']?.(`#/components/schemas/${entity.name}`);
  return content('application/json', known ?? { type: 'object' });
}
const content = (type: string, schema: Schema): Schema => ({ requestBody: { content: { [type]: { schema } } } });
const plainSchema = (input: z.ZodType): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { unrepresentable: 'any' });
  return schema;
};
