/** Rate limit of public forms: some messages without a captcha, more with one, up to a maximum. */
import { fault } from '../../../common/protocol/faults';
import { redeemCaptcha } from '../../access/codes/captcha';
import { countAttempt, ipPrefix, ipNetwork } from '../../access/limits/rateLimits';
import type { RouteCall } from '../../engine/http/routeRegistry';
import type { RequestContext } from '../../context';

const HOUR_MS = 3_600_000;
/** Messages per hour without a captcha and at most: per IP prefix, and per IPv6 network, which has 65 536 prefixes. */
const PER_IP_PREFIX = { freeCount: 3, maximum: 30 };
const PER_NETWORK = { freeCount: 10, maximum: 100 };

/** Identifies a visitor without cookies: the member, else the IP prefix. */
export const visitorKey = ({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string =>
  actor.kind === 'member' ? `member:${actor.id}` : ipPrefix(ip);

/** Counts a message before it is validated, and requires a captcha above the free number. */
export async function enforceFormRateLimit({ ctx, body }: RouteCall, form: string): Promise<void> {
  const { services, ip } = ctx;
  const [ipPrefixKey, network] = [ipPrefix(ip), ipNetwork(ip)];
  const limits = [
    { prefixKey: ipPrefixKey, ...PER_IP_PREFIX },
    ...(network === ipPrefixKey ? [] : [{ prefixKey: network, ...PER_NETWORK }]),
  ];
  let isFree = true;
  for (const { prefixKey, freeCount, maximum } of limits) {
    const { hits, until } = await countAttempt(services, `form:${form}:${prefixKey}`, HOUR_MS);
    if (hits > maximum) {
      const seconds = Math.max(1, Math.ceil((until - services.clock.now()) / 1000));
      throw fault('auth.throttled', { seconds }, { data: { seconds } });
    }
    isFree &&= hits <= freeCount;
  }
  const captchaMode = services.settings.captcha;
  if (captchaMode === 'never' || (captchaMode === 'adaptive' && isFree)) return;
  const [id, answer] = [body['captchaId'] ?? body['captcha_id'], body['captcha']];
  const hasAnswer = typeof id === 'string' && typeof answer === 'string' && answer !== '';
  if (hasAnswer && (await redeemCaptcha(services, { id, purpose: 'form', ip }, answer))) return;
  const fields = [{ path: 'captcha', code: hasAnswer ? 'captcha' : 'required' }] as const;
  throw fault('auth.captcha', undefined, { fields, data: { captcha: true } });
}
