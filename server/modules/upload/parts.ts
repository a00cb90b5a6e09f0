/** Big files in parts: declared, sent piece by piece from wherever it stopped, and judged as a whole like any other upload. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { beginning } from '../../../common/text/clean';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { countUpload } from './allowance';
import { checkRoom, fileAnswer, hashesOf, keptFile } from './keep';
import { keepReceived, type Keeper } from './keeper';
import { checkName } from './judge';
import { append, begin, clear, declared, drop, findPartial, finish, partialsOf, type PartialFile } from './partial';

const named = z.strictObject({ id: z.string().max(64), _mid: z.unknown().optional() });
const tooLarge = (name: string, maxBytes: number) =>
  fault('upload.too_large', { name: beginning(name, 60), max: `${Math.round(maxBytes / 1024 / 1024)} MB` });

export function routeParts({ add: route }: RouteRegistry, keeper: Keeper): void {
  const busy = new Set<string>();
  const acts = [
    {
      action: 'uploadBegin',
      input: declared,
      summary: 'Begin a file that comes in parts, or go on with it',
      handler: start,
    },
    {
      action: 'uploadComplete',
      input: named,
      summary: 'Judge and store a file whose parts have all arrived',
      handler: (call: RequestCall) => alone(busy, call, (partial) => complete(call, keeper, partial)),
    },
    {
      action: 'uploadDrop',
      input: named,
      summary: 'Give up a file that comes in parts',
      handler: (call: RequestCall) => alone(busy, call, (partial) => give(call, partial)),
    },
  ] as const;
  for (const [side, realm, access] of [
    ['/admin/ajax/', 'admin', 'admin'],
    ['/api/ajax/', 'member', 'member'],
  ] as const) {
    const forStaff = realm === 'admin' ? ({ tokens: 'attachment/edit' } as const) : {};
    for (const { action, ...rest } of acts)
      route({
        ...{ method: 'POST', path: side + action, realm, access, query: [], body: 'json' },
        ...{ hasLongTimeout: true, ...forStaff, ...rest },
      });
    route({
      ...{
        method: 'POST',
        path: `${side}uploadPart`,
        realm,
        access,
        query: ['id', 'offset'],
        body: 'bytes',
        ...forStaff,
      },
      hasLongTimeout: true,
      summary: 'Send one part of a file, from where the last one ended',
      handler: (call) => alone(busy, call, (partial) => take(call, partial)),
    });
    route({
      ...{ method: 'GET', path: `${side}uploadState`, realm, access, query: [], body: 'none', ...forStaff },
      summary: 'Files in parts that the caller has not finished',
      handler: async ({ ctx }) => ({
        data: { list: (await partialsOf(ctx.services.env.dataDir, ctx.actor)).map(shown) },
      }),
    });
  }
}

const shown = ({ id, offset, noted: { name, size } }: PartialFile) => ({ id, offset, name, size });

/** Two requests must not write one file at once: the second is told to come back. */
async function alone(
  busy: Set<string>,
  call: RequestCall,
  work: (partial: PartialFile) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { ctx, query, body } = call;
  const id = query['id'] ?? body['id'];
  const key = `${ctx.actor.realm}:${ctx.actor.id}:${String(id)}`;
  if (busy.has(key)) throw fault('upload.busy', undefined, { data: { busy: true } });
  busy.add(key);
  try {
    const partial = typeof id === 'string' ? await findPartial(ctx.services.env.dataDir, ctx.actor, id) : undefined;
    if (!partial) throw fault('upload.gone');
    return await work(partial);
  } finally {
    busy.delete(key);
  }
}

/** Everything that can be known beforehand is refused beforehand. */
async function start({ ctx, body }: RequestCall): Promise<HandlerResult> {
  const { dataDir } = ctx.services.env;
  const wanted = declared.parse(body);
  const { maxBytes, allowed } = ctx.services.settings.upload;
  if (wanted.name === '' || wanted.size === 0) throw fault('upload.incomplete');
  checkName(wanted.name, allowed);
  if (wanted.size > maxBytes) throw tooLarge(wanted.name, maxBytes);
  const others = await partialsOf(dataDir, ctx.actor);
  const partial = await begin(dataDir, ctx.actor, wanted);
  if (others.some(({ id }) => id === partial.id)) return { data: { ...shown(partial), part: LIMITS.uploadPart } };
  try {
    if (others.length >= LIMITS.uploadsOpen) throw fault('upload.quota');
    await countUpload(ctx);
    await checkRoom(
      ctx,
      others.reduce((sum, { noted }) => sum + noted.size, wanted.size),
    );
  } catch (error) {
    await drop(partial);
    throw error;
  }
  return { data: { ...shown(partial), part: LIMITS.uploadPart } };
}

async function take({ query, request }: RequestCall, partial: PartialFile): Promise<HandlerResult> {
  if (!/^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  // Whoever is elsewhere is told where to go on: after a broken line only the server knows how much came through.
  if (partial.noted.done !== undefined) throw fault('upload.gone');
  if (query['offset'] !== String(partial.offset))
    throw fault('upload.offset', undefined, { data: { offset: partial.offset } });
  return { data: { offset: await append(partial, request) } };
}

async function complete({ ctx }: RequestCall, keeper: Keeper, partial: PartialFile): Promise<HandlerResult> {
  const { noted, path, offset } = partial;
  const msg = say(ctx.lang, 'done.uploaded');
  // The answer was lost on its way: it is given again.
  if (noted.done !== undefined)
    return { data: { file: fileAnswer(ctx, await keptFile(ctx, noted.done, noted.name)) }, msg };
  if (offset !== noted.size) throw fault('upload.offset', undefined, { data: { offset } });
  try {
    await checkHash(noted.sha256, path);
    const row = await keepReceived(
      ctx,
      keeper,
      { path, originalname: noted.name, size: noted.size },
      noted.topic ?? '',
    );
    await finish(partial, Number(row['id']));
    await clear(partial);
    return { data: { file: fileAnswer(ctx, row) }, msg };
  } catch (error) {
    // What was judged and refused will be refused again; what only has no room now may wait.
    if (error instanceof Fault && !PASSING.has(error.code)) await drop(partial);
    throw error;
  }
}

/** What may be different in a moment. */
const PASSING: ReadonlySet<string> = new Set(['upload.quota', 'upload.store', 'upload.crowded']);

async function checkHash(sha256: string | undefined, path: string): Promise<void> {
  if (sha256 !== undefined && (await hashesOf(path)).sha256 !== sha256) throw fault('upload.incomplete');
}

async function give({ ctx }: RequestCall, partial: PartialFile): Promise<HandlerResult> {
  await drop(partial);
  return { data: {}, msg: say(ctx.lang, 'done.done') };
}
