/** Writes mails to the outbox: a mail becomes a row in the transaction of the change that it reports, and is sent after the commit. */
import { message } from '../../../common/entities/message';
import { PATTERNS } from '../../../common/entity/patterns';
import { fault } from '../../../common/protocol/faults';
import { encrypt } from '../../access/crypto/crypto';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { writeTestSink } from '../../platform/testSinks';
import { siteTextsIn } from '../../platform/settings';
import { renderMaskedMail, renderMail, type Mail } from './renderMail';

/** The ciphertext is bound to the recipient: it cannot be sent to another address. */
export const MAIL_ENCRYPTION_PURPOSE = 'message';
export const mailAad = (recipient: string) => `message|${recipient}|sealed`;

/** The outbox row of a mail. */
function toMessageRow({ env, settings }: Services, mail: Mail) {
  const { to, template, lang, notBefore, expires, userId, adminId, channel = 'mail' } = mail;
  const kind = channel === 'mail' ? 'email' : 'mobile';
  // The pattern excludes line breaks and second addresses.
  if (!PATTERNS[kind](to)) throw fault('row.invalid', undefined, { fields: [{ path: kind, code: kind }] });
  const { siteName } = siteTextsIn(settings, lang);
  const rendered = renderMail(mail, siteName);
  const masked = renderMaskedMail(mail, siteName);
  return {
    channel,
    recipient: to,
    subject: masked.subject,
    body: masked.text,
    template,
    lang,
    status: 0,
    next_time: notBefore ?? null,
    expire_time: expires ?? null,
    user_id: userId ?? null,
    admin_id: adminId ?? null,
    sealed: encrypt(env.appKeys, MAIL_ENCRYPTION_PURPOSE, mailAad(to), JSON.stringify(rendered)),
  };
}

export interface Mailer {
  /** Writes the mail in its own transaction; the outbox sends it shortly after. */
  readonly send: (ctx: RequestContext, mail: Mail) => Promise<void>;
  /** Writes the mail in the transaction of `hook`; a rollback discards it. */
  readonly enqueue: (hook: HookContext, mail: Mail) => Promise<void>;
}

/** Writes a mail in the transaction of `hook`. */
export async function enqueueMail(hook: HookContext, mail: Mail): Promise<void> {
  const { id } = await hook.asSystem.create(message, toMessageRow(hook.services, mail));
  const { text, subject } = renderMail(mail, siteTextsIn(hook.services.settings, mail.lang).siteName);
  const { to, template, lang, channel = 'mail' } = mail;
  writeTestSink(hook.services, channel, `${id}-${to}`, {
    to,
    template,
    lang,
    subject,
    text,
    params: mail.params ?? {},
  });
}

export const createMailer = (writer: Writer): Mailer => ({
  enqueue: enqueueMail,
  send: async ({ idempotencyKey: _ownedByCaller, ...ctx }, mail) => {
    await writer.inTransaction(ctx, (_txWriter, hook) => enqueueMail(hook, mail));
  },
});
