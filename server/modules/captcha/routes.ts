/** Captcha routes, against bots: an image, or a text question for people who cannot see it. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { CAPTCHA_ID, CAPTCHA_PURPOSES, storeCaptcha, type CaptchaKey } from '../../access/codes/captcha';
import { consumeAttempt, getIpPrefix, getIpNetwork } from '../../access/limits/rateLimits';
import { TEXT_ID, type RouteCall, type HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { setFilePolicy } from '../../platform/http/securityHeaders';
import { writeTestSink } from '../../platform/testSinks';
import { drawCaptcha, generateCaptchaText } from './drawCaptcha';
import { createTextQuestion } from './createTextQuestion';

export function registerCaptchaRoute({ routes: { add: route } }: ModuleServices): void {
  route({
    method: 'GET',
    path: '/api/common/captcha',
    realm: 'member',
    access: 'guest',
    ignoresToken: true,
    query: ['id', 'purpose', 'kind'],
    parameters: TEXT_ID,
    body: 'none',
    summary: 'Get a captcha as an image, or as a question with kind=words',
    handler: getCaptcha,
  });
}

async function getCaptcha(call: RouteCall): Promise<HandlerResult> {
  const captchaKey = parseCaptchaKey(call);
  const { kind = 'picture' } = call.query;
  if (kind !== 'words' && kind !== 'picture') throw fault('request.malformed');
  await enforceCaptchaRateLimit(call);
  if (kind === 'words') return sendTextQuestion(call, captchaKey);
  const answer = generateCaptchaText();
  const picture = await drawCaptcha(answer);
  await storeAnswer(call, captchaKey, answer);
  const { response } = call;
  setFilePolicy(response, call.ctx.services.settings);
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', picture.length);
  response.end(call.request.method === 'HEAD' ? undefined : picture);
  return { sent: true };
}

function parseCaptchaKey({ ctx, query }: RouteCall): CaptchaKey {
  const { id, purpose: wanted = 'login' } = query;
  const purpose = CAPTCHA_PURPOSES.find((known) => known === wanted);
  if (typeof id !== 'string' || !CAPTCHA_ID.test(id) || purpose === undefined) throw fault('request.malformed');
  return { id, purpose, ip: ctx.ip };
}

async function sendTextQuestion(call: RouteCall, captchaKey: CaptchaKey): Promise<HandlerResult> {
  const { question, answer } = createTextQuestion(call.ctx.lang);
  await storeAnswer(call, captchaKey, answer);
  return { data: { id: captchaKey.id, question, length: answer.length } };
}

/** Every drawing counts for the IP prefix and the wider prefix, whatever the id: a repeated id costs as much as a new one. */
export async function enforceCaptchaRateLimit({ ctx: { services, ip } }: RouteCall): Promise<void> {
  const [ipPrefixKey, network] = [getIpPrefix(ip), getIpNetwork(ip)];
  await consumeAttempt(services, `captcha:${ipPrefixKey}`, {
    maxAttempts: LIMITS.captchasPerIpPrefix,
    windowMs: RATE_LIMIT_WINDOW_MS,
  });
  if (network !== ipPrefixKey)
    await consumeAttempt(services, `captcha:network:${network}`, {
      maxAttempts: LIMITS.captchasPerNetwork,
      windowMs: RATE_LIMIT_WINDOW_MS,
    });
}
const RATE_LIMIT_WINDOW_MS = 1000 * LIMITS.captchaSeconds;

async function storeAnswer({ ctx }: RouteCall, captchaKey: CaptchaKey, answer: string): Promise<void> {
  await storeCaptcha(ctx.services, captchaKey, answer);
  writeTestSink(ctx.services, 'captcha', captchaKey.id, { id: captchaKey.id, purpose: captchaKey.purpose, answer });
}
