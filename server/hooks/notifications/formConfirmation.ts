/** Confirms a request that a visitor sent by a form of the site, by mail and in the visitor's language. */
import type { StoredRow } from '../../../common/entity/columns';
import { normalizeForSearch } from '../../../common/text/normalize';
import type { ChangeObserver, AppliedChange } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Lang } from '../../context';
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

/** The language of the visitor who sent a row; undefined for rows that staff or the system entered. */
export const visitorLocaleOf = ({ after, before }: AppliedChange): Lang | undefined =>
  before === undefined && (after['locale'] === 'en' || after['locale'] === 'zh-cn') ? after['locale'] : undefined;

/**
 * Writes the confirmations in the transaction of the request. Each address gets one an hour, since the visitor may have entered the address of
 * another person; for the same reason the mail contains nothing that the visitor wrote. Without a mail server none is written.
 */
export const sendFormConfirmations: ChangeObserver = async (hook, applied) => {
  const { settings, registry } = hook.services;
  if (settings.mail.host === '' || registry.get('message') === undefined) return;
  for (const change of applied) {
    const { name } = change.entity;
    const [lang, to] = [visitorLocaleOf(change), emailOf(change.after)];
    if (!isForm(name) || lang === undefined || to === '') continue;
    // Requests with the same address that arrive together wait for each other.
    await hook.withLock('form confirmations');
    if (await hasRecentConfirmation(hook, to)) continue;
    await enqueueMail(hook, { to, template: TEMPLATE_BY_ENTITY[name], lang });
  }
};

const emailOf = ({ email }: StoredRow): string => (typeof email === 'string' ? email : '');

/** Whether the address got a confirmation within the last hour, deleted messages included. */
async function hasRecentConfirmation({ tx, at }: HookContext, address: string): Promise<boolean> {
  const found = await tx.rows(
    `SELECT id FROM \`message\` WHERE template_n IN (${placeholders(TEMPLATES.length)}) AND recipient_n = ? AND create_time > ? LIMIT 1`,
    [...TEMPLATES, normalizeForSearch(address), Math.floor(at / 1000) - HOUR_S],
  );
  return found.length > 0;
}
