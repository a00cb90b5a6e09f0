/** The captcha: a picture, or the same gate in words for whoever cannot read pictures. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { CAPTCHA_ID, CAPTCHA_PURPOSES, keepCaptcha, type CaptchaPlace } from '../../access/captcha';
import { attempt, household, networkOf } from '../../access/limits';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { writeSink } from '../../platform/sinks';
import { drawCaptcha, newCaptchaText } from './draw';
import { newQuestion } from './question';

export function routeCaptcha({ add: route }: RouteRegistry): void {
  route({
    method: 'GET',
    path: '/api/common/captcha',
    realm: 'member',
    access: 'guest',
    withoutToken: true,
    query: ['id', 'purpose', 'kind'],
    body: 'none',
    summary: 'A captcha as a picture, or with kind=words as a question',
    handler: captcha,
  });
}

async function captcha(call: RequestCall): Promise<HandlerResult> {
  const place = placeOf(call);
  const { kind = 'picture' } = call.query;
  if (kind !== 'words' && kind !== 'picture') throw fault('request.malformed');
  await countDrawing(call);
  if (kind === 'words') return inWords(call, place);
  const answer = newCaptchaText();
  const picture = await drawCaptcha(answer);
  await keep(call, place, answer);
  const { response } = call;
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', picture.length);
  response.end(call.request.method === 'HEAD' ? undefined : picture);
  return { sent: true };
}

function placeOf({ ctx, query }: RequestCall): CaptchaPlace {
  const { id, purpose: wanted = 'login' } = query;
  const purpose = CAPTCHA_PURPOSES.find((known) => known === wanted);
  if (typeof id !== 'string' || !CAPTCHA_ID.test(id) || purpose === undefined) throw fault('request.malformed');
  return { id, purpose, ip: ctx.ip };
}

async function inWords(call: RequestCall, place: CaptchaPlace): Promise<HandlerResult> {
  const { question, answer } = newQuestion(call.ctx.lang);
  await keep(call, place, answer);
  return { data: { id: place.id, question, length: answer.length } };
}

/** Each drawing counts for the household and the network, whatever id is asked for: an id asked again costs as much as a new one. */
async function countDrawing({ ctx: { services, ip } }: RequestCall): Promise<void> {
  const [own, network] = [household(ip), networkOf(ip)];
  await attempt(services, `captcha:${own}`, { tries: LIMITS.captchasPerAddress, windowMs: DRAWING_WINDOW });
  if (network !== own)
    await attempt(services, `captcha:network:${network}`, {
      tries: LIMITS.captchasPerNetwork,
      windowMs: DRAWING_WINDOW,
    });
}
const DRAWING_WINDOW = 1000 * LIMITS.captchaSeconds;

async function keep({ ctx }: RequestCall, place: CaptchaPlace, answer: string): Promise<void> {
  await keepCaptcha(ctx.services, place, answer);
  writeSink(ctx.services, 'captcha', place.id, { id: place.id, purpose: place.purpose, answer });
}
