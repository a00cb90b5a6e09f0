/** Uploads: a file is judged by its content, kept once, and becomes an attachment through the write path. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import multer, { MulterError, type StorageEngine } from 'multer';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { countUpload } from './allowance';
import { isFull } from './errno';
import { createHashers, type Hashing, type StartHashing } from './hashing';
import { fileAnswer } from './keep';
import { keepReceived, type Keeper } from './keeper';
import { forgetReceived } from './leftovers';
import { forgetPartials } from './partial';
import { routeParts } from './parts';
import { routeSuffixSvg } from './suffixSvg';

const ROOM_FOR_FORM = 64 * 1024;

/** `placesOf`: where files lie as the settings stand. */
export function routeUploads(
  routes: RouteRegistry,
  writer: Writer,
  { dataDir, placesOf }: Pick<Keeper, 'placesOf'> & { readonly dataDir: string },
): void {
  const { add: route } = routes;
  const tmp = join(dataDir, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const desk = { keeper: { writer, placesOf }, tmp, startHashing: createHashers() };
  const handler = (call: RequestCall) => upload(call, desk);
  const common = {
    method: 'POST',
    query: ['topic', 'driver'],
    body: 'multipart',
    hasLongTimeout: true,
    summary: 'Store a file',
    handler,
  } as const;
  route({ ...common, path: '/admin/ajax/upload', realm: 'admin', access: 'admin', tokens: 'attachment/edit' });
  route({ ...common, path: '/api/ajax/upload', realm: 'member', access: 'member' });
  routeParts(routes, { writer, placesOf });
  routeSuffixSvg(routes);
}

/** What nobody went on with. */
export const forgetUploads = async ({ env, clock }: Services): Promise<number> =>
  (await forgetPartials(env.dataDir, clock.now())) + (await forgetReceived(env.dataDir, clock.now()));

type Receive = ReturnType<ReturnType<typeof multer>['single']>;
const receiver = (storage: StorageEngine, maxBytes: number): Receive =>
  multer({
    storage,
    defParamCharset: 'utf8',
    limits: { files: 1, fields: 20, parts: 24, fieldSize: 10 * 1024, fileSize: maxBytes },
  }).single('file');

/** How much more must be there before it is worth a word. */
const STEP = 1024 * 1024;
/** The disk, with somebody who is told how far the file is. */
function noting(tmp: string, name: string, hashing: Hashing | undefined): StorageEngine {
  const disk = multer.diskStorage({ destination: tmp, filename: (_request, _file, done) => done(null, name) });
  return {
    _handleFile: (request, file, done) => {
      disk._handleFile(request, file, done);
      let [come, told] = [0, 0];
      if (!hashing) return;
      file.stream.on('data', (chunk: Buffer) => {
        come += chunk.length;
        if (come - told < STEP) return;
        told = come;
        hashing.grown(come);
      });
    },
    _removeFile: (request, file, done) => disk._removeFile(request, file, done),
  };
}

interface Desk {
  readonly keeper: Keeper;
  readonly tmp: string;
  readonly startHashing: StartHashing;
}
async function upload(call: RequestCall, { keeper, tmp, startHashing }: Desk): Promise<HandlerResult> {
  const { ctx, request } = call;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > LIMITS.uploadHard) throw fault('upload.hard_cap');
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  const { maxBytes } = ctx.services.settings.upload;
  if (length > maxBytes + ROOM_FOR_FORM) throw tooLarge(maxBytes);
  await countUpload(ctx);
  const name = randomUUID();
  const hashing = startHashing(join(tmp, name), length);
  try {
    await received(call, receiver(noting(tmp, name, hashing), maxBytes), maxBytes);
    return await keepSent(call, keeper, hashing);
  } finally {
    hashing?.close();
  }
}

async function keepSent(
  { ctx, request, query }: RequestCall,
  keeper: Keeper,
  hashing: Hashing | undefined,
): Promise<HandlerResult> {
  const { file } = request;
  if (!file) throw fault('upload.incomplete');
  const digests = hashing?.end(file.size);
  try {
    const topic = query['topic'] ?? (request.body as Readonly<Record<string, unknown>> | undefined)?.['topic']; // multer's bag
    const row = await keepReceived(
      ctx,
      keeper,
      { ...file, ...(digests ? { digests } : {}) },
      typeof topic === 'string' ? topic : 'default',
    );
    return { data: { file: fileAnswer(ctx, row) }, msg: say(ctx.lang, 'done.uploaded') };
  } finally {
    // Gone already when it was moved to its place.
    for (const path of [file.path, `${file.path}.clean`]) await unlink(path).catch(() => undefined);
  }
}

export const tooLarge = (maxBytes: number) =>
  fault('upload.too_large', { name: 'file', max: `${Math.round(maxBytes / 1024 / 1024)} MB` });

const received = ({ request, response }: RequestCall, receive: Receive, maxBytes: number): Promise<void> =>
  new Promise((done, fail) => {
    receive(request, response, (error: unknown) => {
      if (!error) done();
      else if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') fail(tooLarge(maxBytes));
      else fail(isFull(error) ? fault('upload.quota') : fault('upload.incomplete'));
    });
  });
