/** HTTP routes of multipart uploads: a file is checked by its content, stored once, and becomes an attachment through the write path. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import multer, { MulterError, type StorageEngine } from 'multer';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { enforceUploadRateLimit } from './enforceUploadRateLimit';
import { isDiskFull } from './fileErrors';
import { assertBelowHardCap, assertUploadSize, tooLargeFault } from './uploadLimits';
import { createHashWorkerPool, type BackgroundHash, type StartBackgroundHash } from './hashWorkerPool';
import { toFileResponse } from './storeFile';
import { storeReceivedFile, type StorageDeps } from './storeReceivedFile';
import { registerResumableUploadRoutes } from './resumable/resumableRoutes';
import { resolveDrivers } from './objectStore/objectStoreDriver';
import { registerDirectUploadRoutes } from './objectStore/routes';
import { registerFileIconRoutes } from './fileIconRoutes';

/** Bytes of a multipart body that may belong to its boundaries, headers and text fields instead of the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

export function registerUploadRoutes(moduleServices: ModuleServices): void {
  const {
    routes: { add: route },
    services: {
      env: { dataDir },
    },
    writer,
  } = moduleServices;
  const tmp = join(dataDir, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const deps = { storageDeps: { writer, resolveDrivers }, tmp, startHashing: createHashWorkerPool() };
  const handler = (call: RouteCall) => handleUpload(call, deps);
  const common = {
    method: 'POST',
    query: ['topic', 'driver'],
    body: 'multipart',
    hasLongTimeout: true,
    summary: 'Upload a file',
    handler,
  } as const;
  route({ ...common, path: '/admin/ajax/upload', realm: 'admin', access: 'admin', tokenScope: 'attachment/edit' });
  route({ ...common, path: '/api/ajax/upload', realm: 'member', access: 'member' });
  registerResumableUploadRoutes(moduleServices, deps.storageDeps);
  registerFileIconRoutes(moduleServices);
  registerDirectUploadRoutes(moduleServices);
}

type MulterHandler = ReturnType<ReturnType<typeof multer>['single']>;
const createMulterHandler = (storage: StorageEngine, maxBytes: number): MulterHandler =>
  multer({
    storage,
    defParamCharset: 'utf8',
    limits: { files: 1, fields: 20, parts: 24, fieldSize: 10 * 1024, fileSize: maxBytes },
  }).single('file');

/** Bytes between two progress reports to the hash worker. */
const HASH_STEP_BYTES = 1024 * 1024;
/** Disk storage that reports its progress to the hash worker. */
function createHashingStorage(tmp: string, name: string, hashing: BackgroundHash | undefined): StorageEngine {
  const disk = multer.diskStorage({ destination: tmp, filename: (_request, _file, done) => done(null, name) });
  return {
    _handleFile: (request, file, done) => {
      disk._handleFile(request, file, done);
      let [receivedBytes, reportedBytes] = [0, 0];
      if (!hashing) return;
      file.stream.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length;
        if (receivedBytes - reportedBytes < HASH_STEP_BYTES) return;
        reportedBytes = receivedBytes;
        hashing.update(receivedBytes);
      });
    },
    _removeFile: (request, file, done) => disk._removeFile(request, file, done),
  };
}

interface UploadRouteDeps {
  readonly storageDeps: StorageDeps;
  readonly tmp: string;
  readonly startHashing: StartBackgroundHash;
}
async function handleUpload(
  call: RouteCall,
  { storageDeps, tmp, startHashing }: UploadRouteDeps,
): Promise<HandlerResult> {
  const { ctx, request } = call;
  const length = Number(request.headers['content-length'] ?? 0);
  assertBelowHardCap(length);
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  const { maxBytes } = ctx.services.settings.upload;
  assertUploadSize(length - FORM_OVERHEAD_BYTES, maxBytes);
  await enforceUploadRateLimit(ctx);
  const name = randomUUID();
  const hashing = startHashing(join(tmp, name), length);
  try {
    await receiveFile(call, createMulterHandler(createHashingStorage(tmp, name, hashing), maxBytes), maxBytes);
    return await storeSentFile(call, storageDeps, hashing);
  } finally {
    hashing?.close();
  }
}

async function storeSentFile(
  { ctx, request, query }: RouteCall,
  storageDeps: StorageDeps,
  hashing: BackgroundHash | undefined,
): Promise<HandlerResult> {
  const { file } = request;
  if (!file) throw fault('upload.incomplete');
  const digests = hashing?.finish(file.size);
  try {
    const topic = query['topic'] ?? (request.body as Readonly<Record<string, unknown>> | undefined)?.['topic']; // The fields that multer parsed.
    const row = await storeReceivedFile(
      ctx,
      storageDeps,
      { ...file, ...(digests ? { digests } : {}) },
      typeof topic === 'string' ? topic : 'default',
    );
    return { data: { file: toFileResponse(ctx, row) }, msg: translate(ctx.lang, 'success.uploaded') };
  } finally {
    // The file is missing when it was moved to its final path.
    for (const path of [file.path, `${file.path}.clean`]) await unlink(path).catch(() => undefined);
  }
}

const receiveFile = ({ request, response }: RouteCall, receive: MulterHandler, maxBytes: number): Promise<void> =>
  new Promise((done, fail) => {
    receive(request, response, (error: unknown) => {
      if (!error) done();
      else if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') fail(tooLargeFault(maxBytes));
      else fail(isDiskFull(error) ? fault('upload.quota') : fault('upload.incomplete'));
    });
  });
