/** Routes for saved views of lists that the caller may see. */
import { z } from 'zod';
import { grantedRows } from '../../../common/entity/access';
import { hasAdminScreen } from '../../../common/entity/permissionKeys';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { hasControlCharacters, normalizeForStorage } from '../../../common/text/normalize';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { RequestContext } from '../../context';
import { deleteView, saveView, listSavedViews } from './savedViewStore';

const safeText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !hasControlCharacters(value, false));
const saveInput = z.strictObject({
  id: z.uuid().optional(),
  ent: z.string().min(1).max(64),
  title: safeText(60),
  query: safeText(4_000),
  shared: z.boolean(),
  _mid: z.unknown().optional(),
});
const deleteInput = z.strictObject({ id: z.uuid(), _mid: z.unknown().optional() });

export function registerSavedViewRoutes({ routes: { add: route }, services: { registry } }: ModuleServices): void {
  /** A list that the caller may not see has no views. */
  const requireListableEntity = ({ actor }: RequestContext, name: unknown): string => {
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    if (entity === undefined || !hasAdminScreen(entity) || grantedRows(actor, entity, 'read') === undefined)
      throw fault('row.missing');
    return entity.name;
  };
  const common = { realm: 'admin', access: 'admin', query: [], rejectsApiTokens: true } as const;
  route({
    ...common,
    method: 'GET',
    path: '/admin/view/index',
    query: ['ent'],
    body: 'none',
    summary: 'List the caller’s own and shared views of a list',
    handler: async ({ ctx, query }) => ({
      data: { list: await listSavedViews(ctx, requireListableEntity(ctx, query['ent'])) },
    }),
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/view/keep',
    body: 'json',
    input: saveInput,
    summary: 'Save a view of a list under a name, or change one of the caller’s views',
    handler: async ({ ctx, body }) => {
      const parsed = saveInput.parse(body);
      const title = normalizeForStorage(parsed.title);
      if (title === '') throw fault('row.invalid', undefined, { fields: [{ path: 'title', code: 'required' }] });
      const id = await saveView(ctx, { ...parsed, title, ent: requireListableEntity(ctx, parsed.ent) });
      return { data: { id }, msg: translate(ctx.lang, 'success.view_kept') };
    },
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/view/drop',
    body: 'json',
    input: deleteInput,
    summary: 'Delete one of the caller’s saved views',
    handler: async ({ ctx, body }) => {
      await deleteView(ctx, deleteInput.parse(body).id);
      return { data: {}, msg: translate(ctx.lang, 'success.deleted') };
    },
  });
}
