/** The interface of request guards, a kind of middleware: checks between the match of a route and its handler. `createServer.ts` lists them. */
import type { Actor } from '../../../common/entity/access';
import type { Authenticated } from '../../access/sessions/authenticate';
import type { Services } from '../../context';
import type { RequestUrl } from '../../platform/http/requestUrl';
import type { Route } from './routeRegistry';

export interface MatchedRequest {
  readonly services: Services;
  readonly route: Route;
  readonly target: RequestUrl;
  readonly ip: string;
}
export interface GuardedRequest extends MatchedRequest {
  /** Absent for guests. */
  readonly session: Authenticated | undefined;
  readonly actor: Actor;
}

/** Each stage throws the fault that refuses the request. Guards of one stage run in the order of the list. */
export interface RequestGuard {
  readonly name: string;
  /** Before the access token is read; `'guest'` when it must not be read at all. */
  readonly beforeSession?: (request: MatchedRequest) => 'guest' | undefined;
  /** After the access token was read, before the permission of the route is checked. */
  readonly beforeAccess?: (request: GuardedRequest) => void;
  /** After the permission of the route was checked, before query and body are read. */
  readonly afterAccess?: (request: GuardedRequest) => Promise<void> | void;
}
