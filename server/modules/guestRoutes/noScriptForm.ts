/**
 * Forms submitted without JavaScript (progressive enhancement, native form POST), because the script of the page had not loaded: the
 * response is a page. A stored message redirects to the part of the form's page that confirms it; a refused one shows the page again with
 * its texts and the errors at the fields.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { AnyEntity } from '../../../common/entity/entity';
import { isObject } from '../../../common/json';
import { Fault, faultSpec } from '../../../common/protocol/faults';
import { translateFault, translateIssue } from '../../../common/locales/translate';
import type { RefusedForm, SiteForm } from '../../../common/site/pageData';
import type { RequestContext } from '../../context';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { RequestBody } from '../../platform/http/readBody';
import { isUrlEncoded } from '../../platform/http/readForm';

/** Sends the page of a form; false when the site was not built. */
export interface FormPages {
  readonly sendFormErrors: (request: {
    readonly response: RouteCall['response'];
    readonly ctx: Pick<RequestContext, 'ip' | 'lang'>;
    readonly form: SiteForm['name'];
    readonly refused: RefusedForm;
    readonly status: number;
  }) => Promise<boolean>;
}

export const isNoScriptForm = ({ request }: Pick<RouteCall, 'request'>): boolean => isUrlEncoded(request.headers);

interface NoScriptForm {
  readonly entity: AnyEntity;
  readonly form: SiteForm['name'];
  readonly pages: FormPages;
  readonly submit: (call: RouteCall) => Promise<HandlerResult>;
}

/** Submits the form and responds with a page. */
export async function handleNoScriptForm(call: RouteCall, noScriptForm: NoScriptForm): Promise<HandlerResult> {
  const { response, request, ctx } = call;
  const { entity, form, pages, submit } = noScriptForm;
  const body = toBody(entity, call.body);
  try {
    await submit({ ...call, body, ctx: { ...ctx, idempotencyKey: duplicateSubmissionKey(ctx, form, call.body) } });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const refused = toRefusedForm(call, error);
    const status = pageStatus(error);
    if (!(await pages.sendFormErrors({ response, ctx, form, refused, status }))) throw error;
    return { sent: true };
  }
  response.setHeader('Location', `${request.url.split('?')[0] ?? ''}#sent`);
  response.writeHead(303).end();
  return { sent: true };
}

/** Refusals of input have the status 200 in the API, where the envelope tells them apart. */
function pageStatus({ code }: Fault): number {
  const { http } = faultSpec(code);
  return http === 200 ? 422 : http;
}

/** The body as the script sends it: no empty inputs, and numbers for choices and lists of rows. */
function toBody({ spec }: AnyEntity, inputs: RequestBody): RequestBody {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (Array.isArray(value)) values[name.slice(0, -2)] = value.map(Number);
    else if (name === 'consent') values[name] = value === 'true';
    else if (value !== '') values[name] = isObject(spec.fields[name]?.options.values) ? Number(value) : value;
  }
  return values;
}

const DUPLICATE_WINDOW_MS = 600_000;
/** Idempotency key of a form without an idempotency key: a duplicate submission within ten minutes has the same key. */
const duplicateSubmissionKey = ({ services }: RequestContext, form: string, inputs: RequestBody): string => {
  const { captcha: _captcha, captchaId: _id, ...message } = inputs;
  const period = Math.floor(services.clock.now() / DUPLICATE_WINDOW_MS);
  return createHash('sha256')
    .update(JSON.stringify([form, period, message]))
    .digest('hex');
};

function toRefusedForm({ ctx, body }: RouteCall, refusal: Fault): RefusedForm {
  const issues = refusal.fields ?? [];
  const lists = Object.entries(body).map(([name, value]) => [
    name,
    (Array.isArray(value) ? value : [value]).map(String),
  ]);
  return {
    values: Object.fromEntries(lists) as RefusedForm['values'],
    errors: Object.fromEntries(
      issues.map((issue) => [issue.path.split('.')[0] ?? issue.path, translateIssue(ctx.lang, issue)]),
    ),
    // the error of a captcha is the whole refusal: its field says it
    message: issues.some(({ path }) => path === 'captcha') ? '' : translateFault(ctx.lang, refusal),
    ...(refusal.data?.['captcha'] === true ? { captchaId: randomUUID() } : {}),
  };
}
