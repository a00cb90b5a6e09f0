/**
 * HTTP routes of imports: upload, column mapping, check, import, cancel, undo, rows with errors. Only the owner of an import can call them.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { dataImport, IMPORT_MODE, IMPORT_STATUS } from '../../common/entities/dataImport';
import type { AnyEntity } from '../../common/entity/entity';
import type { ImportError, ImportErrors } from '../../common/protocol/dataImport';
import { IMPORT_LIMITS } from '../../common/imports/importLimits';
import { translate } from '../../common/locales/translate';
import { fault } from '../../common/protocol/faults';
import { CSV_BOM, csvLine, csvTextCell } from '../../common/text/csv';
import { truncate } from '../../common/text/normalize';
import { consumeAttempt } from '../access/limits/rateLimits';
import type { RequestContext } from '../context';
import type { HandlerResult, Route, RouteCall } from '../engine/http/routeRegistry';
import type { ModuleServices } from '../engine/http/moduleServices';
import { parseId } from '../engine/http/parseParams';
import type { InputValues } from '../engine/write/context/txWriter';
import { cancelJob } from '../modules/jobs/cancelJob';
import type { JobData } from '../modules/jobs/jobKind';
import type { JobRunner } from '../modules/jobs/jobRunner';
import { toSystemContext } from '../platform/systemContext';
import { describeRefused, readRefused } from './refusedRows';
import { deleteImportFile, hasImportFile, importPath, storeImportFile } from './importFiles';
import { IMPORT_JOBS } from './importJobs';
import { allowedPermissions, createImportPlan } from './importPlan';
import { previewImport, readHead } from './previewImport';
import { registerSheetRoute } from './sheetRoute';
import { loadOwnImport, updateImport, type ImportStatus, type StoredImport } from './storedImport';

interface ImportRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
}

const UPLOADS = { maxAttempts: IMPORT_LIMITS.uploadsPerHour, windowMs: 3_600_000 };
const SHOWN_ERRORS = 200;

const idInput = z.strictObject({ id: z.number().int().positive() });
const checkInput = z.strictObject({
  id: z.number().int().positive(),
  mapping: z.array(z.string().max(64).nullable()).max(IMPORT_LIMITS.columns),
  mode: z.enum(IMPORT_MODE),
  key: z.string().max(64),
  options: z.strictObject({ clearEmpty: z.boolean(), dayFirst: z.boolean() }),
});

/** Error: `access.denied` for an entity into which the caller may import nothing, known or not. */
function requireImportableEntity(
  { routes }: ImportRouteDeps,
  { services, actor }: RequestContext,
  name: unknown,
): AnyEntity {
  const entity = typeof name === 'string' ? services.registry.get(name) : undefined;
  const rights = entity && allowedPermissions(routes, actor, entity);
  if (entity === undefined || (!rights?.create && !rights?.update)) throw fault('access.denied');
  return entity;
}

async function upload(deps: ImportRouteDeps, { ctx, query, request }: RouteCall): Promise<HandlerResult> {
  if (query['entity'] === undefined) throw fault('request.malformed');
  const entity = requireImportableEntity(deps, ctx, query['entity']);
  const name = truncate(typeof query['name'] === 'string' ? query['name'].trim() : '', 255);
  if (name === '') throw fault('request.malformed');
  if (!/^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  if (Number(request.headers['content-length'] ?? 0) > IMPORT_LIMITS.fileBytes)
    throw fault('import.too_large', { max: IMPORT_LIMITS.fileBytes });
  await consumeAttempt(ctx.services, `import:${ctx.actor.id}`, UPLOADS);
  const file = await storeImportFile(ctx.services, request);
  try {
    const { headings } = await readHead(ctx.services, file);
    const values = { admin_id: ctx.actor.id, ent: entity.name, file_name: name, file, headings };
    const { id } = await deps.writer.inTransaction(toSystemContext(ctx), (write) => write.create(dataImport, values));
    return { data: await previewImport(ctx, deps.routes, entity, await loadOwnImport(ctx, id)) };
  } catch (error) {
    await deleteImportFile(ctx.services, file);
    throw error;
  }
}

const EDITABLE: ReadonlySet<string> = new Set([IMPORT_STATUS.uploaded, IMPORT_STATUS.checked]);

interface NewImportJob {
  readonly kind: string;
  /** Input of the job in addition to the import's id. */
  readonly input?: JobData;
  /** Columns of the import that are written with the job. */
  readonly values: InputValues;
}
/** Stores a job of the import. Error: `import.busy` while another one of the caller waits or runs. */
async function enqueue(
  { jobs }: ImportRouteDeps,
  { actor }: RequestContext,
  { id, ent }: StoredImport,
  { kind, input = {}, values }: NewImportJob,
): Promise<HandlerResult> {
  const owner = { adminId: actor.id, onePerAdmin: Object.values(IMPORT_JOBS) };
  const job = await jobs.enqueue({ kind, subject: ent, input: { ...input, import: id }, ...owner }, (write, jobId) =>
    write.update(dataImport, { ...values, id, job_id: jobId }),
  );
  return { data: { job } };
}

async function check(deps: ImportRouteDeps, { ctx, body }: RouteCall): Promise<HandlerResult> {
  const { id, ...choices } = checkInput.parse(body);
  const stored = await loadOwnImport(ctx, id);
  if (!EDITABLE.has(stored.status)) throw fault('import.state');
  if (!(await hasImportFile(ctx.services, stored.file))) throw fault('import.gone');
  const entity = requireImportableEntity(deps, ctx, stored.ent);
  createImportPlan(ctx.services, allowedPermissions(deps.routes, ctx.actor, entity), ctx.actor, entity, choices);
  const { mapping, mode, key, options } = choices;
  const values = { mapping, mode, key_field: key, options, status: IMPORT_STATUS.checking, error: '' };
  return enqueue(deps, ctx, stored, { kind: IMPORT_JOBS.check, values });
}

async function start(deps: ImportRouteDeps, { ctx, body }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, idInput.parse(body).id);
  requireImportableEntity(deps, ctx, stored.ent);
  if (EDITABLE.has(stored.status) && stored.status !== IMPORT_STATUS.checked) throw fault('import.unchecked');
  if (stored.status !== IMPORT_STATUS.checked) throw fault('import.state');
  if (!(await hasImportFile(ctx.services, stored.file))) throw fault('import.gone');
  const initialCounts = { done: 0, created: 0, updated: 0, unchanged: 0, refused: 0, first_id: null, last_id: null };
  const started = { cid: randomUUID(), started_time: Math.floor(ctx.services.clock.now() / 1000) };
  const values = { ...initialCounts, ...started, status: IMPORT_STATUS.importing };
  return enqueue(deps, ctx, stored, { kind: IMPORT_JOBS.import, values });
}

async function undo(deps: ImportRouteDeps, { ctx, body }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, idInput.parse(body).id);
  if (stored.status !== IMPORT_STATUS.success) throw fault('import.state');
  const values = { status: IMPORT_STATUS.undoing };
  return enqueue(deps, ctx, stored, { kind: IMPORT_JOBS.undo, input: { cid: randomUUID() }, values });
}

/** The status of an import whose job is canceled before it begins. */
const STATUS_BEFORE: Readonly<Partial<Record<ImportStatus, ImportStatus>>> = {
  checking: IMPORT_STATUS.uploaded,
  importing: IMPORT_STATUS.cancelled,
  undoing: IMPORT_STATUS.success,
};

async function cancel({ writer, jobs }: ImportRouteDeps, { ctx, body }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, idInput.parse(body).id);
  if (stored.jobId === null) throw fault('job.ended');
  const isWaiting = await cancelJob(ctx, { writer, jobs }, stored.jobId);
  const status = STATUS_BEFORE[stored.status];
  if (isWaiting && status !== undefined) await updateImport(ctx, writer, stored.id, { status });
  return { msg: translate(ctx.lang, 'success.job_cancelled') };
}

/** The file with the rows that the last check or import refused. */
const errorPath = ({ services }: RequestContext, { file, status }: StoredImport): string =>
  importPath(services, file, EDITABLE.has(status) || status === IMPORT_STATUS.checking ? '.check' : '.import');

async function* readErrors(ctx: RequestContext, stored: StoredImport): AsyncGenerator<ImportError> {
  const entity = ctx.services.registry.get(stored.ent);
  if (entity === undefined) return;
  for await (const row of readRefused(errorPath(ctx, stored))) yield* describeRefused(entity, ctx.lang, row);
}

async function listErrors({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, parseId(query['id']));
  const list: ImportError[] = [];
  for await (const error of readErrors(ctx, stored)) {
    if (list.length === SHOWN_ERRORS) return { data: { list, hasMore: true } satisfies ImportErrors };
    list.push(error);
  }
  return { data: { list, hasMore: false } satisfies ImportErrors };
}

async function* errorLines(ctx: RequestContext, stored: StoredImport): AsyncGenerator<string> {
  const text = (key: 'row' | 'field' | 'value' | 'error') => translate(ctx.lang, `success.import_${key}`);
  yield CSV_BOM + csvLine([text('row'), text('field'), text('value'), text('error')].map(csvTextCell));
  for await (const { row, label, value, msg } of readErrors(ctx, stored))
    yield csvLine([String(row), csvTextCell(label), csvTextCell(value), csvTextCell(msg)]);
}

async function downloadErrors({ ctx, query, response }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, parseId(query['id']));
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${stored.ent}-errors.csv"`);
  const lines = errorLines(ctx, stored);
  // Written before the handler returns; otherwise the dispatcher would treat the request as unanswered.
  response.write((await lines.next()).value ?? '');
  const source = Readable.from(lines);
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
  return { sent: true };
}

async function preview(deps: ImportRouteDeps, { ctx, query }: RouteCall): Promise<HandlerResult> {
  const stored = await loadOwnImport(ctx, parseId(query['id']));
  if (!(await hasImportFile(ctx.services, stored.file))) throw fault('import.gone');
  return { data: await previewImport(ctx, deps.routes, requireImportableEntity(deps, ctx, stored.ent), stored) };
}

type ImportHandler = (deps: ImportRouteDeps, call: RouteCall) => Promise<HandlerResult>;

export function registerImportRoutes(deps: ImportRouteDeps): void {
  registerSheetRoute(deps);
  const shared = { realm: 'admin', access: 'admin', rejectsApiTokens: true, entity: dataImport } as const;
  const add = (
    action: string,
    handler: ImportHandler,
    route: Pick<Route, 'method' | 'query' | 'body' | 'summary'> & Partial<Route>,
  ) =>
    deps.routes.add({
      ...shared,
      ...route,
      path: `/admin/data_import/${action}`,
      handler: (call) => handler(deps, call),
    });
  const post = { method: 'POST', query: [], body: 'json', input: idInput } as const;
  const get = { method: 'GET', query: ['id'], body: 'none' } as const;
  add('upload', upload, {
    method: 'POST',
    query: ['entity', 'name'],
    body: 'bytes',
    hasLongTimeout: true,
    summary: 'Upload a CSV or XLSX file to import, and guess its fields',
  });
  add('preview', preview, { ...get, summary: 'Read the headings and first rows of an uploaded file' });
  add('check', check, { ...post, input: checkInput, summary: 'Check the rows of a file without changing anything' });
  add('start', start, { ...post, summary: 'Import a checked file' });
  add('cancel', cancel, { ...post, summary: 'Cancel a check or an import: what was written is undone' });
  add('undo', undo, { ...post, summary: 'Undo an import' });
  add('errors', (_, call) => listErrors(call), { ...get, summary: 'List the rows with errors' });
  add('errorFile', (_, call) => downloadErrors(call), { ...get, summary: 'Download the rows with errors as CSV' });
}
