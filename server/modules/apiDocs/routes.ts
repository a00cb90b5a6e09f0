/** `/openapi.json`: the API of this server, for signed-in admins. */
import type { Actor } from '../../../common/entity/access';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { buildOpenApi } from '../../engine/http/buildOpenApi';

interface ApiDocsDeps extends ModuleServices {
  /** The online interfaces of apps; none for readers without the permission. */
  readonly describeInterfaces: (actor: Actor) => Promise<readonly object[]>;
  readonly docsInfo: { readonly title: string; readonly version: string };
}

export function registerApiDocsRoutes({
  routes,
  services: { registry },
  docsInfo,
  describeInterfaces,
}: ApiDocsDeps): void {
  routes.add({
    method: 'GET',
    path: '/openapi.json',
    realm: 'admin',
    access: 'admin',
    tokenScope: 'any',
    query: [],
    body: 'none',
    summary: 'This document',
    handler: async ({ ctx, response }) => {
      const interfaces = await describeInterfaces(ctx.actor);
      const document = buildOpenApi(routes.routes(), registry.all, { ...docsInfo, lang: ctx.lang });
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ ...document, 'x-open-interfaces': interfaces }));
      return { sent: true };
    },
  });
}
