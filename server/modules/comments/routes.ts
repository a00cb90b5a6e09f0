/** Routes of comments on a record, for admins who can read it. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import { codePointLength, hasControlCharacters, normalizeForStorage } from '../../../common/text/normalize';
import { parseId } from '../../engine/http/parseParams';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { RouteCall } from '../../engine/http/routeRegistry';
import { addComment, deleteComment, listComments, suggestPeople, type CommentTarget } from './commentStore';

const addInput = z.strictObject({
  ent: z.string().min(1).max(64),
  record_id: z.number().int().positive(),
  body: z.string().refine((value) => !hasControlCharacters(normalizeForStorage(value), true)),
  mentions: z.array(z.number().int().positive()).max(LIMITS.commentMentions).default([]),
  _mid: z.unknown().optional(),
});
const deleteInput = z.strictObject({ id: z.number().int().positive(), _mid: z.unknown().optional() });

function parseBody(text: string): string {
  const body = normalizeForStorage(text);
  if (body === '') throw fault('row.invalid', undefined, { fields: [{ path: 'body', code: 'required' }] });
  if (codePointLength(body) > LIMITS.commentChars)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'body', code: 'too_long', params: { max: LIMITS.commentChars } }],
    });
  return body;
}

export function registerCommentRoutes({
  routes: { add: route },
  services: { registry },
  writer,
}: ModuleServices): void {
  const parseTarget = (name: unknown, id: unknown): CommentTarget => {
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    if (entity === undefined || entity.spec.personal) throw fault('row.missing');
    return { entity, id: parseId(id) };
  };
  const getTarget = ({ query }: RouteCall): CommentTarget => parseTarget(query['ent'], query['id']);
  const common = { realm: 'admin', access: 'admin', query: [], rejectsApiTokens: true } as const;
  route({
    ...common,
    method: 'GET',
    path: '/admin/comment/list',
    query: ['ent', 'id', 'before'],
    body: 'none',
    summary: 'List the comments on a record',
    handler: async (call) => {
      const { before } = call.query;
      return {
        data: await listComments(call.ctx, getTarget(call), before === undefined ? undefined : parseId(before)),
      };
    },
  });
  route({
    ...common,
    method: 'GET',
    path: '/admin/comment/people',
    query: ['ent', 'id', 'q'],
    body: 'none',
    summary: 'Find admins who can be mentioned in a comment on a record',
    handler: async (call) => {
      const { q } = call.query;
      if (q !== undefined && (typeof q !== 'string' || q.length > LIMITS.filterValueChars))
        throw fault('request.query');
      return { data: { list: await suggestPeople(call.ctx, getTarget(call), q ?? '') } };
    },
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/comment/add', body: 'json', input: addInput },
    summary: 'Comment on a record and mention admins',
    handler: async ({ ctx, body }) => {
      const { ent, record_id, body: text, mentions } = addInput.parse(body);
      const input = { body: parseBody(text), mentions };
      const data = await addComment(ctx, writer, parseTarget(ent, record_id), input);
      return { data, msg: translate(ctx.lang, 'success.saved') };
    },
  });
  route({
    ...{ ...common, method: 'POST', path: '/admin/comment/del', body: 'json', input: deleteInput },
    summary: 'Delete a comment',
    handler: async ({ ctx, body }) => ({
      data: await deleteComment(ctx, writer, deleteInput.parse(body).id),
      msg: translate(ctx.lang, 'success.deleted'),
    }),
  });
}
