/** Saved views of the lists one may see. */
import { z } from 'zod';
import { grantedRows } from '../../../common/entity/access';
import { hasScreen } from '../../../common/entity/nodes';
import type { Registry } from '../../../common/entity/registry';
import { say } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import { hasForbidden, tidy } from '../../../common/text/clean';
import type { RouteRegistry } from '../../engine/http/routeRegistry';
import type { RequestContext } from '../../context';
import { dropView, keepView, viewsOf } from './shelf';

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !hasForbidden(value, false));
const keepInput = z.strictObject({
  ent: z.string().min(1).max(64),
  title: text(60),
  query: text(4_000),
  shared: z.boolean(),
  _mid: z.unknown().optional(),
});
const dropInput = z.strictObject({ id: z.uuid(), _mid: z.unknown().optional() });

export function routeViews({ add: route }: RouteRegistry, registry: Registry): void {
  /** A list one may not see has no views. */
  const seen = ({ actor }: RequestContext, name: unknown): string => {
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    if (entity === undefined || !hasScreen(entity) || grantedRows(actor, entity, 'read') === undefined)
      throw fault('row.missing');
    return entity.name;
  };
  const common = { realm: 'admin', access: 'admin', query: [], inPerson: true } as const;
  route({
    ...{ ...common, method: 'GET', path: '/admin/view/index', query: ['ent'], body: 'none' },
    summary: 'Saved views of a list: own ones and those others share',
    handler: async ({ ctx, query }) => ({ data: { list: await viewsOf(ctx, seen(ctx, query['ent'])) } }),
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/view/keep', body: 'json', input: keepInput },
    summary: 'Keep the present view of a list under a name',
    handler: async ({ ctx, body }) => {
      const given = keepInput.parse(body);
      const title = tidy(given.title);
      if (title === '') throw fault('row.invalid', undefined, { fields: [{ path: 'title', code: 'required' }] });
      const id = await keepView(ctx, { ...given, title, ent: seen(ctx, given.ent) });
      return { data: { id }, msg: say(ctx.lang, 'done.view_kept') };
    },
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/view/drop', body: 'json', input: dropInput },
    summary: 'Forget an own view',
    handler: async ({ ctx, body }) => {
      await dropView(ctx, dropInput.parse(body).id);
      return { data: {}, msg: say(ctx.lang, 'done.deleted') };
    },
  });
}
