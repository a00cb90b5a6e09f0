/** HTTP routes of modules (plugins) for super admins. Calls that change tables need the password again (step-up). */
import { z } from 'zod';
import { module } from '../../common/entities/module';
import { translate } from '../../common/locales/translate';
import { PACKAGE_LIMITS } from './package/manifest';
import { fault } from '../../common/protocol/faults';
import type { ModuleServices } from '../engine/http/moduleServices';
import { OPTIONAL_ID, type HandlerResult, type Route, type RouteCall } from '../engine/http/routeRegistry';
import type { JobRunner } from '../modules/jobs/jobRunner';
import type { NewJob } from '../modules/jobs/jobStore';
import type { InstallerDeps } from './conflicts';
import { includeModule, listOfferedModules } from './included/includedModules';
import { exportRows } from './exportRows';
import { requireModule, type StoredModule } from './moduleRow';
import type { Terminal } from '../modules/terminal/terminal';
import { planDisable, planEnable, planInstall, planUninstall } from './planModuleJob';
import { readUploadedPackage } from './package/readUploadedPackage';
import { reviewPackage } from './reviewPackage';
import { discardPackage, uploadPackage } from './uploadPackage';

export interface InstallerRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
  readonly installer: InstallerDeps;
  readonly terminal: Terminal;
}

const key = { id: z.number().int().positive().optional(), uid: z.string().max(60).optional() };
const keyInput = z.strictObject(key);
const includeInput = z.strictObject({ uid: z.string().max(60) });
const installInput = z.strictObject({
  ...key,
  choices: z.record(z.string().max(300), z.string().max(20)).default({}),
});
const uninstallInput = z.strictObject({
  ...key,
  /** The rows after the uninstallation: archived or deleted. */
  rows: z.enum(['archive', 'delete']).default('archive'),
});
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])]);
const stateInput = z.strictObject({ ...key, state: flag });

const uidIn = ({ query: { uid } }: RouteCall): string | undefined => (typeof uid === 'string' ? uid : undefined);

/** The module that a body or a query names by its id or uid. Error: `row.missing`. */
function namedModule(call: RouteCall, { id, uid = uidIn(call) }: z.infer<typeof keyInput>): Promise<StoredModule> {
  const { db } = call.ctx.services;
  if (id !== undefined) return requireModule(db, { id });
  if (uid === undefined) throw fault('row.missing');
  return requireModule(db, { uid });
}

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerInstallerRoutes(deps: InstallerRouteDeps): void {
  const { routes } = deps;
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true, entity: module } as const;
  const read = (spec: RouteSpec) =>
    routes.add({ ...common, method: 'GET', query: ['id', 'uid'], parameters: OPTIONAL_ID, body: 'none', ...spec });
  const post = (spec: RouteSpec) => routes.add({ ...common, method: 'POST', query: ['uid'], body: 'json', ...spec });
  const { installer, writer } = deps;
  const ofQuery = (call: RouteCall) => {
    const id = Number(call.query['id']);
    return namedModule(call, Number.isSafeInteger(id) && id > 0 ? { id } : {});
  };
  read({
    path: '/admin/module/review',
    summary: 'Review the uploaded package: permissions, changes and conflicts',
    handler: async (call) => ({ data: await reviewPackage(installer, await ofQuery(call)) }),
  });
  read({
    path: '/admin/module/rows',
    hasLongTimeout: true,
    summary: 'Export the rows of a module as a zip of JSON files',
    handler: async (call) => exportRows(call, await ofQuery(call)),
  });
  post({
    path: '/admin/module/upload',
    query: ['file'],
    body: 'bytes',
    bodyLimit: PACKAGE_LIMITS.archiveBytes,
    stepUp: true,
    hasLongTimeout: true,
    summary: 'Upload the package of a module',
    handler: async (call) => ({ data: await uploadPackage(writer, call.ctx, await readUploadedPackage(call)) }),
  });
  read({
    path: '/admin/module/included',
    query: [],
    summary: 'List the modules that come with the product and can be installed',
    handler: async ({ ctx }) => ({ data: { list: await listOfferedModules(ctx) } }),
  });
  post({
    path: '/admin/module/include',
    input: includeInput,
    stepUp: true,
    summary: 'Upload a module that comes with the product',
    handler: async ({ ctx, body }) => ({ data: await includeModule(writer, ctx, includeInput.parse(body).uid) }),
  });
  post({
    path: '/admin/module/discard',
    input: keyInput,
    summary: 'Discard the uploaded package',
    handler: async (call) => {
      await discardPackage(writer, call.ctx, await namedModule(call, keyInput.parse(call.body)));
      return { msg: translate(call.ctx.lang, 'success.module_discarded') };
    },
  });
  registerChangeRoutes(deps, (spec) => post({ ...spec, stepUp: true }));
}

function registerChangeRoutes(deps: InstallerRouteDeps, post: (spec: RouteSpec) => void): void {
  const { installer } = deps;
  const install = async (call: RouteCall) => {
    const { choices, ...named } = installInput.parse(call.body);
    return enqueue(deps, call, await planInstall(installer, await namedModule(call, named), choices));
  };
  post({
    path: '/admin/module/install',
    input: installInput,
    summary: 'Install the uploaded package',
    handler: install,
  });
  post({
    path: '/admin/module/update',
    input: installInput,
    summary: 'Update to the uploaded version',
    handler: install,
  });
  post({
    path: '/admin/module/uninstall',
    input: uninstallInput,
    summary: 'Uninstall a module with its tables',
    handler: async (call) => {
      const { rows, ...named } = uninstallInput.parse(call.body);
      const stored = await namedModule(call, named);
      return enqueue(deps, call, await planUninstall(installer, stored, rows === 'archive'));
    },
  });
  post({
    path: '/admin/module/changeState',
    input: stateInput,
    summary: 'Enable or disable a module',
    handler: async (call) => {
      const { state, ...named } = stateInput.parse(call.body);
      const stored = await namedModule(call, named);
      const planned = Number(state) === 1 ? await planEnable(installer, stored) : await planDisable(installer, stored);
      return enqueue(deps, call, planned);
    },
  });
}

async function enqueue(
  { jobs }: InstallerRouteDeps,
  { ctx }: RouteCall,
  planned: Omit<NewJob, 'adminId'>,
): Promise<HandlerResult> {
  const job = await jobs.enqueue({ ...planned, adminId: ctx.actor.id });
  return { data: { job }, msg: translate(ctx.lang, 'success.job_started') };
}
