/** HTTP routes of the designer, for super admins in person. Calls that change tables require step-up authentication. */
import { z } from 'zod';
import { crudDesign } from '../../common/entities/crudDesign';
import { crudRecord } from '../../common/entities/crudRecord';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { fault } from '../../common/protocol/faults';
import { translate } from '../../common/locales/translate';
import { parseId } from '../engine/http/parseParams';
import type { HandlerResult, Route, RouteCall } from '../engine/http/routeRegistry';
import type { ModuleServices } from '../engine/http/moduleServices';
import type { JobRunner } from '../modules/jobs/jobRunner';
import type { NewJob } from '../modules/jobs/jobStore';
import { enqueueDesignerJob } from './designerJobs';
import { exportDefinition, exportStoredDesign } from './exportDesign';
import { planApply, planRemove, planRestore, planRollBack } from './planDesignerJob';
import { previewDesign } from './previewDesign';
import { describeEffects } from './describeEffects';
import { findTableIssues } from './sources/tableSource';
import { listTables, listTakenNames, startDesign, startInput } from './startDesign';

export interface DesignerRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
  readonly registry: RuntimeRegistry;
}

const grantInput = z.strictObject({
  group: z.number().int().positive(),
  actions: z.array(z.string().max(60)).max(100),
});
const applyInput = z.strictObject({
  id: z.number().int().positive(),
  groups: z.array(grantInput).max(200).default([]),
  confirm: z.string().max(60).optional(),
});
const effectsInput = z.object({ action: z.enum(['rollback', 'remove']) });
const columnsInput = z.object({ table: z.string().min(1).max(64) });
const recordInput = z.strictObject({ id: z.number().int().positive(), confirm: z.string().max(60).optional() });

/** Error: `request.malformed` for parameters of an address that do not fit. */
function parseParams<T>(schema: z.ZodType<T>, query: unknown): T {
  const { data, success } = schema.safeParse(query);
  if (!success) throw fault('request.malformed');
  return data;
}

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerDesignerRoutes(deps: DesignerRouteDeps): void {
  const { routes, services, registry, writer } = deps;
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true } as const;
  const read = (spec: RouteSpec) =>
    routes.add({ ...common, method: 'GET', query: ['id'], body: 'none', entity: crudDesign, ...spec });
  const post = (spec: RouteSpec) =>
    routes.add({ ...common, method: 'POST', query: [], body: 'json', entity: crudDesign, ...spec });
  read({
    path: '/admin/crud_design/preview',
    summary: 'Preview what applying a design would change',
    handler: async ({ query }) => ({ data: (await previewDesign(services, registry, parseId(query['id']))).preview }),
  });
  read({
    path: '/admin/crud_design/code',
    summary: 'Export a design as TypeScript: definition and migration',
    handler: async ({ ctx, query }) => ({ data: await exportStoredDesign(deps, ctx.lang, parseId(query['id'])) }),
  });
  read({
    path: '/admin/crud_record/code',
    entity: crudRecord,
    summary: 'Export a recorded definition as TypeScript: definition and migration',
    handler: async ({ query }) => ({ data: await exportDefinition(deps, parseId(query['id'])) }),
  });
  read({
    path: '/admin/crud_record/effects',
    query: ['id', 'action'],
    entity: crudRecord,
    summary: 'List what a rollback or a deletion removes, what uses it, and what prevents it',
    handler: async ({ query }) => {
      const { action } = parseParams(effectsInput, query);
      return { data: await describeEffects(deps, parseId(query['id']), action) };
    },
  });
  read({
    path: '/admin/crud_design/tables',
    query: [],
    summary: 'List the tables that a design can start from, and the names that new tables cannot have',
    handler: async () => {
      const tables = await listTables(services, registry);
      return { data: { tables, takenNames: await listTakenNames(services, registry, tables) } };
    },
  });
  read({
    path: '/admin/crud_design/columns',
    query: ['table'],
    summary: 'List the columns of a table that a design cannot take over, with the reason for each',
    handler: async ({ ctx, query }) => {
      const { table } = parseParams(columnsInput, query);
      return { data: { issues: await findTableIssues({ services, registry }, ctx.lang, table) } };
    },
  });
  post({
    path: '/admin/crud_design/start',
    input: startInput,
    bodyLimit: START_BODY_BYTES,
    summary: 'Start a blank design, or from a table, SQL text, a record or a spreadsheet',
    handler: async ({ ctx, body }) => ({ data: await startDesign({ services, registry, writer }, ctx, body) }),
  });
  registerJobRoutes(deps, (spec) => post({ ...spec, stepUp: true }));
}

/** A spreadsheet of some thousand rows, or the text of a table with many columns. */
const START_BODY_BYTES = 4_000_000;

function registerJobRoutes(deps: DesignerRouteDeps, post: (spec: RouteSpec) => void): void {
  post({
    path: '/admin/crud_design/apply',
    input: applyInput,
    summary: 'Apply a design: updates table, screens, API and permissions',
    handler: (call) =>
      enqueue(deps, call, planApply(deps, { ...withConfirm(applyInput.parse(call.body)), lang: call.ctx.lang })),
  });
  post({
    path: '/admin/crud_record/rollback',
    input: recordInput,
    entity: crudRecord,
    summary: 'Roll the newest definition of a table back to the one before',
    handler: (call) => enqueue(deps, call, planRollBack(deps, withConfirm(recordInput.parse(call.body)))),
  });
  post({
    path: '/admin/crud_record/remove',
    input: recordInput,
    entity: crudRecord,
    summary: 'Delete a designed entity; its rows are archived',
    handler: (call) => enqueue(deps, call, planRemove(deps, withConfirm(recordInput.parse(call.body)))),
  });
  post({
    path: '/admin/crud_record/reinstate',
    input: recordInput,
    entity: crudRecord,
    summary: 'Restore a deleted entity with its rows',
    handler: (call) => enqueue(deps, call, planRestore(deps, recordInput.parse(call.body).id)),
  });
}

const withConfirm = <T extends { readonly confirm?: string | undefined }>(input: T) => ({
  ...input,
  confirm: input.confirm,
});

async function enqueue(
  { jobs }: DesignerRouteDeps,
  { ctx }: RouteCall,
  planned: Promise<Omit<NewJob, 'adminId'>>,
): Promise<HandlerResult> {
  const job = await enqueueDesignerJob(jobs, ctx, await planned);
  return { data: { job }, msg: translate(ctx.lang, 'success.job_started') };
}
