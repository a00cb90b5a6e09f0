/**
 * The click captcha of the second client: letters in a picture, which a person clicks in a given order. The picture is a grid of cells,
 * and the answer is the cells of the letters, so that a click next to a letter counts too.
 */
import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { CAPTCHA_ID, checkCaptcha, redeemCaptcha, storeCaptcha, type CaptchaPurpose } from '../../access/codes/captcha';
import type { RequestContext } from '../../context';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { TEXT_ID, type HandlerResult, type RouteCall } from '../../engine/http/routeRegistry';
import { CAPTCHA_LETTERS, drawLetter, generateCaptchaText, type Point } from '../../modules/captcha/drawCaptcha';
import { enforceCaptchaRateLimit } from '../../modules/captcha/routes';
import type { RequestBody } from '../../platform/http/readBody';
import { writeTestSink } from '../../platform/testSinks';

const CELL = 50;
const COLUMNS = 'ABCDEFG';
const ROWS = 4;
const WIDTH = CELL * COLUMNS.length;
const HEIGHT = CELL * ROWS;
/** Letters to click, and letters in the picture. */
const TARGETS = 3;
const LETTERS = 7;

interface PlacedLetter {
  readonly letter: string;
  readonly cell: string;
  readonly center: Point;
}

/** Takes random items without repetition. */
function takeRandom<T>(items: readonly T[], count: number): readonly T[] {
  const remainingItems = [...items];
  return Array.from({ length: count }, () => remainingItems.splice(randomInt(remainingItems.length), 1)).flat();
}

const placeLetters = (): readonly PlacedLetter[] => {
  const cells = Array.from(COLUMNS).flatMap((column, x) =>
    Array.from({ length: ROWS }, (_, y) => ({ cell: `${column}${y + 1}`, x, y })),
  );
  const letters = takeRandom(Array.from(CAPTCHA_LETTERS), LETTERS);
  return takeRandom(cells, LETTERS).map(({ cell, x, y }, index) => ({
    letter: letters[index] ?? '',
    cell,
    center: [(x + 0.5) * CELL, (y + 0.5) * CELL],
  }));
};

async function drawPicture(placed: readonly PlacedLetter[]): Promise<Buffer> {
  const letters = placed.map(({ letter, center }) => {
    const color = `hsl(${randomInt(360)} ${40 + randomInt(30)}% ${22 + randomInt(20)}%)`;
    return `<g stroke="${color}">${drawLetter(letter, center)}</g>`;
  });
  const bands = Array.from({ length: 12 }, () => {
    const [x, y, r] = [randomInt(WIDTH), randomInt(HEIGHT), 10 + randomInt(60)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${randomInt(360)} 40% 85%)" fill-opacity="0.6" stroke="none"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="hsl(${randomInt(360)} 30% 94%)"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">${[...bands, ...letters].join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 64 }).toBuffer();
}

const CLICKS = /^(\d{1,4}(?:\.\d{1,3})?,\d{1,4}(?:\.\d{1,3})?(?:-|(?=;))){1,8};\d{1,4};\d{1,4}$/;

/** The cells of clicks, `x,y-x,y;width;height` of the shown picture; undefined for other texts. */
export function readClicks(info: string): string | undefined {
  if (info.length > 200 || !CLICKS.test(info)) return undefined;
  const [points = '', width = '', height = ''] = info.split(';');
  const [scaleX, scaleY] = [WIDTH / Math.max(1, Number(width)), HEIGHT / Math.max(1, Number(height))];
  return points
    .split('-')
    .map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number);
      return `${COLUMNS[Math.floor((x * scaleX) / CELL)] ?? '-'}${Math.floor((y * scaleY) / CELL) + 1}`;
    })
    .join('');
}

const checkInput = z.object({
  id: z.string().max(64),
  info: z.string().max(200),
  unset: z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])]).optional(),
});

export function registerClickCaptchaRoutes({ routes: { add: route } }: ModuleServices): void {
  const common = { realm: 'member', access: 'guest', ignoresToken: true } as const;
  route({
    ...common,
    method: 'GET',
    path: '/api/common/clickCaptcha',
    query: ['id'],
    parameters: TEXT_ID,
    body: 'none',
    summary: 'Get a picture whose letters are to be clicked, for older clients',
    handler: createPuzzle,
  });
  route({
    ...common,
    method: 'POST',
    path: '/api/common/checkClickCaptcha',
    query: [],
    body: 'json',
    input: checkInput,
    summary: 'Check the clicks of a picture before its form is sent, for older clients',
    handler: checkPuzzle,
  });
}

async function createPuzzle(call: RouteCall): Promise<HandlerResult> {
  const { ctx, query } = call;
  const id = stringOrEmpty(query['id']);
  if (!CAPTCHA_ID.test(id)) throw fault('request.malformed');
  await enforceCaptchaRateLimit(call);
  const placed = placeLetters();
  const targets = placed.slice(0, TARGETS);
  const answer = targets.map(({ cell }) => cell).join('');
  await storeCaptcha(ctx.services, { id, purpose: 'click', ip: ctx.ip }, answer);
  const clicks = targets.map(({ center }) => center.join(',')).join('-');
  writeTestSink(ctx.services, 'captcha', id, { id, purpose: 'click', answer: `${clicks};${WIDTH};${HEIGHT}` });
  const picture = await drawPicture(takeRandom(placed, placed.length));
  return {
    data: {
      id,
      text: targets.map(({ letter }) => letter),
      base64: `data:image/png;base64,${picture.toString('base64')}`,
      width: WIDTH,
      height: HEIGHT,
    },
  };
}

/** Error: `auth.captcha` for wrong clicks, which use up the picture. */
async function checkPuzzle({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const { id, info, unset } = checkInput.parse(body);
  const key = { id, purpose: 'click', ip: ctx.ip } as const;
  const isSpent = unset === true || unset === 1 || unset === '1' || unset === 'true';
  const answer = readClicks(info) ?? '';
  const isCorrect = await (isSpent ? redeemCaptcha : checkCaptcha)(ctx.services, key, answer);
  if (!isCorrect) throw fault('auth.captcha');
  return {};
}

/** Exchanges solved clicks for a captcha of the form, which our route then redeems. Wrong clicks stay, and our route refuses them. */
export const redeemClicks =
  (purpose: CaptchaPurpose) =>
  async ({ services, ip }: RequestContext, body: RequestBody): Promise<RequestBody> => {
    const [id, clicks] = [stringOrEmpty(body['captchaId']), readClicks(stringOrEmpty(body['captchaInfo']))];
    if (clicks === undefined) return body;
    if (!(await redeemCaptcha(services, { id, purpose: 'click', ip }, clicks))) return body;
    const answer = generateCaptchaText();
    await storeCaptcha(services, { id, purpose, ip }, answer);
    return { ...withoutTypedCaptcha(body), captchaInfo: answer };
  };

/** A client posts its whole form, with an input that only its registration shows: the code of a message. */
function withoutTypedCaptcha(body: RequestBody): RequestBody {
  if (body['tab'] === 'register') return body;
  const { captcha: _captcha, captcha_id: _id, ...others } = body;
  return others;
}
