/** What the house itself has to say, by mail to the address the owner named: people who write to it, accounts in danger, tasks that failed. */
import type { AnyEntity } from '../../common/entity/entity';
import type { StoredRow } from '../../common/entity/meta';
import { LIMITS } from '../../common/limits';
import { entityWords } from '../../common/locales/entityWords';
import { isBroken } from '../../common/terminal';
import { beginning } from '../../common/text/clean';
import type { ChangeObserver, AppliedChange } from '../engine/write/unitOfWork';
import type { HookContext } from '../engine/write/writer';
import type { Mail, TemplateName } from '../modules/mail/letter';
import { originOf } from '../platform/http/origin';
import { mailWithin } from '../modules/mail/mail';

type Kind = 'house_lead' | 'house_request' | 'house_security' | 'house_task';
type Occasion = Pick<Mail, 'params'> & { readonly template: Kind; readonly path: string };
type Teller = (settled: AppliedChange, hook: HookContext) => Occasion | undefined;

/** Dangers to an account that its owner alone must not be the only one to know of. */
const DANGERS: ReadonlySet<unknown> = new Set(['refresh_reuse', 'many_failures', 'factor_failures', 'recovery_used']);
/** By kind: the mail that tells of everything beyond the hour's mails, and the list that holds it. */
const MORE: Readonly<Record<Kind, { readonly template: TemplateName; readonly path: string }>> = {
  house_lead: { template: 'house_lead_more', path: '/admin/lead' },
  house_request: { template: 'house_request_more', path: '/admin/trial_request' },
  house_security: { template: 'house_security_more', path: '/admin/security_event' },
  house_task: { template: 'house_task_more', path: '/admin/terminal' },
};
const HOUR = 3_600;

function text(row: StoredRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? beginning(value, 60) : '';
}
const isNew = ({ before }: AppliedChange): boolean => before === undefined;
/** Only what strangers send: what staff enters, staff knows. */
const isFromOutside = ({ actor }: HookContext): boolean => actor.realm !== 'staff';

const TELLERS: Readonly<Record<string, Teller>> = {
  lead: (one, hook) =>
    isNew(one) && isFromOutside(hook)
      ? { template: 'house_lead', params: { name: text(one.after, 'name') }, path: recordOf(one) }
      : undefined,
  trial_request: (one, hook) =>
    isNew(one) && isFromOutside(hook)
      ? { template: 'house_request', params: { name: text(one.after, 'company') }, path: recordOf(one) }
      : undefined,
  security_event: (one, hook) =>
    isNew(one) && DANGERS.has(one.after['kind'])
      ? {
          template: 'house_security',
          params: { what: kindOf(one.entity, one.after, hook), name: text(one.after, 'name') },
          path: '/admin/security_event',
        }
      : undefined,
  terminal_task: ({ after, before }) => {
    const ended = before !== undefined && before['status'] !== after['status'] && isBroken(Number(after['status']));
    // Who ended it himself knows.
    if (!ended || after['reason'] === 'cancelled') return undefined;
    return {
      template: 'house_task',
      params: { name: text(after, 'command') },
      path: `/admin/terminal?task=${text(after, 'uuid')}`,
    };
  },
};

const recordOf = ({ entity, after }: AppliedChange): string => `/admin/${entity.name}/${Number(after['id'])}`;
const kindOf = (entity: AnyEntity, row: StoredRow, { services }: HookContext): string =>
  entityWords(entity, services.settings.defaultLocale).choices['kind']?.[text(row, 'kind')] ?? text(row, 'kind');

/**
 * Writes a mail for each occasion, in the transaction of the change. Each kind has a limit of its own, so many messages of visitors do not
 * hold back security mails; one mail, an hour after the first that exceeds the limit, announces the rest.
 */
export const tellOwner: ChangeObserver = async (hook, settled) => {
  const { settings, registry } = hook.services;
  if (settings.mail.recipient === '' || registry.get('message') === undefined) return;
  const occasions = settled.flatMap((one) => TELLERS[one.entity.name]?.(one, hook) ?? []);
  for (const kind of new Set(occasions.map(({ template }) => template))) {
    const ofKind = occasions.filter(({ template }) => template === kind);
    const left = Math.max(0, LIMITS.houseMailsPerHour - (await sentLately(hook, kind)));
    for (const occasion of ofKind.slice(0, left)) await mailOwner(hook, occasion);
    if (ofKind.length > left) await announceMore(hook, kind);
  }
};

type OwnerMail = Pick<Mail, 'template' | 'params' | 'notBefore'> & { readonly path: string };
function mailOwner(hook: HookContext, { path, params, ...mail }: OwnerMail): Promise<void> {
  const { settings, env } = hook.services;
  const link = `${originOf(env)}${path}`;
  const { recipient: to } = settings.mail;
  return mailWithin(hook, { ...mail, to, lang: settings.defaultLocale, params: { ...params, link } });
}

const secondsAt = ({ at }: HookContext): number => Math.floor(at / 1000);

async function sentLately(hook: HookContext, kind: Kind): Promise<number> {
  const [row] = await hook.tx.rows<{ readonly n: number }>(
    'SELECT COUNT(*) AS n FROM `message` WHERE template = ? AND create_time > ?',
    [kind, secondsAt(hook) - HOUR],
  );
  return Number(row?.n ?? 0);
}

/** Writes the mail about everything beyond the limit, unless one waits already. */
async function announceMore(hook: HookContext, kind: Kind): Promise<void> {
  const { template, path } = MORE[kind];
  const waiting = await hook.tx.rows(
    'SELECT id FROM `message` WHERE template = ? AND recipient = ? AND next_time > ? AND delete_time IS NULL LIMIT 1',
    [template, hook.services.settings.mail.recipient, secondsAt(hook)],
  );
  if (waiting.length === 0) await mailOwner(hook, { template, path, notBefore: secondsAt(hook) + HOUR });
}
