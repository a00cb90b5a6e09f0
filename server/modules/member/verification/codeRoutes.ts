/**
 * Requests for codes by email or text message: the response is always the same, a message is sent only where it makes sense, and rate limits
 * prevent mass sending.
 */
import { z } from 'zod';
import { PATTERNS } from '../../../../common/entity/patterns';
import { CODE_LIMITS } from '../../../../common/codeLimits';
import { fault } from '../../../../common/protocol/faults';
import { translate } from '../../../../common/locales/translate';
import { redeemCaptcha } from '../../../access/codes/captcha';
import {
  consumeAttempts,
  consumeLeakyBucket,
  countAttempt,
  loadAttempts,
  getIpPrefix,
  getIpNetwork,
  hashBucketPart,
} from '../../../access/limits/rateLimits';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { RequestContext, Services } from '../../../context';
import { hasKnownDevice } from '../../../access/sessions/deviceToken';
import { recentIpPrefixes } from '../../../access/sessions/recentIpPrefixes';
import {
  createCodeTarget,
  PASSWORD_RESET_PURPOSE,
  getRequesterKey,
  type CodePurpose,
} from '../../../access/codes/codePurposes';
import type { CodeSender } from '../../../access/codes/sendCode';
import { assertOwnPassword, verifyContactProof } from '../account/contactChangeProof';
import {
  assertMemberRule,
  assertChannelEnabled,
  findMemberByContact,
  normalizeContact,
  loadOwnContact,
  trimmedText,
  type ContactChannel,
} from '../../../access/members/memberContacts';
import { invalidFault } from '../../../platform/invalidFault';

const text = z.string().max(300);
const commonFields = {
  password: text.optional(),
  accountVerificationToken: text.optional(),
  captcha: text.optional(),
  captchaInfo: text.optional(),
  captchaId: text.optional(),
  captcha_id: text.optional(),
  /** Device tokens of earlier sign-ins, separated by spaces. */
  device: z.string().max(400).optional(),
};
const emailInput = z.object({ email: text, event: text, ...commonFields });
const smsInput = z.object({ mobile: text, template_code: text.optional(), event: text.optional(), ...commonFields });

const CODE_PURPOSES: Readonly<Record<ContactChannel, readonly CodePurpose[]>> = {
  email: ['user_register', PASSWORD_RESET_PURPOSE, 'user_change_email', 'user_email_verify'],
  mobile: ['user_register', PASSWORD_RESET_PURPOSE, 'user_change_mobile', 'user_mobile_verify'],
};
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function registerVerificationCodeRoutes(
  { routes: { add: route } }: ModuleServices,
  codeSender: CodeSender,
): void {
  const guestPost = {
    method: 'POST',
    realm: 'member',
    access: 'guest',
    isMemberCenter: true,
    query: [],
    body: 'json',
  } as const;
  route({
    ...guestPost,
    path: '/api/Ems/send',
    input: emailInput,
    summary: 'Send a verification code by email',
    handler: (call) => requestCode(call, codeSender, 'email'),
  });
  route({
    ...guestPost,
    path: '/api/Sms/send',
    input: smsInput,
    summary: 'Send a verification code by text message',
    handler: (call) => requestCode(call, codeSender, 'mobile'),
  });
}

async function requestCode(call: RouteCall, codeSender: CodeSender, channel: ContactChannel): Promise<HandlerResult> {
  const { ctx, body } = call;
  const address = normalizeContact(channel, trimmedText(body[channel]));
  const purpose = CODE_PURPOSES[channel].find(
    (purposeOfChannel) => purposeOfChannel === (body['event'] ?? body['template_code']),
  );
  if (purpose === undefined) throw fault('request.malformed');
  const requiresSession = purpose !== 'user_register' && purpose !== PASSWORD_RESET_PURPOSE;
  // A member changes a bound address by that address, whichever channels are enabled for registration.
  if (!requiresSession) assertChannelEnabled(ctx.services, channel);
  if (!PATTERNS[channel](address)) throw invalidFault({ path: channel, code: channel });
  if (channel === 'mobile' && !isCountryServed(ctx.services, address))
    throw invalidFault({ path: channel, code: 'mobile_country' });
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.id : 0;
  if (requiresSession && memberId === 0)
    throw fault('auth.needed', undefined, { data: { routeName: 'userLogin', routePath: '/user/login' } });
  if (purpose === 'user_register' && !ctx.services.settings.registration) throw fault('member.no_registration');
  // A wrong password sends no mail, and has its own rate limit.
  if (requiresSession) await verifyIdentity(call, channel, purpose);
  // The member's current address receives only messages about itself.
  const budget = dailyBudget(channel, purpose);
  if (memberId === 0 || !isForCurrentContact(purpose)) await assertCaptcha(call, budget);
  const isKnown = purpose === PASSWORD_RESET_PURPOSE && (await isKnownLocation(call, channel, address));
  const willSend = await shouldSend(ctx, { channel, address, purpose });
  const releaseBudget = await consumeBudgets(ctx, { channel, address, budget, isKnown });
  // Codes for registration are verified without a session.
  const requester = requiresSession ? getRequesterKey(ctx) : getIpPrefix(ctx.ip);
  // Runs after the response, which has the same bytes and timing in both cases.
  if (willSend)
    codeSender.sendCode(ctx, {
      contactChannel: channel,
      to: address,
      purpose,
      codeTarget: createCodeTarget(purpose, address, memberId),
      requester,
    });
  else
    releaseBudget().catch((error: unknown) =>
      ctx.services.log.warn({ err: error }, 'releasing the budget of an unsent code failed'),
    );
  return { data: null, msg: translate(ctx.lang, 'success.code_sent') };
}

const DOMESTIC_PREFIX = '+86';
/** Whether messages to this number are allowed. Stored domestic mobiles have no prefix; a number that kept one is not a mobile. */
function isCountryServed({ settings }: Services, mobile: string): boolean {
  const { countries } = settings.sms;
  if (!mobile.startsWith('+')) return countries.includes(DOMESTIC_PREFIX);
  return !mobile.startsWith(DOMESTIC_PREFIX) && countries.some((code) => mobile.startsWith(code));
}

/** Codes per day for all callers together. Each purpose has its own budget, so registrations do not block password resets. */
function dailyBudget(channel: ContactChannel, purpose: CodePurpose): Budget {
  if (purpose === 'user_register')
    return { bucket: `code:all:register:${channel}`, maxCodes: CODE_LIMITS.registrationCodesPerDay };
  if (purpose === PASSWORD_RESET_PURPOSE)
    return { bucket: `code:all:recovery:${channel}`, maxCodes: CODE_LIMITS.passwordRecoveryCodesPerDay };
  return { bucket: `code:all:members:${channel}`, maxCodes: CODE_LIMITS.memberCodesPerDay };
}
interface Budget {
  readonly bucket: string;
  readonly maxCodes: number;
}
/**
 * Requests per day of all callers together, for addresses of members and others alike, so that the limit does not reveal which is which.
 */
const requestBucket = ({ bucket }: Budget): string => `${bucket}:asked`;

/**
 * Whether the caller can request a code without a captcha: only for the first few codes of an hour per IP prefix and per wider prefix, and
 * until a quarter of the daily budget was requested.
 */
async function isCaptchaExempt({ services, ip }: RequestContext, budget: Budget): Promise<boolean> {
  const [ipPrefixKey, network] = [getIpPrefix(ip), getIpNetwork(ip)];
  const [attempts, networkAttempts, allAttempts] = await Promise.all([
    loadAttempts(services, `code:asked:${ipPrefixKey}`),
    network === ipPrefixKey ? undefined : loadAttempts(services, `code:asked:network:${network}`),
    loadAttempts(services, requestBucket(budget)),
  ]);
  return (
    attempts.hits < CODE_LIMITS.captchaFreeCodesPerIpPrefixHour &&
    (networkAttempts === undefined || networkAttempts.hits < CODE_LIMITS.captchaFreeCodesPerNetworkHour) &&
    allAttempts.hits < budget.maxCodes / 4
  );
}

/** Requires a captcha of strangers after the first messages of an hour. */
async function assertCaptcha({ ctx, body }: RouteCall, budget: Budget): Promise<void> {
  const { services, ip } = ctx;
  const { captcha: captchaMode } = services.settings;
  if (captchaMode === 'never') return;
  const isExempt = captchaMode !== 'always' && (await isCaptchaExempt(ctx, budget));
  const id = trimmedText(body['captchaId'] ?? body['captcha_id']);
  const answer = trimmedText(body['captchaInfo'] ?? body['captcha']);
  const isCorrect = id !== '' && (await redeemCaptcha(services, { id, purpose: 'send', ip }, answer));
  if (!isCorrect && !isExempt)
    throw fault('auth.captcha', undefined, {
      fields: [{ path: 'captcha', code: answer === '' ? 'required' : 'captcha' }],
      data: { captcha: true },
    });
  await countAttempt(services, `code:asked:${getIpPrefix(ip)}`, HOUR_MS);
  if (getIpNetwork(ip) !== getIpPrefix(ip))
    await countAttempt(services, `code:asked:network:${getIpNetwork(ip)}`, HOUR_MS);
}

interface CodeRequest {
  readonly channel: ContactChannel;
  readonly address: string;
  readonly budget: Budget;
  readonly isKnown: boolean;
}
/** Whether the member of an address signed in recently from this IP prefix or browser. */
async function isKnownLocation(
  { ctx: { services, ip }, body }: RouteCall,
  channel: ContactChannel,
  address: string,
): Promise<boolean> {
  const id = (await findMemberByContact(services, channel, address))?.id ?? 0;
  const isKnownDevice = hasKnownDevice(services.env.appKeys, 'member', trimmedText(body['device']), id);
  return (await recentIpPrefixes(services, 'member', id)).has(getIpPrefix(ip)) || isKnownDevice;
}
/**
 * Counts a request for a code per IP prefix, per wider prefix and per recipient, and takes one code of the budget of all callers. Throws
 * 429 when one of them is used up; then the request counts for none. A known location has its own recipient counters and needs no
 * budget, so strangers cannot use up its limits. Returns a function that releases the attempt when no code is sent.
 */
async function consumeBudgets(
  { services, ip }: RequestContext,
  codeRequest: CodeRequest,
): Promise<() => Promise<void>> {
  const { channel, address, budget, isKnown } = codeRequest;
  const [ipPrefixKey, network] = [getIpPrefix(ip), getIpNetwork(ip)];
  const { release } = await consumeAttempts(services, [
    { bucket: `code:day:${ipPrefixKey}`, maxAttempts: CODE_LIMITS.codesPerIpPrefixDay, windowMs: DAY_MS },
    ...(network === ipPrefixKey
      ? []
      : [{ bucket: `code:network:${network}`, maxAttempts: CODE_LIMITS.codesPerNetworkDay, windowMs: DAY_MS }]),
    ...recipientLimits(isKnown, channel, address),
  ]);
  await countAttempt(services, requestBucket(budget), DAY_MS);
  if (!isKnown) return consumeDailyBudget(services, budget, release);
  // Requests of the member's own IP prefix also count for strangers, but not the reverse.
  for (const { bucket, windowMs } of recipientLimits(false, channel, address))
    await countAttempt(services, bucket, windowMs);
  return () => Promise.resolve();
}
/**
 * A leaky bucket: half of the day's codes may leave at once, and the other half refills evenly over 24 hours, so the next code is minutes
 * away.
 */
async function consumeDailyBudget(
  services: Services,
  { bucket, maxCodes }: Budget,
  release: () => Promise<void>,
): Promise<() => Promise<void>> {
  try {
    return await consumeLeakyBucket(services, bucket, { maxAttempts: maxCodes / 2, windowMs: DAY_MS });
  } catch (error) {
    await release();
    throw error;
  }
}
const recipientLimits = (isKnown: boolean, channel: ContactChannel, address: string) => {
  const bucket = `code:${isKnown ? 'home' : 'to'}:${channel}:${hashBucketPart(address)}`;
  return [
    { bucket: `${bucket}:minute`, maxAttempts: 1, windowMs: MINUTE_MS },
    { bucket: `${bucket}:hour`, maxAttempts: CODE_LIMITS.codesPerRecipientHour, windowMs: HOUR_MS },
    { bucket: `${bucket}:day`, maxAttempts: CODE_LIMITS.codesPerRecipientDay, windowMs: DAY_MS },
  ];
};

const isForCurrentContact = (purpose: CodePurpose): boolean =>
  purpose === 'user_email_verify' || purpose === 'user_mobile_verify';

/** Verifying the current address needs the password; a new one needs it too, or the proof of the current address when one is bound. */
async function verifyIdentity({ ctx, body }: RouteCall, channel: ContactChannel, purpose: CodePurpose): Promise<void> {
  assertMemberRule(ctx, 'account/profile');
  const [proofToken, password] = [trimmedText(body['accountVerificationToken']), trimmedText(body['password'])];
  if (isForCurrentContact(purpose) || (proofToken === '' && password !== '')) await assertOwnPassword(ctx, password);
  else await verifyContactProof(ctx, channel, { proofToken, password });
}

interface CodeTarget {
  readonly channel: ContactChannel;
  readonly address: string;
  readonly purpose: CodePurpose;
}
/** Whether a message makes sense; the caller does not learn it. */
async function shouldSend(
  { services, actor }: RequestContext,
  { channel, address, purpose }: CodeTarget,
): Promise<boolean> {
  const owner = await findMemberByContact(services, channel, address);
  if (purpose === 'user_register') return owner === undefined;
  if (purpose === PASSWORD_RESET_PURPOSE) return owner?.status === 1;
  if (purpose === 'user_change_email' || purpose === 'user_change_mobile') return owner === undefined;
  return normalizeContact(channel, await loadOwnContact(services, actor.id, channel)) === address;
}
