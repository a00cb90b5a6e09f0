/**
 * The adapter for older (legacy) clients: requests in their form become requests of our routes, with the same permissions, write path, history and
 * live updates, and responses are converted back. `docs/older-clients.md` explains it.
 */
import type { RequestAdapter, RequestTranslation } from '../engine/http/requestAdapter';
import { translateController } from './controllerTranslation';
import { COMPAT_ROUTES, type CompatDeps, type CompatRoute } from './compatRoutes';
import { toCompatFault } from './session/compatFaults';

/** Requests with an API token use our own format: they are not translated, whatever header has the token. */
const skipForApiTokens = ({ path, query, body, result, fault }: RequestTranslation): RequestTranslation => ({
  path,
  ...(fault === undefined ? {} : { fault }),
  query: (ctx, sent) => (ctx.actor.tokenId === undefined ? (query?.(ctx, sent) ?? sent) : sent),
  body: (ctx, sent, session) => (ctx.actor.tokenId === undefined ? (body?.(ctx, sent, session) ?? sent) : sent),
  result: (call, sent) => (call.ctx.actor.tokenId === undefined ? (result?.(call, sent) ?? sent) : sent),
});

const getKey = (method: string | undefined, path: string): string => `${method ?? 'GET'} ${path}`;

export function createCompatAdapter(deps: CompatDeps): RequestAdapter {
  const routes = new Map(
    COMPAT_ROUTES.map((route): [string, CompatRoute] => [getKey(route.method, route.sent), route]),
  );
  return {
    toSentFault: (request, refusal) => toCompatFault(deps.services, request, refusal),
    translate: (request, target): RequestTranslation | undefined => {
      const route = routes.get(getKey(request.method, target.path));
      if (route === undefined) {
        const translation = translateController(deps, request, target);
        return translation && skipForApiTokens(translation);
      }
      if (route.appliesTo?.(request) === false) return undefined;
      const { body, result, ...others } = route.translation ?? {};
      const translation: RequestTranslation = {
        ...others,
        path: route.own ?? route.sent,
        ...(body === undefined ? {} : { body: (ctx, sent) => body(ctx, sent, request) }),
        ...(result === undefined ? {} : { result: (call, sent) => result(call, sent, deps) }),
      };
      return route.own === undefined ? skipForApiTokens(translation) : translation;
    },
  };
}
