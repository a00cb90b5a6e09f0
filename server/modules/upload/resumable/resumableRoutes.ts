/** Routes of resumable uploads: a large file is declared, sent in chunks from the current offset, and then checked like any upload. */
import { z } from 'zod';
import { LIMITS } from '../../../../common/limits';
import { Fault, fault } from '../../../../common/protocol/faults';
import { translate } from '../../../../common/locales/translate';
import { TEXT_ID, type RouteCall, type HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import { enforceUploadRateLimit } from '../enforceUploadRateLimit';
import { assertQuota, toFileResponse, hashFile, loadStoredFile } from '../storeFile';
import { storeReceivedFile, type StorageDeps } from '../storeReceivedFile';
import { assertAllowedName } from '../checkFileType';
import { assertUploadSize } from '../uploadLimits';
import {
  appendPart,
  beginUpload,
  removeBytes,
  declarationSchema,
  deletePartialUpload,
  findPartialUpload,
  markComplete,
  listPartialUploads,
  type PartialUpload,
} from './partialUpload';

const idInput = z.strictObject({ id: z.string().max(64), _mid: z.unknown().optional() });

export function registerResumableUploadRoutes(
  { routes: { add: route } }: ModuleServices,
  storageDeps: StorageDeps,
): void {
  const lockedUploads = new Set<string>();
  const actions = [
    {
      action: 'uploadBegin',
      input: declarationSchema,
      summary: 'Start or resume a chunked upload',
      handler: handleBegin,
    },
    {
      action: 'uploadComplete',
      input: idInput,
      summary: 'Complete a chunked upload: check and store the file',
      handler: (call: RouteCall) =>
        withUploadLock(lockedUploads, call, (partial) => handleComplete(call, storageDeps, partial)),
    },
    {
      action: 'uploadDrop',
      input: idInput,
      summary: 'Cancel a chunked upload',
      handler: (call: RouteCall) => withUploadLock(lockedUploads, call, (partial) => handleCancel(call, partial)),
    },
  ] as const;
  for (const [pathPrefix, realm, access] of [
    ['/admin/ajax/', 'admin', 'admin'],
    ['/api/ajax/', 'member', 'member'],
  ] as const) {
    const forStaff = realm === 'admin' ? ({ tokenScope: 'attachment/edit' } as const) : {};
    for (const { action, ...rest } of actions)
      route({
        ...{ method: 'POST', path: pathPrefix + action, realm, access, query: [], body: 'json' },
        ...{ hasLongTimeout: true, ...forStaff, ...rest },
      });
    route({
      ...{
        method: 'POST',
        path: `${pathPrefix}uploadPart`,
        realm,
        access,
        query: ['id', 'offset'],
        parameters: TEXT_ID,
        body: 'bytes',
        ...forStaff,
      },
      hasLongTimeout: true,
      summary: 'Upload one chunk of a file, starting where the last one ended',
      handler: (call) => withUploadLock(lockedUploads, call, (partial) => handlePart(call, partial)),
    });
    route({
      ...{ method: 'GET', path: `${pathPrefix}uploadState`, realm, access, query: [], body: 'none', ...forStaff },
      summary: 'List the caller’s unfinished uploads',
      handler: async ({ ctx }) => ({
        data: { list: (await listPartialUploads(ctx.services.env.dataDir, ctx.actor)).map(toUploadState) },
      }),
    });
  }
}

const toUploadState = ({ id, offset, metadata: { name, size } }: PartialUpload) => ({ id, offset, name, size });

/** Only one request writes a file at a time; a second one is refused with a retry error. */
async function withUploadLock(
  lockedUploads: Set<string>,
  call: RouteCall,
  operation: (partial: PartialUpload) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { ctx, query, body } = call;
  const id = query['id'] ?? body['id'];
  const key = `${ctx.actor.kind}:${ctx.actor.id}:${String(id)}`;
  if (lockedUploads.has(key)) throw fault('upload.busy', undefined, { data: { busy: true } });
  lockedUploads.add(key);
  try {
    const partial =
      typeof id === 'string' ? await findPartialUpload(ctx.services.env.dataDir, ctx.actor, id) : undefined;
    if (!partial) throw fault('upload.gone');
    return await operation(partial);
  } finally {
    lockedUploads.delete(key);
  }
}

/** All checks that are possible before the first byte. */
async function handleBegin({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const { dataDir } = ctx.services.env;
  const declaration = declarationSchema.parse(body);
  const { maxBytes, allowed } = ctx.services.settings.upload;
  if (declaration.name === '' || declaration.size === 0) throw fault('upload.incomplete');
  assertAllowedName(declaration.name, allowed);
  assertUploadSize(declaration.size, maxBytes, declaration.name);
  const otherUploads = await listPartialUploads(dataDir, ctx.actor);
  const partial = await beginUpload(dataDir, ctx.actor, declaration);
  if (otherUploads.some(({ id }) => id === partial.id))
    return { data: { ...toUploadState(partial), part: LIMITS.uploadPartBytes } };
  try {
    if (otherUploads.length >= LIMITS.unfinishedUploads) throw fault('upload.quota');
    await enforceUploadRateLimit(ctx);
    await assertQuota(
      ctx,
      otherUploads.reduce((sum, { metadata }) => sum + metadata.size, declaration.size),
    );
  } catch (error) {
    await deletePartialUpload(partial);
    throw error;
  }
  return { data: { ...toUploadState(partial), part: LIMITS.uploadPartBytes } };
}

async function handlePart({ query, request }: RouteCall, partial: PartialUpload): Promise<HandlerResult> {
  if (!/^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  // After a lost connection only the server knows the offset: a wrong offset gets the right one in the response.
  if (partial.metadata.done !== undefined) throw fault('upload.gone');
  if (query['offset'] !== String(partial.offset))
    throw fault('upload.offset', undefined, { data: { offset: partial.offset } });
  return { data: { offset: await appendPart(partial, request) } };
}

async function handleComplete(
  { ctx }: RouteCall,
  storageDeps: StorageDeps,
  partial: PartialUpload,
): Promise<HandlerResult> {
  const { metadata, path, offset } = partial;
  const msg = translate(ctx.lang, 'success.uploaded');
  // The client missed the response: it is repeated.
  if (metadata.done !== undefined)
    return { data: { file: toFileResponse(ctx, await loadStoredFile(ctx, metadata.done, metadata.name)) }, msg };
  if (offset !== metadata.size) throw fault('upload.offset', undefined, { data: { offset } });
  try {
    await verifyHash(metadata.sha256, path);
    const row = await storeReceivedFile(
      ctx,
      storageDeps,
      { path, originalname: metadata.name, size: metadata.size },
      metadata.topic ?? '',
    );
    await markComplete(partial, Number(row['id']));
    await removeBytes(partial);
    return { data: { file: toFileResponse(ctx, row) }, msg };
  } catch (error) {
    // A refused file is deleted; after a temporary error it stays for a retry.
    if (error instanceof Fault && !RETRYABLE_CODES.has(error.code)) await deletePartialUpload(partial);
    throw error;
  }
}

/** Temporary errors. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['upload.quota', 'upload.store', 'upload.crowded']);

async function verifyHash(sha256: string | undefined, path: string): Promise<void> {
  if (sha256 !== undefined && (await hashFile(path)).sha256 !== sha256) throw fault('upload.incomplete');
}

async function handleCancel({ ctx }: RouteCall, partial: PartialUpload): Promise<HandlerResult> {
  await deletePartialUpload(partial);
  return { data: {}, msg: translate(ctx.lang, 'success.done') };
}
