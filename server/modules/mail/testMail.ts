/** A test mail with what stands in the form, saved or not. The stored password goes only to the stored server. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { Issue } from '../../../common/entity/issue';
import { PATTERNS } from '../../../common/entity/patterns';
import { SECRET_MASK } from '../../../common/entities/siteItem';
import { lookUp, say } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import type { Env } from '../../../config/env';
import { ITEM_CHECKS } from '../../behaviours/configChecks';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { MailSettings } from '../../context';
import { letterOf } from './letter';
import { MailFailure, postOnce } from './transport';

const text = z.string().max(512).optional();
const form = z.object({
  testMail: text,
  smtp_server: text,
  smtp_port: z.union([z.string().max(5), z.number()]).optional(),
  smtp_user: text,
  smtp_pass: text,
  smtp_verification: text,
  smtp_sender_mail: text,
});
type Form = z.infer<typeof form>;

/** The answer must come before the caller gives up. */
const PATIENCE = 2_500;
const MINUTE = 60_000;

export function routeTestMail({ add: route }: RouteRegistry): void {
  const allowed = createAllowance();
  route({
    method: 'POST',
    path: '/admin/config/sendTestMail',
    realm: 'admin',
    access: 'admin',
    node: 'config/edit',
    query: [],
    body: 'json',
    input: form,
    inPerson: true,
    summary: 'Send a test mail with the given mail settings',
    handler: (call) => {
      if (!allowed(call.ctx.actor.id, call.ctx.services.clock.now())) throw fault('too_many');
      return send(call);
    },
  });
}

/** Each attempt makes the house call a stranger: a few a minute are enough to try things out. */
function createAllowance() {
  const uses = new Map<number, readonly number[]>();
  return (id: number, now: number): boolean => {
    const recent = (uses.get(id) ?? []).filter((at) => at > now - MINUTE);
    uses.set(id, [...recent, now].slice(-LIMITS.testMailsPerMinute - 1));
    return recent.length < LIMITS.testMailsPerMinute;
  };
}

/** Complaints by the name of the item they belong to. */
function issuesIn(given: Form, stored: MailSettings, env: Env): readonly Issue[] {
  const host = given.smtp_server ?? stored.host;
  const issues: Issue[] = [];
  if (host === '') issues.push({ path: 'smtp_server', code: 'required' });
  else if (ITEM_CHECKS.get('smtp_server')?.(host, env)) issues.push({ path: 'smtp_server', code: 'characters' });
  const sender = given.smtp_sender_mail ?? stored.sender;
  if (!PATTERNS.email(sender)) issues.push({ path: 'smtp_sender_mail', code: 'email' });
  if (!PATTERNS.email(given.testMail ?? stored.recipient)) issues.push({ path: 'testMail', code: 'email' });
  return issues;
}

function settingsOf(given: Form, stored: MailSettings): MailSettings {
  const host = given.smtp_server ?? stored.host;
  const port = Number(given.smtp_port ?? stored.port);
  const isTyped = given.smtp_pass !== undefined && given.smtp_pass !== '' && given.smtp_pass !== SECRET_MASK;
  const isStored = host === stored.host && port === stored.port;
  const typed = given.smtp_pass ?? '';
  const security = (['SSL', 'TLS', 'none'] as const).find((one) => one === given.smtp_verification);
  return {
    ...stored,
    host,
    port,
    user: given.smtp_user ?? stored.user,
    password: isTyped ? () => typed : isStored ? stored.password : () => '',
    security: security ?? stored.security,
    sender: given.smtp_sender_mail ?? stored.sender,
    timeoutMs: Math.min(stored.timeoutMs, PATIENCE),
  };
}

async function send({ ctx, body }: RequestCall): Promise<HandlerResult> {
  const { services, lang } = ctx;
  const given = form.parse(body);
  const { mail: stored, siteName } = services.settings;
  const fields = issuesIn(given, stored, services.env);
  if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
  const mail = settingsOf(given, stored);
  // A password that was stored for another server is asked for again, and never sent there.
  if (mail.user !== '' && mail.password() === '')
    throw fault('row.invalid', undefined, { fields: [{ path: 'smtp_pass', code: 'required' }] });
  const to = given.testMail ?? stored.recipient;
  const letter = letterOf({ to, template: 'test', lang }, siteName);
  try {
    await postOnce(mail, services.env.privateHosts, { id: `test-${ctx.requestId}`, to, ...letter });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const why = lookUp(lang, `faults.mail.trouble.${error.trouble}`) ?? error.trouble;
    throw fault('mail.failed', { why });
  }
  return { msg: say(lang, 'done.mail_tested') };
}
