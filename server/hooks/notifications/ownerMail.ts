/** Mails to the site's owner: messages of visitors, endangered accounts, failed tasks. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { taskName } from '../../../common/locales/taskNames';
import { entityLabels } from '../../../common/locales/entityLabels';
import { isFailedOrUnknown } from '../../../common/terminal';
import { truncate } from '../../../common/text/normalize';
import type { ChangeObserver, AppliedChange } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Mail, TemplateName } from '../mail/renderMail';
import { publicOrigin } from '../../platform/http/origin';
import { enqueueMail } from '../mail/mailer';

/** Templates of mails to the owner of the site. `house_lead`, `house_task` …: stored names; waiting mails in the outbox have them. */
type OwnerMailTemplate = 'house_lead' | 'house_request' | 'house_security' | 'house_task';
type OwnerMailEvent = Pick<Mail, 'params'> & { readonly template: OwnerMailTemplate; readonly path: string };
type OwnerMailRule = (applied: AppliedChange, hook: HookContext) => OwnerMailEvent | undefined;

/** Security events that the site's owner learns of too, not only the account's owner. */
const MAILED_SECURITY_EVENTS: ReadonlySet<unknown> = new Set([
  'refresh_reuse',
  'many_failures',
  'factor_failures',
  'recovery_used',
]);
/** By template: the summary mail beyond the hourly limit, and the list that it links to. */
const SUMMARY_MAILS: Readonly<Record<OwnerMailTemplate, { readonly template: TemplateName; readonly path: string }>> = {
  house_lead: { template: 'house_lead_more', path: '/admin/lead' },
  house_request: { template: 'house_request_more', path: '/admin/trial_request' },
  house_security: { template: 'house_security_more', path: '/admin/security_event' },
  house_task: { template: 'house_task_more', path: '/admin/terminal' },
};
const HOUR_S = 3_600;

function mailText(row: StoredRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? truncate(value, 60) : '';
}
const isNew = ({ before }: AppliedChange): boolean => before === undefined;
/** Only for rows that visitors send, not for rows that staff enter. */
const isFromVisitor = ({ actor }: HookContext): boolean => actor.kind !== 'staff';

const OWNER_MAIL_RULES: Readonly<Record<string, OwnerMailRule>> = {
  lead: (change, hook) =>
    isNew(change) && isFromVisitor(hook)
      ? { template: 'house_lead', params: { name: mailText(change.after, 'name') }, path: recordPath(change) }
      : undefined,
  trial_request: (change, hook) =>
    isNew(change) && isFromVisitor(hook)
      ? { template: 'house_request', params: { name: mailText(change.after, 'company') }, path: recordPath(change) }
      : undefined,
  security_event: (change, hook) =>
    isNew(change) && MAILED_SECURITY_EVENTS.has(change.after['kind'])
      ? {
          template: 'house_security',
          params: { what: getEventLabel(change.entity, change.after, hook), name: mailText(change.after, 'name') },
          path: '/admin/security_event',
        }
      : undefined,
  terminal_task: ({ after, before }, { services }) => {
    const ended =
      before !== undefined && before['status'] !== after['status'] && isFailedOrUnknown(Number(after['status']));
    // An admin who canceled the task needs no mail.
    if (!ended || after['reason'] === 'cancelled') return undefined;
    return {
      template: 'house_task',
      params: { name: taskName(services.settings.defaultLocale, mailText(after, 'command')) },
      path: `/admin/terminal?task=${mailText(after, 'uuid')}`,
    };
  },
};

const recordPath = ({ entity, after }: AppliedChange): string => `/admin/${entity.name}/${Number(after['id'])}`;
const getEventLabel = (entity: AnyEntity, row: StoredRow, { services }: HookContext): string =>
  entityLabels(entity, services.settings.defaultLocale).choices['kind']?.[mailText(row, 'kind')] ??
  mailText(row, 'kind');

/**
 * Writes a mail for each event, in the transaction of the change. Each template has its own limit, so many messages of visitors do not
 * delay security mails; one summary, sent an hour after the first mail beyond the limit, announces the rest.
 */
export const sendOwnerMails: ChangeObserver = async (hook, applied) => {
  const { settings, registry } = hook.services;
  if (settings.mail.recipient === '' || registry.get('message') === undefined) return;
  const mailEvents = applied.flatMap((change) => OWNER_MAIL_RULES[change.entity.name]?.(change, hook) ?? []);
  for (const kind of new Set(mailEvents.map(({ template }) => template))) {
    const mailEventsOfKind = mailEvents.filter(({ template }) => template === kind);
    const remainingMails = Math.max(0, SERVER_LIMITS.ownerMailsPerHour - (await countRecentMails(hook, kind)));
    for (const mailEvent of mailEventsOfKind.slice(0, remainingMails)) await sendOwnerMail(hook, mailEvent);
    if (mailEventsOfKind.length > remainingMails) await scheduleSummary(hook, kind);
  }
};

type OwnerMail = Pick<Mail, 'template' | 'params' | 'notBefore'> & { readonly path: string };
function sendOwnerMail(hook: HookContext, { path, params, ...mail }: OwnerMail): Promise<void> {
  const { settings, env } = hook.services;
  const link = `${publicOrigin(env)}${path}`;
  const { recipient } = settings.mail;
  return enqueueMail(hook, { ...mail, to: recipient, lang: settings.defaultLocale, params: { ...params, link } });
}

const secondsAt = ({ at }: HookContext): number => Math.floor(at / 1000);

async function countRecentMails(hook: HookContext, kind: OwnerMailTemplate): Promise<number> {
  const [row] = await hook.tx.rows<{ readonly n: number }>(
    'SELECT COUNT(*) AS n FROM `message` WHERE template_n = ? AND create_time > ?',
    [kind, secondsAt(hook) - HOUR_S],
  );
  return Number(row?.n ?? 0);
}

/** Writes the summary mail unless one is already waiting. */
async function scheduleSummary(hook: HookContext, kind: OwnerMailTemplate): Promise<void> {
  const { template, path } = SUMMARY_MAILS[kind];
  const waiting = await hook.tx.rows(
    'SELECT id FROM `message` WHERE template = ? AND recipient = ? AND next_time > ? AND delete_time IS NULL LIMIT 1',
    [template, hook.services.settings.mail.recipient, secondsAt(hook)],
  );
  if (waiting.length === 0) await sendOwnerMail(hook, { template, path, notBefore: secondsAt(hook) + HOUR_S });
}
