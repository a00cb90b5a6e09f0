/** What the house itself has to say, by mail to the address the owner named: people who write to it, accounts in danger, tasks that failed. */
import type { AnyEntity } from '../../common/entity/entity';
import type { StoredRow } from '../../common/entity/meta';
import { LIMITS } from '../../common/limits';
import { entityWords } from '../../common/locales/entityWords';
import { isBroken } from '../../common/terminal';
import { beginning } from '../../common/text/clean';
import type { Observer, Settled } from '../engine/act';
import type { Step } from '../engine/writer';
import type { Mail, TemplateName } from '../modules/mail/letter';
import { originOf } from '../platform/http/origin';
import { mailWithin } from '../modules/mail/mail';

type Occasion = Pick<Mail, 'params'> & { readonly template: TemplateName; readonly path: string };
type Teller = (settled: Settled, step: Step) => Occasion | undefined;

/** Dangers to an account that its owner alone must not be the only one to know of. */
const DANGERS: ReadonlySet<unknown> = new Set(['refresh_reuse', 'many_failures', 'factor_failures', 'recovery_used']);
const OURS = 'house_%';
const HOUR = 3_600;

function text(row: StoredRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? beginning(value, 60) : '';
}
const isNew = ({ before }: Settled): boolean => before === undefined;
/** Only what strangers send: what staff enters, staff knows. */
const isFromOutside = ({ actor }: Step): boolean => actor.realm !== 'staff';

const TELLERS: Readonly<Record<string, Teller>> = {
  lead: (one, step) =>
    isNew(one) && isFromOutside(step)
      ? { template: 'house_lead', params: { name: text(one.after, 'name') }, path: recordOf(one) }
      : undefined,
  trial_request: (one, step) =>
    isNew(one) && isFromOutside(step)
      ? { template: 'house_request', params: { name: text(one.after, 'company') }, path: recordOf(one) }
      : undefined,
  security_event: (one, step) =>
    isNew(one) && DANGERS.has(one.after['kind'])
      ? {
          template: 'house_security',
          params: { what: kindOf(one.entity, one.after, step), name: text(one.after, 'name') },
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

const recordOf = ({ entity, after }: Settled): string => `/admin/${entity.name}/${Number(after['id'])}`;
const kindOf = (entity: AnyEntity, row: StoredRow, { kit }: Step): string =>
  entityWords(entity, kit.settings.defaultLocale).choices['kind']?.[text(row, 'kind')] ?? text(row, 'kind');

/** Hears of every act; writes a mail for each occasion, in the transaction of what it tells of. */
export const tellOwner: Observer = async (step, settled) => {
  const { settings, env, registry } = step.kit;
  const to = settings.mail.recipient;
  if (to === '' || registry.get('message') === undefined) return;
  const occasions = settled.flatMap((one) => TELLERS[one.entity.name]?.(one, step) ?? []);
  if (occasions.length === 0) return;
  let left = LIMITS.houseMailsPerHour - (await sentLately(step));
  for (const { template, params, path } of occasions) {
    if (left <= 0) return;
    left -= 1;
    const link = `${originOf(env)}${path}`;
    await mailWithin(step, { to, template, lang: settings.defaultLocale, params: { ...params, link } });
  }
};

async function sentLately({ tx, at }: Step): Promise<number> {
  const [row] = await tx.rows<{ readonly n: number }>(
    'SELECT COUNT(*) AS n FROM `message` WHERE template LIKE ? AND create_time > ?',
    [OURS, Math.floor(at / 1000) - HOUR],
  );
  return Number(row?.n ?? 0);
}
