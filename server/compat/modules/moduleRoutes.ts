/** Calls of modules that only older clients make, or make in one step where ours are several. The guards are those of our routes. */
import { z } from 'zod';
import { module } from '../../../common/entities/module';
import { stringOrEmpty } from '../../../common/json';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import type { HandlerResult, Route, RouteCall } from '../../engine/http/routeRegistry';
import { confirmDependencies } from '../../installer/dependencies/confirmDependencies';
import { findModule, requireModule, type StoredModule } from '../../installer/moduleRow';
import { planDisable, planEnable, planInstall, planUninstall } from '../../installer/planModuleJob';
import type { InstallerRouteDeps } from '../../installer/routes';
import { downloadPackage, loadPlugin } from '../../market/remote/readMarket';
import { requireSource } from '../../market/remote/marketSources';
import type { NewJob } from '../../modules/jobs/jobStore';
import { waitForJob } from '../waitForJob';
import { readStateNumber, sentChoices, toOwnChoices } from './moduleForm';
import { parseOrder, type StoreOrder } from './storeOrder';

const uid = z.string().min(1).max(60);
const namedInput = z.looseObject({ uid: uid.optional() });
const installInput = z.looseObject({ extend: sentChoices });
const uninstallInput = z.looseObject({ uid: uid.optional(), rows: z.enum(['archive', 'delete']).default('archive') });
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])]);
const stateInput = z.looseObject({
  uid,
  state: flag,
  /** A client disables a module before it updates it. */
  update: flag.default(0),
  order: z.union([z.string().max(120), z.number()]).default(''),
});

type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerCompatModuleRoutes(deps: InstallerRouteDeps): void {
  const { routes, installer } = deps;
  const common = { realm: 'admin', access: 'super', rejectsApiTokens: true, entity: module } as const;
  const change = { ...common, method: 'POST', body: 'json', stepUp: true, hasLongTimeout: true } as const;
  const read = async ({ ctx }: RouteCall, name: unknown) =>
    readStateNumber(installer, await findModule(ctx.services.db, { uid: stringOrEmpty(name) }));
  routes.add({
    ...common,
    method: 'GET',
    path: '/admin/module/state',
    query: ['uid'],
    body: 'none',
    summary: 'Read the state of a module as a number, for older clients',
    handler: async (call) => ({ data: { state: await read(call, call.query['uid']) } }),
  });
  routes.add({
    ...common,
    method: 'POST',
    path: '/admin/module/dependentInstallComplete',
    query: ['uid'],
    body: 'json',
    input: namedInput,
    summary: 'Confirm that the npm packages of a module are installed, for older clients',
    handler: async (call) => {
      const name = namedInput.parse(call.body).uid ?? call.query['uid'];
      const stored = await findModule(call.ctx.services.db, { uid: stringOrEmpty(name) });
      if (stored !== undefined) await confirmDependencies(call.ctx.services, deps.terminal, stored);
      return { data: { state: await read(call, name) } };
    },
  });
  const post = (spec: RouteSpec) => routes.add({ ...change, query: [], ...spec });
  post({
    path: '/admin/moduleStore/install',
    query: ['uid', 'order_id', 'orderId', 'token'],
    input: installInput,
    summary: 'Install or update a module, and download it before if it is in a catalogue, for older clients',
    handler: (call) => install(deps, call),
  });
  post({
    path: '/admin/moduleStore/uninstall',
    query: ['uid'],
    input: uninstallInput,
    summary: 'Uninstall a module and wait until it is done, for older clients',
    handler: (call) => uninstall(deps, call),
  });
  post({
    path: '/admin/moduleStore/changeState',
    input: stateInput,
    summary: 'Enable or disable a module, or download its update, for older clients',
    handler: (call) => changeState(deps, call),
  });
}

/** The module whose package waits; otherwise that of the order, which is downloaded. Errors: `row.missing` without either, `module.update_disabled`. */
async function requireAvailable(
  { writer }: InstallerRouteDeps,
  { ctx }: RouteCall,
  { stored, order }: { readonly stored: StoredModule | undefined; readonly order: StoreOrder | undefined },
): Promise<StoredModule> {
  if (stored?.state === 'init' || stored?.state === 'update') return stored;
  if (stored?.state === 'disabled') throw fault('module.update_disabled');
  if (order === undefined) throw fault('row.missing');
  const source = await requireSource(ctx.services, order.source);
  const { version } = await loadPlugin(ctx, source, order.uid);
  return requireModule(ctx.services.db, await downloadPackage(ctx, writer, source, { id: order.uid, version }));
}

/** Undefined for an order of another module. */
function findOrder(uid: string, text: string): StoreOrder | undefined {
  const order = parseOrder(text);
  return order?.uid === uid ? order : undefined;
}

async function install(deps: InstallerRouteDeps, call: RouteCall): Promise<HandlerResult> {
  const { order_id: orderId, orderId: sentOrder = orderId } = call.query;
  const { extend } = installInput.parse(call.body);
  const name = stringOrEmpty(call.query['uid']);
  const stored = await findModule(call.ctx.services.db, { uid: name });
  // A client enables a module, then installs it: there is nothing left to do.
  if (stored?.state === 'installed') return {};
  const available = await requireAvailable(deps, call, { stored, order: findOrder(name, stringOrEmpty(sentOrder)) });
  return finishJob(deps, call, await planInstall(deps.installer, available, toOwnChoices(extend)));
}

async function uninstall(deps: InstallerRouteDeps, call: RouteCall): Promise<HandlerResult> {
  const { uid: sentName, rows } = uninstallInput.parse(call.body);
  const name = stringOrEmpty(sentName ?? call.query['uid']);
  const stored = await requireModule(call.ctx.services.db, { uid: name });
  return finishJob(deps, call, await planUninstall(deps.installer, stored, rows === 'archive'));
}

async function changeState(deps: InstallerRouteDeps, call: RouteCall): Promise<HandlerResult> {
  const { uid: name, state, update, order } = stateInput.parse(call.body);
  const stored = await requireModule(call.ctx.services.db, { uid: name });
  if (Number(update) === 1) {
    await requireAvailable(deps, call, { stored, order: findOrder(name, String(order)) });
    throw fault('module.update_waits');
  }
  const planned =
    Number(state) === 1 ? await planEnable(deps.installer, stored) : await planDisable(deps.installer, stored);
  return finishJob(deps, call, planned);
}

/** Error: `module.blocked` with the error of the job. */
async function finishJob(
  { jobs }: InstallerRouteDeps,
  { ctx }: RouteCall,
  planned: Omit<NewJob, 'adminId'>,
): Promise<HandlerResult> {
  const { id, error } = await waitForJob(jobs, ctx, await jobs.enqueue({ ...planned, adminId: ctx.actor.id }));
  if (error !== undefined) throw fault('module.blocked', { reasons: error });
  return { data: { job: id }, msg: translate(ctx.lang, 'success.fallback') };
}
