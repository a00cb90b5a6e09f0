/** Rate limit of public forms such as the contact form, against spam: some messages without a captcha, more with one, up to a maximum. */
import { fault } from '../../../common/protocol/faults';
import { redeemCaptcha } from '../../access/codes/captcha';
import {
  consumeAttempts,
  getIpPrefix,
  getIpNetwork,
  loadAttempts,
  throttledFault,
} from '../../access/limits/rateLimits';
import type { RouteCall } from '../../engine/http/routeRegistry';
import type { RequestContext, Services } from '../../context';

const HOUR_MS = 3_600_000;
/** Messages per hour without a captcha and at most: per IP prefix, and per IPv6 network, which has 65 536 prefixes. */
const PER_IP_PREFIX = { freeCount: 3, maximum: 30 };
const PER_NETWORK = { freeCount: 10, maximum: 100 };

/** Identifies a visitor without cookies: the member, else the IP prefix. */
export const visitorKey = ({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string =>
  actor.kind === 'member' ? `member:${actor.id}` : getIpPrefix(ip);

interface FormLimit {
  readonly bucket: string;
  readonly freeCount: number;
  readonly maximum: number;
}
function getLimits({ ctx }: RouteCall, form: string): readonly FormLimit[] {
  const [prefixKey, network] = [getIpPrefix(ctx.ip), getIpNetwork(ctx.ip)];
  return [
    { bucket: `form:${form}:${prefixKey}`, ...PER_IP_PREFIX },
    ...(network === prefixKey ? [] : [{ bucket: `form:${form}:${network}`, ...PER_NETWORK }]),
  ];
}

/**
 * Counts a valid message before it is stored, and requires a captcha above the free number. A message without an answer is not counted
 * where one is required. Returns a function that takes the message back from the count.
 */
export async function enforceFormRateLimit(call: RouteCall, form: string): Promise<() => Promise<void>> {
  const { services, ip } = call.ctx;
  const limits = getLimits(call, form);
  const answer = readAnswer(call);
  if (answer === undefined) await assertNoCaptcha(services, limits);
  const buckets = limits.map(({ bucket, maximum }) => ({ bucket, maxAttempts: maximum, windowMs: HOUR_MS }));
  const { release, hits } = await consumeAttempts(services, buckets);
  const isFree = limits.every(({ freeCount }, at) => (hits[at] ?? 0) <= freeCount);
  if (!needsCaptcha(services, isFree)) return release;
  if (answer === undefined) {
    await release();
    throw captchaRequired();
  }
  if (await redeemCaptcha(services, { id: answer.id, purpose: 'form', ip }, answer.text)) return release;
  throw fault('auth.captcha', undefined, {
    fields: [{ path: 'captcha', code: 'captcha' }],
    data: { captcha: true },
  });
}

const captchaRequired = () => fault('form.captcha_required', undefined, { data: { captcha: true } });

const needsCaptcha = ({ settings }: Services, isFree: boolean): boolean =>
  settings.captcha === 'always' || (settings.captcha === 'adaptive' && !isFree);

function readAnswer({ body }: RouteCall): { readonly id: string; readonly text: string } | undefined {
  const [id, text] = [body['captchaId'] ?? body['captcha_id'], body['captcha']];
  return typeof id === 'string' && typeof text === 'string' && text !== '' ? { id, text } : undefined;
}

/** Throws when the next message needs a captcha, or exceeds the maximum; counts nothing. */
async function assertNoCaptcha(services: Services, limits: readonly FormLimit[]): Promise<void> {
  let isFree = true;
  for (const { bucket, freeCount, maximum } of limits) {
    const { hits, until } = await loadAttempts(services, bucket);
    if (hits >= maximum) throw throttledFault(services, until);
    isFree &&= hits < freeCount;
  }
  if (needsCaptcha(services, isFree)) throw captchaRequired();
}
