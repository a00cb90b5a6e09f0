/** The registry of all routes. Only registered routes exist; a route without an access rule throws when the server starts. */
import type { Request, Response } from 'express';
import type { ZodType } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Authenticated } from '../../access/sessions/authenticate';
import type { Realm } from '../../../common/realm';
import type { RequestContext } from '../../context';
import type { RequestBody } from '../../platform/http/readBody';
import type { QueryParams } from '../../platform/http/requestUrl';

export type Method = 'GET' | 'POST' | 'DELETE';
/** The callers of a route: everyone; a signed-in member; a signed-in admin (with the route's permission key); a super admin. */
export type Access = 'guest' | 'member' | 'admin' | 'super';

/** One request, as the handler of its route gets it. */
export interface RouteCall {
  readonly ctx: RequestContext;
  readonly query: QueryParams;
  readonly body: RequestBody;
  /** Undefined for guests. */
  readonly session: Authenticated | undefined;
  readonly request: Request;
  readonly response: Response;
}
/** The result of a handler: data and message of the envelope; `sent` when it wrote the response itself. */
export interface HandlerResult {
  readonly data?: unknown;
  readonly msg?: string;
  readonly sent?: true;
}

/** A public form: fields of an entity, and whether the visitor may also send `consent`. */
export interface PublicForm {
  readonly entity: AnyEntity;
  readonly fields: readonly string[];
  readonly hasConsent: boolean;
}

/** A parameter as OpenAPI describes it; absent parts are those of its name. */
export interface ParameterDoc {
  readonly required?: boolean;
  readonly schema?: Readonly<Record<string, unknown>>;
}
/** An `id` that is a text and not the id of a row. */
export const TEXT_ID = { id: { required: true, schema: { type: 'string' } } } as const;
/** An `id` that may be absent. */
export const OPTIONAL_ID = { id: { required: false } } as const;

export interface Route {
  readonly method: Method;
  /** The canonical path; requests match it in any case. */
  readonly path: string;
  /** The realm whose tokens the route reads. */
  readonly realm: Realm;
  readonly access: Access;
  /** Permission key that an admin needs. */
  readonly permission?: string;
  /** Query parameters in addition to those that every route accepts. */
  readonly query: readonly string[];
  /** For the API document: how query parameters differ from others of the same name. */
  readonly parameters?: Readonly<Record<string, ParameterDoc>>;
  /** `form`: JSON, or the inputs of a form that a browser sent by itself. */
  readonly body: 'none' | 'json' | 'form' | 'multipart' | 'bytes';
  /** The strict schema of a JSON body. Bodies with the row of an entity are validated by its definition instead. */
  readonly input?: ZodType;
  /** For the API document: the entity and the fields that a form sends. */
  readonly form?: PublicForm;
  readonly bodyLimit?: number;
  /** Requires step-up: the password again, unless it was given within the last minutes. */
  readonly stepUp?: true;
  /** Requires a person: no API token is accepted. Implied by `stepUp`. */
  readonly rejectsApiTokens?: true;
  /** For routes without a permission: the scope that an API token needs, or `any` where the handler decides what the token may read. */
  readonly tokenScope?: 'any' | `${string}/${string}`;
  /** Also open to a kiosk display, which sees only what its dashboard shows. */
  readonly allowsKiosk?: true;
  /** Also open to an admin who must first set up a second factor. */
  readonly allowsUnenrolled?: true;
  /** The route reads no token, so that an expired one cannot prevent a sign-in. */
  readonly ignoresToken?: true;
  /** May take longer than other routes, because it receives or sends large bodies. */
  readonly hasLongTimeout?: true;
  /** Belongs to the member center although guests may call it: refused while the center is closed. */
  readonly isMemberCenter?: true;
  /** The route changes no data of the member, so a support session may call it. */
  readonly allowsSupport?: true;
  readonly entity?: AnyEntity;
  readonly summary: string;
  readonly handler: (call: RouteCall) => Promise<HandlerResult>;
}

export interface RouteRegistry {
  /** Registers a route. */
  readonly add: (route: Route) => void;
  /** Removes all routes of an entity, because its definition was changed or removed. */
  readonly removeEntity: (entity: AnyEntity) => void;
  /** The routes of a lower-case path, by method. The path may have another spelling than the registered one. */
  readonly find: (path: string) => ReadonlyMap<Method, Route> | undefined;
  readonly routes: () => readonly Route[];
}

const ACCESS_LEVELS: readonly string[] = ['guest', 'member', 'admin', 'super'] satisfies readonly Access[];
const CANONICAL_PATH = /^(\/[A-Za-z0-9_.-]+)+$/;

/** `resolvePath` maps another spelling of a lower-case path to the registered one. */
export function createRouteRegistry(resolvePath: (path: string) => string = (path) => path): RouteRegistry {
  const byPath = new Map<string, Map<Method, Route>>();
  return {
    add(route) {
      assertValidRoute(route);
      const path = route.path.toLowerCase();
      const methods = byPath.get(path) ?? new Map<Method, Route>();
      if (methods.has(route.method)) throw new Error(`${route.method} ${route.path} is registered twice`);
      byPath.set(path, methods.set(route.method, route));
    },
    removeEntity(entity) {
      for (const [path, methods] of byPath) {
        for (const [method, route] of methods) if (route.entity === entity) methods.delete(method);
        if (methods.size === 0) byPath.delete(path);
      }
    },
    find: (path) => byPath.get(path) ?? byPath.get(resolvePath(path)),
    routes: () => [...byPath.values()].flatMap((methods) => [...methods.values()]),
  };
}

function assertValidRoute(route: Route): void {
  const { method, path, access, realm, permission, stepUp } = route;
  const name = `${method} ${path}`;
  if (!ACCESS_LEVELS.includes(access)) throw new Error(`${name} does not say who may call it`);
  if (!CANONICAL_PATH.test(path)) throw new Error(`${name} is not a canonical path`);
  if ((access === 'admin' || access === 'super') !== (realm === 'admin') && access !== 'guest')
    throw new Error(`${name} reads the tokens of one realm and asks for the other`);
  if (stepUp && access === 'guest') throw new Error(`${name} cannot ask a guest for a password`);
  if (permission !== undefined && (access !== 'admin' || !/^[a-z_][a-z0-9_]*\/[a-z_][a-z0-9_]*$/.test(permission)))
    throw new Error(`${name} needs a permission key that no caller can have`);
  if (!declaresTokenAccess(route)) throw new Error(`${name} does not say whether an API token may call it`);
}

/** Whether a route of admins has a permission, requires a person, or declares what an API token needs. */
const declaresTokenAccess = ({ access, permission, stepUp, rejectsApiTokens, tokenScope }: Route): boolean =>
  (access !== 'admin' && access !== 'super') ||
  [permission, stepUp, rejectsApiTokens, tokenScope].some((declared) => declared !== undefined);
