/** HTTP routes of the designer for older clients, `/admin/crud.Crud/*`, served by the same engine as those of the console. */
import { z } from 'zod';
import { crudDesign } from '../../../common/entities/crudDesign';
import { entityToDesign } from '../../../common/designer/entityToDesign';
import { parseCompatDesign, compatDesignInput, formatCompatDesign, hasOnePrimaryKey } from './designForm';
import { toTableName } from '../../../common/designer/guessFields';
import { MAX_NAME_LENGTH } from '../../../common/definition/lintDefinition';
import type { Design } from '../../../common/designer/design';
import { exportName } from '../../../common/definition/printEntity';
import { Fault, fault } from '../../../common/protocol/faults';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { asRecord } from '../../../common/json';
import type { Lang } from '../../../common/lang';
import { truncate } from '../../../common/text/normalize';
import type { HandlerResult, Route, RouteCall } from '../../engine/http/routeRegistry';
import { waitForJob } from '../waitForJob';
import type { DesignerRouteDeps } from '../../designer/routes';
import {
  assertOfNoModule,
  planApply,
  planRemove,
  requireNewest,
  type ApplyRequest,
} from '../../designer/planDesignerJob';
import { invalidDesignFault } from '../../designer/describeProblems';
import { enqueueDesignerJob } from '../../designer/designerJobs';
import { findProblems, previewDesign } from '../../designer/previewDesign';
import { findDefinitionInForce, findPreviousVersion, loadDefinitionVersion } from '../../designer/definitionVersions';
import { designOfTable } from '../../designer/sources/tableSource';
import { listTables } from '../../designer/startDesign';
import { storeDesign } from '../../designer/designStore';
import { listDesignChanges, type DesignChanges } from './designChanges';
import { readSqlTable } from './readSqlTable';
import { createCheckedTables, type CheckedTables } from './checkedTables';

const tableInput = z.object({ table: z.string().min(1).max(64), controllerFile: z.string().max(200).optional() });
const parseInput = z.object({
  type: z.enum(['db', 'sql', 'log']).default('db'),
  table: z.string().max(64).default(''),
  sql: z.string().max(65_536).default(''),
  /** Id of a record of the log of definitions; some clients name it `log`. */
  id: z.coerce.number().int().positive().optional(),
  log: z.coerce.number().int().positive().optional(),
});
const idInput = z.object({ id: z.coerce.number().int().positive() });

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerCompatDesignerRoutes(deps: DesignerRouteDeps): void {
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true, entity: crudDesign } as const;
  registerReadRoutes(deps, (spec) => deps.routes.add({ ...common, method: 'GET', query: [], body: 'none', ...spec }));
  registerWriteRoutes(deps, (spec) => deps.routes.add({ ...common, method: 'POST', query: [], body: 'json', ...spec }));
}

function registerReadRoutes({ services, registry }: DesignerRouteDeps, read: (spec: RouteSpec) => void): void {
  read({
    path: '/admin/crud.Crud/databaseList',
    summary: 'List the tables with their titles, for older clients',
    handler: async ({ ctx }) => ({
      data: {
        dbs: Object.fromEntries(
          (await listTables(services, registry)).map(({ name, labels }) => [name, labels[ctx.lang]]),
        ),
      },
    }),
  });
  read({
    path: '/admin/crud.Crud/getFileData',
    query: ['table', 'commonModel'],
    summary: 'Get the file that an export of a table would write, for older clients',
    handler: (call) => Promise.resolve(fileData(call)),
  });
  read({
    path: '/admin/crud.Crud/checkCrudLog',
    query: ['table', 'connection'],
    summary: 'Get the record of a table’s definition, for older clients',
    handler: async ({ query }) => {
      const table = parseTable(query['table']);
      const record = await findPreviousVersion(services.db, table);
      return { data: { id: record?.status === 'success' ? record.id : 0 } };
    },
  });
}

function registerWriteRoutes(deps: DesignerRouteDeps, post: (spec: RouteSpec) => void): void {
  const { services } = deps;
  const checked = createCheckedTables();
  post({
    path: '/admin/crud.Crud/parseFieldData',
    input: parseInput,
    bodyLimit: 200_000,
    summary: 'Read the fields of a table, of SQL text or of a record, for older clients',
    handler: (call) => parseFieldData(deps, call),
  });
  post({
    path: '/admin/crud.Crud/generateCheck',
    input: tableInput,
    summary: 'Check whether a table exists, for older clients',
    handler: (call) => generateCheck(deps, call, checked),
  });
  post({
    path: '/admin/crud.Crud/logStart',
    input: idInput,
    summary: 'Read the design of a record, for older clients',
    handler: async ({ body }) => {
      const { id } = idInput.parse(body);
      const { definition } = await loadDefinitionVersion(services.db, id);
      return { data: { id, ...formatCompatDesign(entityToDesign(definition)) } };
    },
  });
  post({
    path: '/admin/crud.Crud/generate',
    input: compatDesignInput,
    bodyLimit: 1_000_000,
    stepUp: true,
    summary: 'Design and apply an entity, for older clients',
    handler: (call) => generate(deps, call, checked),
  });
  post({
    path: '/admin/crud.Crud/delete',
    input: idInput,
    stepUp: true,
    summary: 'Delete a designed entity, for older clients',
    handler: async (call) => {
      const { id } = idInput.parse(call.body);
      const { table } = await requireNewest(deps, id); // the client's own dialog names the table, and no version
      return finishJob(deps, call, await planRemove(deps, { id, confirm: table }));
    },
  });
}

/** The name of the table that a name from a query becomes. Error: `request.malformed`. */
function parseTable(table: unknown): string {
  if (typeof table !== 'string' || !/^[a-z][a-z0-9_]{0,62}$/i.test(table)) throw fault('request.malformed');
  return toTableName(table);
}

function fileData({ query }: RouteCall): HandlerResult {
  const table = parseTable(query['table']);
  const file = `common/entities/${exportName(table)}.ts`;
  return {
    data: {
      modelFile: file,
      controllerFile: file,
      validateFile: file,
      webViewsDir: '',
      controllerFileList: [],
      modelFileList: [],
    },
  };
}

async function parseFieldData(
  { services, registry }: DesignerRouteDeps,
  { ctx, body }: RouteCall,
): Promise<HandlerResult> {
  const { type, table, sql, log, id = log } = parseInput.parse(body);
  if (type === 'sql') return readSqlTable(sql, ctx.lang);
  const isRecord = type === 'log' && id !== undefined;
  const design = formatCompatDesign(
    isRecord
      ? entityToDesign((await loadDefinitionVersion(services.db, id)).definition)
      : await designOfTable({ services, registry }, table),
  );
  return { data: { columns: design.fields, comment: design.table.comment } };
}

/** Older clients ask before they replace a table; code -1 makes them show a warning. */
async function generateCheck(
  { services, registry }: DesignerRouteDeps,
  { ctx, body }: RouteCall,
  checked: CheckedTables,
): Promise<HandlerResult> {
  const table = toTableName(tableInput.parse(body).table);
  const tables = await listTables(services, registry);
  if (tables.some(({ name }) => name === table)) {
    checked.add(ctx, table);
    throw fault(
      'design.exists',
      { table },
      { data: { table: true, controller: (await findDefinitionInForce(services.db, registry, table)) !== null } },
    );
  }
  return { msg: translate(ctx.lang, 'success.fallback') };
}

/** Errors: `design.no_table`, `design.primary_key`, `design.invalid` for a name that could only be kept without some of its characters. */
function assertTable({ table: { name }, fields }: z.output<typeof compatDesignInput>, lang: Lang): void {
  if (name === '') throw fault('design.no_table');
  if (!hasOnePrimaryKey(fields)) throw fault('design.primary_key');
  const params = { name, max: MAX_NAME_LENGTH };
  if (!/^[a-z][a-z0-9_]*$/i.test(name) || name.length > MAX_NAME_LENGTH)
    throw invalidDesignFault(lang, [{ code: 'name_invalid', property: 'table_name', params }]);
}

/** A design that cannot be applied is refused before it is stored. */
async function assertAppliable({ services, registry }: DesignerRouteDeps, design: Design, lang: Lang): Promise<void> {
  const problems = await findProblems(services, registry, design);
  if (problems.length > 0) throw invalidDesignFault(lang, problems);
  await assertOfNoModule(services, design.settings.table_name);
}

async function generate(deps: DesignerRouteDeps, call: RouteCall, checked: CheckedTables): Promise<HandlerResult> {
  const input = compatDesignInput.parse(call.body);
  assertTable(input, call.ctx.lang);
  const design = parseCompatDesign(input);
  const changes = listDesignChanges(input, design);
  const table = design.settings.table_name;
  await assertAppliable(deps, design, call.ctx.lang);
  const { id } = await storeDesign(deps.writer, call.ctx, design, {
    activeEntity: await findDefinitionInForce(deps.services.db, deps.registry, table),
  });
  const confirm = checked.take(call.ctx, table) ? table : undefined;
  const planned = await planConfirmed(deps, { id, groups: [], confirm, lang: call.ctx.lang });
  return withChanges(await finishJob(deps, call, planned), changes, call.ctx.lang);
}

/** The response to a design, with the values that differ from those sent and the columns that were added. */
function withChanges({ data, msg = '' }: HandlerResult, { ignored, added }: DesignChanges, lang: Lang): HandlerResult {
  if (ignored.length + added.length === 0) return { data, msg };
  const sentences = [
    msg,
    ...(added.length === 0 ? [] : [translate(lang, 'compat.columnAdded', { name: added.join(', ') })]),
    ...(ignored.length === 0 ? [] : [translate(lang, 'compat.designIgnored', { names: ignored.join(', ') })]),
  ];
  const shown = { ...asRecord(data), ignored: [...ignored], added: [...added] };
  return { data: shown, msg: truncate(sentences.join(' · '), LIMITS.textChars) };
}

/** Error: `compat.design_lossy` with the columns, for a design that loses values and was not confirmed. */
async function planConfirmed(deps: DesignerRouteDeps, request: ApplyRequest): ReturnType<typeof planApply> {
  try {
    return await planApply(deps, request);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'design.unconfirmed') throw error;
    const { changes } = (await previewDesign(deps.services, deps.registry, request.id)).preview;
    const lossy = changes.filter(({ kind }) => kind === 'lost');
    const columns = [...new Set(lossy.map(({ name, table }) => name ?? table))];
    const table = error.params['table'] ?? '';
    throw fault('compat.design_lossy', { table, columns: truncate(columns.join(', '), LIMITS.textChars) });
  }
}

async function finishJob(
  { jobs, services }: DesignerRouteDeps,
  { ctx }: RouteCall,
  planned: Awaited<ReturnType<typeof planApply>>,
): Promise<HandlerResult> {
  const { error } = await waitForJob(jobs, ctx, await enqueueDesignerJob(jobs, ctx, planned));
  if (error !== undefined) throw fault('design.invalid', { problems: error });
  const record = await findPreviousVersion(services.db, planned.subject);
  return { data: { crudLog: record?.id ?? 0 }, msg: translate(ctx.lang, 'success.fallback') };
}
