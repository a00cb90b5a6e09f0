/** What guests and members may write on the public site: a message, a request for a trial, a like, and the use of an activation code. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Reader } from '../../engine/read/reader';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { parseId } from '../../engine/http/parseParams';
import { say } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import { attempt } from '../../access/limits';
import { guardForm, onBehalf, visitorOf } from './guard';
import { createViews, like, type Views } from './counters';
import { redeem } from './redeem';

/** The fields of each form; everything else a caller sends is ignored and listed. */
const FORMS = {
  lead: ['name', 'mobile', 'email', 'company', 'headcount', 'job_position', 'content'],
  trial_request: ['company', 'full_name', 'phone', 'email', 'company_scale', 'remarks', 'plugin_ids'],
} as const;
type Form = keyof typeof FORMS;
/** Not fields, and no mistake either. */
const COMPANIONS: ReadonlySet<string> = new Set(['captcha', 'captchaId', 'captcha_id', '_mid']);

const anything = z.looseObject({});
const documented = (entity: AnyEntity | undefined, fields: readonly string[]) =>
  entity === undefined ? {} : { form: { entity, fields } };
const oneRow = z.object({ id: z.union([z.number(), z.string()]) });
const aCode = z.object({ code: z.string().max(60), captcha: z.string().optional(), captchaId: z.string().optional() });
const LIKES = { tries: 120, windowMs: 3_600_000 };

interface Doors {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly views: Views;
}

/** `house`: the house itself acts, where what many did is written together. Answers the counter of views. */
export function routePublicForms(
  { add: route }: RouteRegistry,
  given: Omit<Doors, 'views'>,
  house: RequestContext,
): Views {
  const views = createViews(house, given.writer);
  const deps: Doors = { ...given, views };
  const open = { realm: 'member', access: 'guest', query: [] } as const;
  const post = { ...open, method: 'POST', body: 'json' } as const;
  for (const form of ['lead', 'trial_request'] as const)
    route({
      ...post,
      path: `/api/${form}/add`,
      withoutToken: true,
      input: anything,
      ...documented(house.services.registry.get(form), FORMS[form]),
      summary: form === 'lead' ? 'Write to the house' : 'Ask for a trial',
      handler: (call) => submit(call, deps.writer, form),
    });
  route({
    ...post,
    access: 'member',
    path: '/api/activation_code/redeem',
    input: aCode,
    summary: 'Redeem an activation code, once a member',
    handler: (call) => redeem(call, deps.writer),
  });
  route({
    ...post,
    path: '/api/article/like',
    input: oneRow,
    summary: 'Like an article, once a visitor and day',
    handler: async (call) => {
      await attempt(call.ctx.services, `likes:${visitorOf(call.ctx)}`, LIKES);
      return { data: await like(call.ctx, deps.writer, parseId(call.body['id'])) };
    },
  });
  route({
    ...open,
    method: 'GET',
    path: '/api/article/edit',
    query: ['id'],
    body: 'none',
    summary: 'Read one article; counts as a view',
    handler: (call) => readArticle(call, deps),
  });
  return views;
}

async function submit(call: RequestCall, writer: Writer, form: Form): Promise<HandlerResult> {
  const { ctx, body } = call;
  const entity = ctx.services.registry.get(form);
  if (entity === undefined) throw fault('row.missing');
  await guardForm(call, form);
  const fields: readonly string[] = FORMS[form];
  const draft = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
  const ignored = Object.keys(body).filter((name) => !fields.includes(name) && !COMPANIONS.has(name));
  await writer.create(onBehalf(ctx), entity, draft);
  return { data: { ignored }, msg: say(ctx.lang, 'nouns.received') };
}

async function readArticle({ ctx, query }: RequestCall, { reader, views }: Doors): Promise<HandlerResult> {
  const entity = ctx.services.registry.get('article');
  if (entity === undefined) throw fault('row.missing');
  const id = parseId(query['id']);
  const data = await reader.get(ctx, entity, id);
  views.seen(id, visitorOf(ctx));
  return { data };
}
