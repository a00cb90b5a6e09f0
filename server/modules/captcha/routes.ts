/** The captcha: a picture, or the same gate in words for whoever cannot read pictures. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { CAPTCHA_ID, CAPTCHA_PURPOSES, keepCaptcha, type CaptchaPlace } from '../../access/captcha';
import { attempt, household, networkOf } from '../../access/limits';
import type { Call, Done, Inventory } from '../../engine/inventory';
import { writeSink } from '../../platform/sinks';
import { drawCaptcha, newCaptchaText } from './draw';
import { newQuestion } from './question';

export function routeCaptcha({ route }: Inventory): void {
  route({
    method: 'GET',
    path: '/api/common/captcha',
    realm: 'member',
    access: 'guest',
    tokenless: true,
    query: ['id', 'purpose', 'kind'],
    body: 'none',
    summary: 'A captcha as a picture, or with kind=words as a question',
    handler: captcha,
  });
}

async function captcha(call: Call): Promise<Done> {
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

function placeOf({ ctx, query }: Call): CaptchaPlace {
  const { id, purpose: wanted = 'login' } = query;
  const purpose = CAPTCHA_PURPOSES.find((known) => known === wanted);
  if (typeof id !== 'string' || !CAPTCHA_ID.test(id) || purpose === undefined) throw fault('request.malformed');
  return { id, purpose, ip: ctx.ip };
}

async function inWords(call: Call, place: CaptchaPlace): Promise<Done> {
  const { question, answer } = newQuestion(call.ctx.lang);
  await keep(call, place, answer);
  return { data: { id: place.id, question, length: answer.length } };
}

/** Each drawing counts for the household and the network, whatever id is asked for: an id asked again costs as much as a new one. */
async function countDrawing({ ctx: { kit, ip } }: Call): Promise<void> {
  const [own, network] = [household(ip), networkOf(ip)];
  await attempt(kit, `captcha:${own}`, { tries: LIMITS.captchasPerAddress, windowMs: DRAWING_WINDOW });
  if (network !== own)
    await attempt(kit, `captcha:network:${network}`, { tries: LIMITS.captchasPerNetwork, windowMs: DRAWING_WINDOW });
}
const DRAWING_WINDOW = 1000 * LIMITS.captchaSeconds;

async function keep({ ctx }: Call, place: CaptchaPlace, answer: string): Promise<void> {
  await keepCaptcha(ctx.kit, place, answer);
  writeSink(ctx.kit, 'captcha', place.id, { id: place.id, purpose: place.purpose, answer });
}
