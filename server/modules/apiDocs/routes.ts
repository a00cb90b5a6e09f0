/** `/openapi.json`: what this very server answers to, for signed-in admins. */
import type { Registry } from '../../../common/entity/registry';
import type { RouteRegistry } from '../../engine/http/routeRegistry';
import { buildOpenApi } from '../../engine/http/buildOpenApi';

export function registerApiDocsRoutes(
  routes: RouteRegistry,
  registry: Registry,
  info: { readonly title: string; readonly version: string },
): void {
  routes.add({
    method: 'GET',
    path: '/openapi.json',
    realm: 'admin',
    access: 'admin',
    tokens: 'any',
    query: [],
    body: 'none',
    summary: 'This document',
    handler: async ({ ctx, response }) => {
      const document = buildOpenApi(routes.routes(), registry.all, { ...info, lang: ctx.lang });
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(document));
      return { sent: true };
    },
  });
}
