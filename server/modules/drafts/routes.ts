/** Drafts of the person who asks, and of nobody else: kept while typing, read on reopening, dropped when saved or discarded. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { LIMITS } from '../../../common/limits';
import { FORM_MARK } from '../../../common/protocol/draft';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import type { RouteRegistry } from '../../engine/http/routeRegistry';
import { dropDraft, keepDraft, readDrafts, type DraftPlace } from './shelf';

const place = { ent: z.string().min(1).max(64), id: z.number().int().nonnegative(), _mid: z.unknown().optional() };
const typedIn = { ...place, form: z.string().regex(FORM_MARK).default('') };
const dropInput = z.strictObject(typedIn);
const keepInput = z.strictObject({
  ...typedIn,
  revision: z.number().int().nonnegative(),
  at: z.number().int().nonnegative(),
  fields: z.record(
    z.string().max(64),
    z.strictObject({ base: z.json(), mine: z.json(), written: z.string().optional() }),
  ),
});

export function routeDrafts({ add: route }: RouteRegistry, registry: Registry): void {
  const entityOf = (name: unknown): AnyEntity => {
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    if (entity?.spec.access.staff === undefined || entity.spec.personal) throw fault('row.missing');
    return entity;
  };
  /** Entries of logs are final: none of their forms is kept. */
  const placeOf = (name: unknown, id: number): DraftPlace => {
    const entity = entityOf(name);
    if (entity.spec.base === 'log') throw fault('row.missing');
    return { entity, id };
  };
  const common = { realm: 'admin', access: 'admin', query: [], body: 'json', inPerson: true } as const;
  route({
    ...{ ...common, method: 'GET', path: '/admin/draft/one', query: ['ent', 'id'], body: 'none' },
    summary: 'What the caller typed in forms of a record and has not saved, the newest first',
    handler: async ({ ctx, query }) => {
      const id = /^\d{1,15}$/.test(String(query['id'])) ? Number(query['id']) : -1;
      if (id < 0) throw fault('request.malformed');
      return { data: { drafts: await readDrafts(ctx, { entity: entityOf(query['ent']), id }) } };
    },
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/draft/keep', input: keepInput },
    bodyLimit: LIMITS.draftBytes + LIMITS.body,
    summary: 'Keep what the caller is typing; secrets are left out',
    handler: async ({ ctx, body }) => {
      const { ent, id, form, revision, at, fields } = keepInput.parse(body);
      await keepDraft(ctx, { ...placeOf(ent, id), form }, { revision, at, fields });
      return { data: {}, msg: say(ctx.lang, 'done.done') };
    },
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/draft/drop', input: dropInput },
    summary: 'Forget what the caller typed in one form',
    handler: async ({ ctx, body }) => {
      const { ent, id, form } = dropInput.parse(body);
      await dropDraft(ctx, { ...placeOf(ent, id), form });
      return { data: {}, msg: say(ctx.lang, 'done.done') };
    },
  });
}
