/** Confirms a request that a visitor sent by a form of the site, by mail and in the visitor's language. */
import type { StoredRow } from '../../../common/entity/columns';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { normalizeForSearch } from '../../../common/text/normalize';
import type { ChangeObserver, AppliedChange } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Lang } from '../../../common/lang';
import { placeholders } from '../../platform/database/sql';
import { enqueueMail } from '../mail/mailer';
import type { TemplateName } from '../mail/renderMail';

const TEMPLATE_BY_ENTITY = {
  lead: 'lead_received',
  trial_request: 'request_received',
} as const satisfies Readonly<Record<string, TemplateName>>;
const TEMPLATES = Object.values(TEMPLATE_BY_ENTITY);
const isForm = (name: string): name is keyof typeof TEMPLATE_BY_ENTITY => Object.hasOwn(TEMPLATE_BY_ENTITY, name);
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** The language of the visitor who sent a row; undefined for rows that staff or the system entered. */
export const findVisitorLocale = ({ after, before }: AppliedChange): Lang | undefined =>
  before === undefined && (after['locale'] === 'en' || after['locale'] === 'zh-cn') ? after['locale'] : undefined;

/**
 * Writes the confirmations in the transaction of the request. Each address gets one an hour and a few a day, since the visitor may have entered
 * the address of another person; for the same reason the mail contains nothing that the visitor wrote. All addresses together have an hourly
 * limit. Without a mail server they stay in the outbox.
 */
export const sendFormConfirmations: ChangeObserver = async (hook, applied) => {
  if (hook.services.registry.get('message') === undefined) return;
  for (const change of applied) {
    const { name } = change.entity;
    const [lang, to] = [findVisitorLocale(change), getEmail(change.after)];
    if (!isForm(name) || lang === undefined || to === '') continue;
    // Requests with the same address that arrive together wait for each other.
    await hook.withLock('form confirmations');
    if (await isOverLimit(hook, to)) continue;
    await enqueueMail(hook, { to, template: TEMPLATE_BY_ENTITY[name], lang });
  }
};

const getEmail = ({ email }: StoredRow): string => (typeof email === 'string' ? email : '');

/** Mailboxes deliver `name+tag@` to `name@`: the address without its tag, and a LIKE pattern of those with one. */
function getMailbox(address: string): { readonly plain: string; readonly tagged: string } {
  const [, name = '', domain = ''] = /^([^+@]*)(?:\+[^@]*)?(@.*)$/.exec(normalizeForSearch(address)) ?? [];
  const escapeLike = (text: string) => text.replaceAll(/[!%_]/g, '!$&');
  return { plain: name + domain, tagged: `${escapeLike(name)}+%${escapeLike(domain)}` };
}

/** Whether the confirmations of the last hour or day reach a limit, deleted messages included. */
async function isOverLimit({ tx, at }: HookContext, address: string): Promise<boolean> {
  const now = Math.floor(at / 1000);
  const { plain, tagged } = getMailbox(address);
  const isSame = "(recipient_n = ? OR recipient_n LIKE ? ESCAPE '!')";
  const [row] = await tx.rows<Readonly<Record<'of_hour' | 'to_mailbox' | 'to_mailbox_of_hour', number | null>>>(
    `SELECT SUM(create_time > ?) AS of_hour, SUM(${isSame}) AS to_mailbox, SUM(create_time > ? AND ${isSame}) AS to_mailbox_of_hour ` +
      `FROM \`message\` WHERE template_n IN (${placeholders(TEMPLATES.length)}) AND create_time > ?`,
    [now - HOUR_S, plain, tagged, now - HOUR_S, plain, tagged, ...TEMPLATES, now - DAY_S],
  );
  return (
    Number(row?.of_hour ?? 0) >= SERVER_LIMITS.formConfirmationsPerHour ||
    Number(row?.to_mailbox ?? 0) >= SERVER_LIMITS.formConfirmationsPerAddress ||
    Number(row?.to_mailbox_of_hour ?? 0) > 0
  );
}
