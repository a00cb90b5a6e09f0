/** What keeps public forms from being flooded: a few messages are free, more ask for a captcha, and there is an end to it. */
import { SYSTEM } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import { spendCaptcha } from '../../access/captcha';
import { count, household, networkOf } from '../../access/limits';
import type { RequestCall } from '../../engine/http/routeRegistry';
import type { RequestContext } from '../../context';

const HOUR = 3_600_000;
/** Messages of one hour, without a captcha and at all: of a household, and of an IPv6 network, which has 65 536 households. */
const HOUSEHOLD = { free: 3, most: 30 };
const NETWORK = { free: 10, most: 100 };

/** One visitor, as far as a house without cookies can tell: the member, else the household. */
export const visitorOf = ({ actor, ip }: RequestContext): string =>
  actor.realm === 'member' ? `member:${actor.id}` : household(ip);

/** The house writes what a guest may not write by himself; the caller's mutation id still counts. */
export const onBehalf = (ctx: RequestContext): RequestContext => ({ ...ctx, actor: SYSTEM, channel: 'api' });

/** Counts one message before it is looked at, and asks for a captcha where there were many. */
export async function guardForm({ ctx, body }: RequestCall, form: string): Promise<void> {
  const { services, ip } = ctx;
  const [own, network] = [household(ip), networkOf(ip)];
  const shares = [{ of: own, ...HOUSEHOLD }, ...(network === own ? [] : [{ of: network, ...NETWORK }])];
  let isFree = true;
  for (const { of, free, most } of shares) {
    const { hits, until } = await count(services, `form:${form}:${of}`, HOUR);
    if (hits > most) {
      const seconds = Math.max(1, Math.ceil((until - services.clock.now()) / 1000));
      throw fault('auth.throttled', { seconds }, { data: { seconds } });
    }
    isFree &&= hits <= free;
  }
  const rule = services.settings.captcha;
  if (rule === 'never' || (rule === 'adaptive' && isFree)) return;
  const [id, answer] = [body['captchaId'] ?? body['captcha_id'], body['captcha']];
  const given = typeof id === 'string' && typeof answer === 'string' && answer !== '';
  if (given && (await spendCaptcha(services, { id, purpose: 'form', ip }, answer))) return;
  const fields = [{ path: 'captcha', code: given ? 'captcha' : 'required' }] as const;
  throw fault('auth.captcha', undefined, { fields, data: { captcha: true } });
}
