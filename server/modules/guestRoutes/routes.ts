/** Routes that guests use: contact message, trial request, like and article. */
import { z } from 'zod';
import { getColumns } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { validate } from '../../../common/entity/validate';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import { parseId } from '../../engine/http/parseParams';
import { translate } from '../../../common/locales/translate';
import { normalizeMobile } from '../../../common/text/mobileNumber';
import { Fault, fault } from '../../../common/protocol/faults';
import { consumeAttempt } from '../../access/limits/rateLimits';
import { assertShownPlugins } from './assertShownPlugins';
import { enforceFormRateLimit, visitorKey } from './formRateLimit';
import { handleNoScriptForm, isNoScriptForm, type FormPages } from './noScriptForm';
import { likeArticle, type ViewCounter } from './articleCounters';
import { toSystemContext } from '../../platform/systemContext';

/** The fields of each form; other sent keys are ignored and listed in the response. */
const FORMS = {
  lead: ['name', 'mobile', 'email', 'company', 'headcount', 'job_position', 'content'],
  trial_request: ['company', 'full_name', 'phone', 'email', 'company_scale', 'remarks', 'plugin_ids'],
} as const;
type FormName = keyof typeof FORMS;
/** Keys that are neither fields nor reported as ignored. */
const NON_FIELD_KEYS: ReadonlySet<string> = new Set(['consent', 'captcha', 'captchaId', 'captcha_id', '_mid']);

const formInput = z.looseObject({});
const describeForm = (entity: AnyEntity | undefined, fields: readonly string[]) =>
  entity === undefined ? {} : { form: { entity, fields, hasConsent: true } };
const likeInput = z.object({ id: z.union([z.number(), z.string()]) });
const LIKE_LIMIT = { maxAttempts: 120, windowMs: 3_600_000 };

interface GuestRouteDeps extends ModuleServices {
  readonly viewCounter: ViewCounter;
  /** The pages of the forms. */
  readonly site: FormPages;
}

export function registerGuestRoutes(deps: GuestRouteDeps): void {
  const {
    routes: { add: route },
    services: { registry },
  } = deps;
  const guestRoute = { realm: 'member', access: 'guest', query: [] } as const;
  const guestPost = { ...guestRoute, method: 'POST', body: 'json' } as const;
  for (const form of ['lead', 'trial_request'] as const)
    route({
      ...guestPost,
      body: 'form',
      path: `/api/${form}/add`,
      ignoresToken: true,
      input: formInput,
      ...describeForm(registry.get(form), FORMS[form]),
      summary: form === 'lead' ? 'Send a contact message' : 'Request a trial',
      handler: (call) => handleForm(call, deps, form),
    });
  route({
    ...guestPost,
    path: '/api/article/like',
    input: likeInput,
    summary: 'Like an article, once per visitor and day',
    handler: async (call) => {
      await consumeAttempt(call.ctx.services, `likes:${visitorKey(call.ctx)}`, LIKE_LIMIT);
      return { data: await likeArticle(call.ctx, deps.writer, parseId(call.body['id'])) };
    },
  });
  route({
    ...guestRoute,
    method: 'GET',
    path: '/api/article/edit',
    query: ['id'],
    body: 'none',
    summary: 'Read one article; counts as a view',
    handler: (call) => readArticle(call, deps),
  });
}

async function handleForm(call: RouteCall, { writer, site }: GuestRouteDeps, form: FormName): Promise<HandlerResult> {
  const entity = call.ctx.services.registry.get(form);
  if (entity === undefined) throw fault('row.missing');
  const submit = (sent: RouteCall) => submitForm(sent, writer, form);
  return isNoScriptForm(call) ? handleNoScriptForm(call, { entity, form, pages: site, submit }) : submit(call);
}

async function submitForm(call: RouteCall, writer: Writer, form: FormName): Promise<HandlerResult> {
  const { ctx, body } = call;
  const entity = ctx.services.registry.get(form);
  if (entity === undefined) throw fault('row.missing');
  const fields: readonly string[] = FORMS[form];
  const values = readValues(entity, fields, body);
  assertValidForm(entity, { fields, values, consent: body['consent'] });
  const ignored = Object.keys(body).filter((name) => !fields.includes(name) && !NON_FIELD_KEYS.has(name));
  const systemCtx = toSystemContext(ctx, { channel: 'api', keepsIdempotencyKey: true });
  const release = await enforceFormRateLimit(call, form);
  try {
    await assertShownPlugins(ctx.services.db, values['plugin_ids']);
    // The time of the consent is not part of the input: a repetition with the same idempotency key must equal it.
    await writer.changeSet(systemCtx, { verb: 'add', about: form, input: values }, (txWriter, { at }) =>
      txWriter.create(entity, { ...values, consent_at: Math.floor(at / 1000), locale: ctx.lang }),
    );
  } catch (error) {
    if (error instanceof Fault && error.code === 'row.invalid') await release();
    throw error;
  }
  return { data: { ignored }, msg: translate(ctx.lang, 'publicForms.received') };
}

/** The sent fields. Visitors write telephone numbers with spaces, hyphens and brackets: a mobile number loses them. */
const readValues = (entity: AnyEntity, fields: readonly string[], body: RouteCall['body']) =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => fields.includes(name))
      .map(([name, value]) => [
        name,
        isNumber(entity, name) && typeof value === 'string' ? normalizeMobile(value) : value,
      ]),
  );
const isNumber = ({ spec }: AnyEntity, name: string): boolean => {
  const pattern = spec.fields[name]?.options.pattern;
  return pattern === 'mobile' || pattern === 'phone';
};

interface SentForm {
  /** The fields of the form. */
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly consent: unknown;
}
/** Throws all errors that need no database, and a missing consent, before the message counts. Error: `row.invalid`. */
function assertValidForm(entity: AnyEntity, { fields, values, consent }: SentForm): void {
  const columns = [...getColumns(entity).values()].filter(({ name }) => fields.includes(name));
  const { issues } = validate(entity, values, { mode: 'create', columns });
  const allIssues = consent === true ? issues : [...issues, { path: 'consent', code: 'consent' } as const];
  if (allIssues.length > 0) throw fault('row.invalid', undefined, { fields: allIssues });
}

async function readArticle({ ctx, query }: RouteCall, { reader, viewCounter }: GuestRouteDeps): Promise<HandlerResult> {
  const entity = ctx.services.registry.get('article');
  if (entity === undefined) throw fault('row.missing');
  const id = parseId(query['id']);
  const data = await reader.get(ctx, entity, id);
  viewCounter.recordView(id, visitorKey(ctx));
  return { data };
}
