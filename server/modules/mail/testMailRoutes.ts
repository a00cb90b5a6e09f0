/** Sends a test mail with the settings of the form, saved or not. The stored password goes only to the stored server. */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { Issue } from '../../../common/entity/issue';
import { PATTERNS } from '../../../common/entity/patterns';
import { MASK } from '../../../common/mask';
import { findTranslation, translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import type { Env } from '../../../config/env';
import { ITEM_CHECKS } from '../../hooks/system/configChecks';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { MailSettings } from '../../platform/settings';
import { renderMail } from '../../hooks/mail/renderMail';
import { MailError, sendOnce } from './mailTransport';

const optionalText = z.string().max(512).optional();
const testMailInput = z.object({
  testMail: optionalText,
  smtp_server: optionalText,
  smtp_port: z.union([z.string().max(5), z.number()]).optional(),
  smtp_user: optionalText,
  smtp_pass: optionalText,
  smtp_verification: optionalText,
  smtp_sender_mail: optionalText,
});
type TestMailForm = z.infer<typeof testMailInput>;

/** Milliseconds; below the timeout of the client. */
const TIMEOUT_MS = 2_500;
const MINUTE_MS = 60_000;

export function registerTestMailRoute({ routes: { add: route } }: ModuleServices): void {
  const isAllowed = createRateLimiter();
  route({
    method: 'POST',
    path: '/admin/config/sendTestMail',
    realm: 'admin',
    access: 'admin',
    permission: 'config/edit',
    query: [],
    body: 'json',
    input: testMailInput,
    rejectsApiTokens: true,
    summary: 'Send a test email with the given settings',
    handler: (call) => {
      if (!isAllowed(call.ctx.actor.id, call.ctx.services.clock.now())) throw fault('too_many');
      return sendTestMail(call);
    },
  });
}

/** Each attempt connects to an arbitrary host, so only a few a minute are allowed. */
function createRateLimiter() {
  const attempts = new Map<number, readonly number[]>();
  return (id: number, now: number): boolean => {
    const recent = (attempts.get(id) ?? []).filter((at) => at > now - MINUTE_MS);
    attempts.set(id, [...recent, now].slice(-SERVER_LIMITS.testMailsPerMinute - 1));
    return recent.length < SERVER_LIMITS.testMailsPerMinute;
  };
}

/** Errors by the name of their config item. */
function validateForm(submitted: TestMailForm, stored: MailSettings, env: Env): readonly Issue[] {
  const host = submitted.smtp_server ?? stored.host;
  const issues: Issue[] = [];
  if (host === '') issues.push({ path: 'smtp_server', code: 'required' });
  else if (ITEM_CHECKS.get('smtp_server')?.(host, env)) issues.push({ path: 'smtp_server', code: 'characters' });
  const sender = submitted.smtp_sender_mail ?? stored.sender;
  if (!PATTERNS.email(sender)) issues.push({ path: 'smtp_sender_mail', code: 'email' });
  if (!PATTERNS.email(submitted.testMail ?? stored.recipient)) issues.push({ path: 'testMail', code: 'email' });
  return issues;
}

function mergeSettings(submitted: TestMailForm, stored: MailSettings): MailSettings {
  const host = submitted.smtp_server ?? stored.host;
  const port = Number(submitted.smtp_port ?? stored.port);
  const isTyped = submitted.smtp_pass !== undefined && submitted.smtp_pass !== '' && submitted.smtp_pass !== MASK;
  const isStored = host === stored.host && port === stored.port;
  const typed = submitted.smtp_pass ?? '';
  const security = (['SSL', 'TLS', 'none'] as const).find((known) => known === submitted.smtp_verification);
  return {
    ...stored,
    host,
    port,
    user: submitted.smtp_user ?? stored.user,
    password: isTyped ? () => typed : isStored ? stored.password : () => '',
    security: security ?? stored.security,
    sender: submitted.smtp_sender_mail ?? stored.sender,
    timeoutMs: Math.min(stored.timeoutMs, TIMEOUT_MS),
  };
}

async function sendTestMail({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const { services, lang } = ctx;
  const submitted = testMailInput.parse(body);
  const { mail: stored, siteName } = services.settings;
  const fields = validateForm(submitted, stored, services.env);
  if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
  const mail = mergeSettings(submitted, stored);
  // A password stored for another server must be entered again, and is never sent to the new one.
  if (mail.user !== '' && mail.password() === '')
    throw fault('row.invalid', undefined, { fields: [{ path: 'smtp_pass', code: 'required' }] });
  const to = submitted.testMail ?? stored.recipient;
  const rendered = renderMail({ to, template: 'test', lang }, siteName);
  try {
    await sendOnce(mail, services.env.privateHosts, { id: `test-${ctx.requestId}`, to, ...rendered });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const reason = findTranslation(lang, `faults.mail.trouble.${error.reason}`) ?? error.reason;
    throw fault('mail.failed', { why: reason });
  }
  return { msg: translate(lang, 'success.mail_tested') };
}
