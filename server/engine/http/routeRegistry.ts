/** Every route as data. What is not entered here does not exist; what says nothing about access does not boot. */
import type { Request, Response } from 'express';
import type { ZodType } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Authenticated } from '../../access/sessions/authenticate';
import type { Realm } from '../../access/tokens/sessionTokens';
import type { RequestContext } from '../../context';
import type { RequestBody } from '../../platform/http/readBody';
import type { QueryParams } from '../../platform/http/requestUrl';

export type Method = 'GET' | 'POST' | 'DELETE';
/** Who may call: everybody; a signed-in member; a signed-in admin (with the route's node); an admin who holds everything. */
export type Access = 'guest' | 'member' | 'admin' | 'super';

/** One request on its way through a route. */
export interface RouteCall {
  readonly ctx: RequestContext;
  readonly query: QueryParams;
  readonly body: RequestBody;
  /** Absent for guests. */
  readonly session: Authenticated | undefined;
  readonly request: Request;
  readonly response: Response;
}
/** What a handler answers: the envelope's data and words; `sent` when it wrote the answer itself. */
export interface HandlerResult {
  readonly data?: unknown;
  readonly msg?: string;
  readonly sent?: true;
}

export interface Route {
  readonly method: Method;
  /** As people write it; matched without regard to case. */
  readonly path: string;
  /** Whose token the route reads. */
  readonly realm: Realm;
  readonly access: Access;
  /** Permission node an admin needs. */
  readonly node?: string;
  /** Query names besides those known everywhere. */
  readonly query: readonly string[];
  readonly body: 'none' | 'json' | 'multipart' | 'bytes';
  /** The strict shape of a JSON body; rows of entities are judged by their definition instead. */
  readonly input?: ZodType;
  /** For the documents: the fields of a noun a form takes. */
  readonly form?: { readonly entity: AnyEntity; readonly fields: readonly string[] };
  readonly bodyLimit?: number;
  /** Asks for the password again unless it was given within the last minutes. */
  readonly stepUp?: true;
  /** Asks for a person: no API token will do. Implied by `stepUp`. */
  readonly inPerson?: true;
  /** For routes without a node: the scope an API token needs, or `any` where the handler judges what the token may see. */
  readonly tokens?: 'any' | `${string}/${string}`;
  /** Open to a screen on a wall as well, which sees only what its dashboard shows. */
  readonly kiosk?: true;
  /** Open to whoever must set up a second factor before anything else. */
  readonly beforeEnrolment?: true;
  /** Never looks at a token: an expired one must not stand in the way of signing in. */
  readonly withoutToken?: true;
  /** May take longer than others: what it receives or sends is large. */
  readonly hasLongTimeout?: true;
  /** Belongs to the member centre although guests may call it: refused while the centre is closed. */
  readonly isMemberCentre?: true;
  /** Changes nothing that is the member's: support may do it, too. */
  readonly support?: true;
  readonly entity?: AnyEntity;
  readonly summary: string;
  readonly handler: (call: RouteCall) => Promise<HandlerResult>;
}

export interface RouteRegistry {
  /** The one way to make a route. */
  readonly add: (route: Route) => void;
  /** Routes of a lower-case path by method, under its registered spelling or another one. */
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
    find: (path) => byPath.get(path) ?? byPath.get(resolvePath(path)),
    routes: () => [...byPath.values()].flatMap((methods) => [...methods.values()]),
  };
}

function assertValidRoute(route: Route): void {
  const { method, path, access, realm, node, stepUp } = route;
  const name = `${method} ${path}`;
  if (!ACCESS_LEVELS.includes(access)) throw new Error(`${name} does not say who may call it`);
  if (!CANONICAL_PATH.test(path)) throw new Error(`${name} is no canonical path`);
  if ((access === 'admin' || access === 'super') !== (realm === 'admin') && access !== 'guest')
    throw new Error(`${name} reads the tokens of one realm and asks for the other`);
  if (stepUp && access === 'guest') throw new Error(`${name} cannot ask a guest for a password`);
  if (node !== undefined && (access !== 'admin' || !/^[a-z_]+\/[a-z_]+$/.test(node)))
    throw new Error(`${name} needs a node nobody can hold`);
  if (!declaresTokenAccess(route)) throw new Error(`${name} does not say whether an API token may call it`);
}

/** A route of staff has a node, asks for a person, or says what an API token needs. */
const declaresTokenAccess = ({ access, node, stepUp, inPerson, tokens: tokenScope }: Route): boolean =>
  (access !== 'admin' && access !== 'super') ||
  [node, stepUp, inPerson, tokenScope].some((declared) => declared !== undefined);
