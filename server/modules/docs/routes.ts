/** `/openapi.json`: what this very server answers to, for signed-in admins. */
import type { Registry } from '../../../common/entity/registry';
import type { Inventory } from '../../engine/inventory';
import { openapiOf } from '../../engine/openapi';

export function routeDocs(
  inventory: Inventory,
  registry: Registry,
  info: { readonly title: string; readonly version: string },
): void {
  inventory.route({
    method: 'GET',
    path: '/openapi.json',
    realm: 'admin',
    access: 'admin',
    programs: 'any',
    query: [],
    body: 'none',
    summary: 'This document',
    handler: async ({ ctx, response }) => {
      const document = openapiOf(inventory.routes(), registry.all, { ...info, lang: ctx.lang });
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(document));
      return { sent: true };
    },
  });
}
