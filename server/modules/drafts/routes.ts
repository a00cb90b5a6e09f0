/** Draft routes of the calling person: saved while typing, loaded on reopening, dropped on save or discard. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import { FORM_ID_PATTERN } from '../../../common/protocol/draft';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { deleteDraft, saveDraft, loadDrafts, type DraftTarget } from './draftStore';

const targetFields = {
  ent: z.string().min(1).max(64),
  id: z.number().int().nonnegative(),
  _mid: z.unknown().optional(),
};
const formFields = { ...targetFields, form: z.string().regex(FORM_ID_PATTERN).default('') };
const deleteInput = z.strictObject(formFields);
const saveInput = z.strictObject({
  ...formFields,
  revision: z.number().int().nonnegative(),
  at: z.number().int().nonnegative(),
  fields: z.record(
    z.string().max(64),
    z.strictObject({ base: z.json(), mine: z.json(), written: z.string().optional() }),
  ),
});

export function registerDraftRoutes({ routes: { add: route }, services: { registry } }: ModuleServices): void {
  const requireEntity = (name: unknown): AnyEntity => {
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    if (entity?.spec.access.staff === undefined || entity.spec.personal) throw fault('row.missing');
    return entity;
  };
  /** Log entries are immutable: their forms have no drafts. */
  const requireDraftTarget = (name: unknown, id: number): DraftTarget => {
    const entity = requireEntity(name);
    if (entity.spec.base === 'log') throw fault('row.missing');
    return { entity, id };
  };
  const common = { realm: 'admin', access: 'admin', query: [], body: 'json', rejectsApiTokens: true } as const;
  route({
    ...common,
    method: 'GET',
    path: '/admin/draft/one',
    query: ['ent', 'id'],
    body: 'none',
    summary: 'List the caller’s drafts of a record, newest first',
    handler: async ({ ctx, query }) => {
      const id = /^\d{1,15}$/.test(String(query['id'])) ? Number(query['id']) : -1;
      if (id < 0) throw fault('request.malformed');
      return { data: { drafts: await loadDrafts(ctx, { entity: requireEntity(query['ent']), id }) } };
    },
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/draft/keep',
    input: saveInput,
    bodyLimit: LIMITS.draftChars + LIMITS.jsonBodyBytes,
    summary: 'Save a draft of the caller; secrets are left out',
    handler: async ({ ctx, body }) => {
      const { ent, id, form, revision, at, fields } = saveInput.parse(body);
      await saveDraft(ctx, { ...requireDraftTarget(ent, id), form }, { revision, at, fields });
      return { data: {}, msg: translate(ctx.lang, 'success.done') };
    },
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/draft/drop',
    input: deleteInput,
    summary: 'Delete a draft of the caller',
    handler: async ({ ctx, body }) => {
      const { ent, id, form } = deleteInput.parse(body);
      await deleteDraft(ctx, { ...requireDraftTarget(ent, id), form });
      return { data: {}, msg: translate(ctx.lang, 'success.done') };
    },
  });
}
