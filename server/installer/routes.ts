/** Routes of modules, for super admins in person, under the names that other products of the family use. What changes tables asks for the password again. */
import { z } from 'zod';
import { module } from '../../common/entities/module';
import { translate } from '../../common/locales/translate';
import { PACKAGE_LIMITS } from './package/manifest';
import { fault } from '../../common/protocol/faults';
import type { ModuleServices } from '../engine/http/moduleServices';
import type { HandlerResult, Route, RouteCall } from '../engine/http/routeRegistry';
import type { Writer } from '../engine/write/writer';
import type { JobRunner } from '../modules/jobs/jobRunner';
import type { NewJob } from '../modules/jobs/jobStore';
import type { InstallerDeps } from './conflicts';
import { exportRows } from './exportRows';
import { findModule, requireModule, type StoredModule } from './moduleRow';
import { loadPackage } from './package/packageStore';
import { familyChoices, familyState, familyStateKeys, readChoices } from './familyCalls';
import { planDisable, planEnable, planInstall, planUninstall } from './planModuleJob';
import { readUpload } from './readUpload';
import { reviewPackage } from './reviewPackage';
import { discardPackage, uploadPackage } from './uploadPackage';

export interface InstallerRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
  readonly installer: InstallerDeps;
}

const key = { id: z.number().int().positive().optional(), uid: z.string().max(60).optional() };
const keyInput = z.strictObject(key);
const installInput = z.strictObject({
  ...key,
  choices: z.record(z.string().max(300), z.string().max(20)).default({}),
  extend: familyChoices,
});
const uninstallInput = z.strictObject({
  ...key,
  /** The rows after the uninstallation: archived or deleted. */
  rows: z.enum(['archive', 'delete']).default('archive'),
});
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])]);
const stateInput = z.strictObject({
  ...key,
  state: flag,
  /** A client of the family disables a module to update it. */
  update: flag.optional(),
  ...familyStateKeys,
});

const uidIn = ({ query: { uid } }: RouteCall): string | undefined => (typeof uid === 'string' ? uid : undefined);

/** The module that a body or a query names by its id or uid. Error: `row.missing`. */
function namedModule(call: RouteCall, { id, uid = uidIn(call) }: z.infer<typeof keyInput>): Promise<StoredModule> {
  const { db } = call.ctx.services;
  if (id !== undefined) return requireModule(db, { id });
  if (uid === undefined) throw fault('row.missing');
  return requireModule(db, { uid });
}

const readState = async (call: RouteCall, installer: InstallerDeps): Promise<HandlerResult> => {
  const found = await findModule(call.ctx.services.db, { uid: uidIn(call) ?? '' });
  if (found === undefined) return { data: { state: 0, name: 'uninstalled' } };
  return { data: { state: await familyState(installer, found), name: found.state } };
};

/** Stores an uploaded package; clients of the family read its uid in `info`. */
async function receivePackage(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const stored = await uploadPackage(writer, call.ctx, await readUpload(call));
  return { data: { ...stored, info: { uid: stored.uid } } };
}

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerInstallerRoutes(deps: InstallerRouteDeps): void {
  const { routes } = deps;
  const common = { realm: 'admin', access: 'super', inPerson: true, entity: module } as const;
  const read = (spec: RouteSpec) =>
    routes.add({ ...common, method: 'GET', query: ['id', 'uid'], body: 'none', ...spec });
  const post = (spec: RouteSpec) =>
    routes.add({ ...common, method: 'POST', query: ['uid', 'order_id', 'token'], body: 'json', ...spec });
  const { installer, writer } = deps;
  const ofQuery = (call: RouteCall) => {
    const id = Number(call.query['id']);
    return namedModule(call, Number.isSafeInteger(id) && id > 0 ? { id } : {});
  };
  read({
    path: '/admin/module/state',
    query: ['uid'],
    summary: 'Read the state of a module',
    handler: (call) => readState(call, installer),
  });
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
    handler: (call) => receivePackage(call, writer),
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
  post({
    path: '/admin/module/dependentInstallComplete',
    input: keyInput,
    summary: 'Confirm that the dependencies of a module are installed; packages have none outside the product',
    handler: async (call) => ({
      data: { state: await familyState(installer, await namedModule(call, keyInput.parse(call.body))) },
    }),
  });
  registerChangeRoutes(deps, (spec) => post({ ...spec, stepUp: true }));
}

function registerChangeRoutes(deps: InstallerRouteDeps, post: (spec: RouteSpec) => void): void {
  const { installer } = deps;
  const install = async (call: RouteCall) => {
    const { choices, extend, ...named } = installInput.parse(call.body);
    const chosen = readChoices(choices, extend);
    return enqueue(deps, call, await planInstall(installer, await namedModule(call, named), chosen));
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
      const { state, update, id, uid } = stateInput.parse(call.body);
      const stored = await namedModule(call, { id, uid });
      if (Number(update ?? 0) === 1 && stored.state === 'update') throw fault('module.update_waits');
      const planned = Number(state) === 1 ? await enabling(deps, stored) : await planDisable(installer, stored);
      return enqueue(deps, call, planned);
    },
  });
}

async function enabling(
  { services: { env } }: InstallerRouteDeps,
  stored: StoredModule,
): Promise<Omit<NewJob, 'adminId'>> {
  if (stored.state !== 'disabled') throw fault('module.state', { state: stored.state });
  return planEnable(stored, await loadPackage(env, stored.packageDigest));
}

async function enqueue(
  { jobs }: InstallerRouteDeps,
  { ctx }: RouteCall,
  planned: Omit<NewJob, 'adminId'>,
): Promise<HandlerResult> {
  const job = await jobs.enqueue({ ...planned, adminId: ctx.actor.id });
  return { data: { job }, msg: translate(ctx.lang, 'success.job_started') };
}
