/** Uploads: a file is judged by its content, kept once, and becomes an attachment through the write path. */
import { mkdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import multer, { MulterError } from 'multer';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Writer } from '../../engine/writer';
import { ALLOWED } from './judge';
import { keep } from './keep';
import { DEFAULT_TEMPLATE } from './saveName';

/** What clients are told about uploads (specification, point 3). */
export const uploadConfig = {
  mode: 'local',
  maxsize: LIMITS.upload,
  mimetype: [...ALLOWED.keys()].join(','),
  savename: DEFAULT_TEMPLATE,
  url: '',
  params: {},
} as const;

const ROOM_FOR_FORM = 64 * 1024;

export function routeUploads({ route }: Inventory, writer: Writer, dataDir: string): void {
  const tmp = join(dataDir, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const receive = multer({
    dest: tmp,
    defParamCharset: 'utf8',
    limits: { files: 1, fields: 20, parts: 24, fieldSize: 10 * 1024, fileSize: LIMITS.upload },
  }).single('file');
  const handler = (call: Call) => upload(call, receive, writer);
  const common = {
    method: 'POST',
    query: ['topic', 'driver'],
    body: 'multipart',
    summary: 'Store a file',
    handler,
  } as const;
  route({ ...common, path: '/admin/ajax/upload', realm: 'admin', access: 'admin' });
  route({ ...common, path: '/api/ajax/upload', realm: 'member', access: 'member' });
}

type Receive = ReturnType<ReturnType<typeof multer>['single']>;

async function upload(call: Call, receive: Receive, writer: Writer): Promise<Done> {
  const { ctx, request } = call;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > LIMITS.uploadHard) throw fault('upload.hard_cap');
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  if (length > LIMITS.upload + ROOM_FOR_FORM) throw tooLarge();
  await received(call, receive);
  const { file } = request;
  if (!file) throw fault('upload.incomplete');
  try {
    const topic = call.query['topic'] ?? (request.body as Readonly<Record<string, unknown>> | undefined)?.['topic']; // multer's bag
    const row = await keep(ctx, writer, file, typeof topic === 'string' ? topic : 'default');
    return { data: { file: row }, msg: say(ctx.lang, 'done.uploaded') };
  } finally {
    // Gone already when it was moved to its place.
    await unlink(file.path).catch(() => undefined);
  }
}

const tooLarge = (name = 'file') =>
  fault('upload.too_large', { name, max: `${Math.round(LIMITS.upload / 1024 / 1024)} MB` });

const received = ({ request, response }: Call, receive: Receive): Promise<void> =>
  new Promise((done, fail) => {
    receive(request, response, (error: unknown) => {
      if (!error) done();
      else if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') fail(tooLarge());
      else fail(fault('upload.incomplete'));
    });
  });
