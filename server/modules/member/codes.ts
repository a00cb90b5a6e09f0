/** Asking for a code by e-mail or text message: always the same answer, a letter only where it belongs, and budgets against bombing. */
import { z } from 'zod';
import { PATTERNS } from '../../../common/entity/patterns';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { spendCaptcha } from '../../access/captcha';
import { attemptAll, attemptLeaky, count, counted, household, networkOf, textKey } from '../../access/limits';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { RequestContext, Services } from '../../context';
import { knowsDevice } from '../../access/devices';
import { placesOf } from '../../access/places';
import { codePlace, guesserOf, type CodeEvent } from '../../access/post/letters';
import type { Post } from '../../access/post/post';
import { demandPassword, provedBefore } from './bindProof';
import {
  demandRule,
  demandWay,
  invalid,
  memberAt,
  normalAddress,
  ownAddress,
  textOf,
  type Way,
} from '../../access/members';

const text = z.string().max(300);
const common = {
  password: text.optional(),
  accountVerificationToken: text.optional(),
  captcha: text.optional(),
  captchaInfo: text.optional(),
  captchaId: text.optional(),
  captcha_id: text.optional(),
  /** Device notes of earlier sign-ins, separated by spaces. */
  device: z.string().max(400).optional(),
};
const ems = z.object({ email: text, event: text, ...common });
const sms = z.object({ mobile: text, template_code: text.optional(), event: text.optional(), ...common });

const EVENTS: Readonly<Record<Way, readonly CodeEvent[]>> = {
  email: ['user_register', 'user_retrieve_pwd', 'user_change_email', 'user_email_verify'],
  mobile: ['user_register', 'user_retrieve_pwd', 'user_change_mobile', 'user_mobile_verify'],
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function routeCodes({ add: route }: RouteRegistry, post: Post): void {
  const open = { method: 'POST', realm: 'member', access: 'guest', isMemberCentre: true, query: [], body: 'json' } as const;
  route({
    ...open,
    path: '/api/Ems/send',
    input: ems,
    summary: 'Send a code by e-mail',
    handler: (call) => send(call, post, 'email'),
  });
  route({
    ...open,
    path: '/api/Sms/send',
    input: sms,
    summary: 'Send a code by text message',
    handler: (call) => send(call, post, 'mobile'),
  });
}

async function send(call: RequestCall, post: Post, way: Way): Promise<HandlerResult> {
  const { ctx, body } = call;
  const address = normalAddress(way, textOf(body[way]));
  const event = EVENTS[way].find((known) => known === (body['event'] ?? body['template_code']));
  if (event === undefined) throw fault('request.malformed');
  const forMembers = event !== 'user_register' && event !== 'user_retrieve_pwd';
  // whoever is bound to an address changes it by that address, whatever ways newcomers have
  if (!forMembers) demandWay(ctx.services, way);
  if (!PATTERNS[way](address)) throw invalid({ path: way, code: way });
  if (way === 'mobile' && !isServed(ctx.services, address)) throw invalid({ path: way, code: 'mobile_country' });
  const memberId = ctx.actor.realm === 'member' ? ctx.actor.id : 0;
  if (forMembers && memberId === 0)
    throw fault('auth.needed', undefined, { data: { routeName: 'userLogin', routePath: '/user/login' } });
  if (event === 'user_register' && !ctx.services.settings.registration) throw fault('member.no_registration');
  // A typo in the password costs no letter: it is slowed by a count of its own.
  if (forMembers) await provePerson(call, way, event);
  // a present address is the member's own and hears only of itself
  const budget = budgetOf(way, event);
  if (memberId === 0 || !isOfPresent(event)) await passCaptcha(call, budget);
  const isKnown = event === 'user_retrieve_pwd' && (await isKnownPlace(call, way, address));
  const isSent = await belongs(ctx, { way, address, event });
  const giveBudgetBack = await withinBudgets(ctx, { way, address, budget, isKnown });
  // a code for newcomers is answered without a session
  const asker = forMembers ? guesserOf(ctx) : household(ctx.ip);
  // either goes on after the answer, which has the same bytes in the same time
  if (isSent) post.sendCode(ctx, { by: way, to: address, event, place: codePlace(event, address, memberId), asker });
  else
    giveBudgetBack().catch((error: unknown) =>
      ctx.services.log.warn({ err: error }, 'a code was counted and not sent'),
    );
  return { data: null, msg: say(ctx.lang, 'done.code_sent') };
}

const HOME = '+86';
/** Whether the house pays for a message to this number. At home a mobile has no prefix: what kept one is no mobile. */
function isServed({ settings }: Services, mobile: string): boolean {
  const { countries } = settings.sms;
  if (!mobile.startsWith('+')) return countries.includes(HOME);
  return !mobile.startsWith(HOME) && countries.some((code) => mobile.startsWith(code));
}

/** How many codes are sent to all callers together in a day. Each kind of code has its own, so registrations do not end password recovery. */
function budgetOf(way: Way, event: CodeEvent): Budget {
  if (event === 'user_register') return { bucket: `code:all:register:${way}`, tries: LIMITS.codesOfHouseDay };
  if (event === 'user_retrieve_pwd') return { bucket: `code:all:recovery:${way}`, tries: LIMITS.codesOfRecoveryDay };
  return { bucket: `code:all:members:${way}`, tries: LIMITS.codesOfMembersDay };
}
interface Budget {
  readonly bucket: string;
  readonly tries: number;
}
/** How often all callers together asked in a day, for addresses of members and others alike: what it decides tells neither apart. */
const askedBucket = ({ bucket }: Budget): string => `${bucket}:asked`;

/** Callers without a captcha: one code an hour for a household, some for a network, and none once a quarter of the budget was asked for. */
async function isFree({ services, ip }: RequestContext, budget: Budget): Promise<boolean> {
  const [own, network] = [household(ip), networkOf(ip)];
  const [asked, near, all] = await Promise.all([
    counted(services, `code:asked:${own}`),
    network === own ? undefined : counted(services, `code:asked:network:${network}`),
    counted(services, askedBucket(budget)),
  ]);
  return (
    asked.hits < LIMITS.codesWithoutCaptcha &&
    (near === undefined || near.hits < LIMITS.codesPerNetworkFree) &&
    all.hits < budget.tries / 4
  );
}

/** Strangers prove that they are people before the second letter of an hour. */
async function passCaptcha({ ctx, body }: RequestCall, budget: Budget): Promise<void> {
  const { services, ip } = ctx;
  const { captcha: rule } = services.settings;
  if (rule === 'never') return;
  const free = rule !== 'always' && (await isFree(ctx, budget));
  const id = textOf(body['captchaId'] ?? body['captcha_id']);
  const answer = textOf(body['captchaInfo'] ?? body['captcha']);
  const right = id !== '' && (await spendCaptcha(services, { id, purpose: 'send', ip }, answer));
  if (!right && !free)
    throw fault('auth.captcha', undefined, {
      fields: [{ path: 'captcha', code: answer === '' ? 'required' : 'captcha' }],
      data: { captcha: true },
    });
  await count(services, `code:asked:${household(ip)}`, HOUR);
  if (networkOf(ip) !== household(ip)) await count(services, `code:asked:network:${networkOf(ip)}`, HOUR);
}

interface Asked {
  readonly way: Way;
  readonly address: string;
  readonly budget: Budget;
  readonly isKnown: boolean;
}
/** Whether the member of an address was signed in from this household or browser lately. */
async function isKnownPlace({ ctx: { services, ip }, body }: RequestCall, way: Way, address: string): Promise<boolean> {
  const id = (await memberAt(services, way, address))?.id ?? 0;
  const isKnownDevice = knowsDevice(services.env.appKeys, 'member', textOf(body['device']), id);
  return (await placesOf(services, 'member', id)).has(household(ip)) || isKnownDevice;
}
/**
 * Counts a request for a code by household, by network and by recipient, and takes one code of the budget of all callers; 429 when one of
 * them is used up, and then the request counts for none. A known place has recipient counters of its own and needs no budget, so
 * strangers cannot use up what it may ask for. Returns how to give the budget back when no code is sent.
 */
async function withinBudgets({ services, ip }: RequestContext, asked: Asked): Promise<() => Promise<void>> {
  const { way, address, budget, isKnown } = asked;
  const [own, network] = [household(ip), networkOf(ip)];
  const takeBack = await attemptAll(services, [
    { bucket: `code:day:${own}`, tries: LIMITS.codesPerAddressDay, windowMs: DAY },
    ...(network === own
      ? []
      : [{ bucket: `code:network:${network}`, tries: LIMITS.codesPerNetworkDay, windowMs: DAY }]),
    ...ofRecipient(isKnown ? 'home' : 'to', way, address),
  ]);
  await count(services, askedBucket(budget), DAY);
  if (!isKnown) return takeOfBudget(services, budget, takeBack);
  // what its own household asked for counts for strangers too, but is not judged by what they asked for
  for (const { bucket, windowMs } of ofRecipient('to', way, address)) await count(services, bucket, windowMs);
  return () => Promise.resolve();
}
/** Half of the day's codes may leave at once and the other half comes back evenly over 24 hours: the next code is minutes away. */
async function takeOfBudget(
  services: Services,
  { bucket, tries }: Budget,
  takeBack: () => Promise<void>,
): Promise<() => Promise<void>> {
  try {
    return await attemptLeaky(services, bucket, { tries: tries / 2, windowMs: DAY });
  } catch (error) {
    await takeBack();
    throw error;
  }
}
const ofRecipient = (kind: 'to' | 'home', way: Way, address: string) => {
  const bucket = `code:${kind}:${way}:${textKey(address)}`;
  return [
    { bucket: `${bucket}:minute`, tries: 1, windowMs: MINUTE },
    { bucket: `${bucket}:hour`, tries: LIMITS.codesPerRecipientHour, windowMs: HOUR },
    { bucket: `${bucket}:day`, tries: LIMITS.codesPerRecipientDay, windowMs: DAY },
  ];
};

const isOfPresent = (event: CodeEvent): boolean => event === 'user_email_verify' || event === 'user_mobile_verify';

/** Confirming the present address needs the password; a new one needs it, or the pass that the old one gave, when it is bound. */
async function provePerson({ ctx, body }: RequestCall, way: Way, event: CodeEvent): Promise<void> {
  demandRule(ctx, 'account/profile');
  const [pass, password] = [textOf(body['accountVerificationToken']), textOf(body['password'])];
  if (isOfPresent(event) || (pass === '' && password !== '')) await demandPassword(ctx, password);
  else await provedBefore(ctx, way, { pass, password });
}

interface Wish {
  readonly way: Way;
  readonly address: string;
  readonly event: CodeEvent;
}
/** Whether the letter makes sense; whoever asked is not told. */
async function belongs({ services, actor }: RequestContext, { way, address, event }: Wish): Promise<boolean> {
  const owner = await memberAt(services, way, address);
  if (event === 'user_register') return owner === undefined;
  if (event === 'user_retrieve_pwd') return owner?.status === 1;
  if (event === 'user_change_email' || event === 'user_change_mobile') return owner === undefined;
  return normalAddress(way, await ownAddress(services, actor.id, way)) === address;
}
