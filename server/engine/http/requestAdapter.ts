/**
 * The interface of a request adapter: it translates requests of another client into those of a registered route, and the response back.
 * The route's session, permission, guards and limits apply unchanged.
 */
import type { IncomingMessage } from 'node:http';
import type { Fault } from '../../../common/protocol/faults';
import type { Authenticated } from '../../access/sessions/authenticate';
import type { RequestContext } from '../../context';
import type { RequestBody } from '../../platform/http/readBody';
import type { QueryParams, RequestUrl } from '../../platform/http/requestUrl';
import type { HandlerResult, RouteCall } from './routeRegistry';

/** The translation of one request. */
export interface RequestTranslation {
  /** The lower-case path of the route that handles the request. */
  readonly path: string;
  /** Translates the query, after the permission of the route was checked. */
  readonly query?: (ctx: RequestContext, sent: QueryParams) => Promise<QueryParams> | QueryParams;
  /** Translates the body, after the permission of the route was checked. */
  readonly body?: (
    ctx: RequestContext,
    sent: RequestBody,
    session: Authenticated | undefined,
  ) => Promise<RequestBody> | RequestBody;
  /** Translates the response. */
  readonly result?: (call: RouteCall, result: HandlerResult) => Promise<HandlerResult> | HandlerResult;
  /** Translates an error of the handler. */
  readonly fault?: (fault: Fault) => Fault;
}

export interface RequestAdapter {
  /** Returns the translation of a request; undefined when the request is in the form of our routes. */
  readonly translate: (request: IncomingMessage, target: RequestUrl) => RequestTranslation | undefined;
  /** Returns the refusal that the client gets, whatever refused the request. */
  readonly toSentFault: (request: IncomingMessage, refusal: Fault) => Fault;
}
