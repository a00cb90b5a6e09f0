/**
 * A server that changes a module, started by tests that kill it: `moduleServer.mjs <environment> <operations>`. It runs the jobs that were
 * left behind, then each operation, and prints after each what a super admin sees of the module.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { introspectSchema, sortSchema } from '../../db/schema/introspect';
import { listChangingEntities } from '../../installer/changingEntities';
import { seedMenuRules } from '../../modules/bootstrap/menuRules';
import { superAdmin, type Body, type Caller } from '../callers';
import { uploadModule } from '../modulePackages';
import { startTestServer, type TestServer } from '../testServer';

/** Uploads a package, or asks for a change. */
export type ModuleOperation =
  | { readonly upload: string }
  | { readonly action: 'install' | 'update' | 'changeState' | 'uninstall'; readonly body: Body };
/** Observed state of the module, without ids, which differ from one installation to the next. */
export interface ModuleView {
  readonly job: { readonly status: string; readonly error: string } | null;
  readonly module: Body | null;
  readonly schema: unknown;
  readonly menus: unknown;
  readonly permissions: unknown;
  readonly definitions: readonly string[];
  readonly rows: unknown;
  readonly files: readonly string[];
  readonly activeTasks: readonly unknown[];
}

const POLL_MS = 20;

interface RuleNode {
  readonly name: string;
  readonly title: string;
  readonly title_en: string;
  readonly children: readonly RuleNode[];
}
const toNames = (nodes: readonly RuleNode[]): unknown =>
  nodes.map(({ name, title, title_en, children }) => [name, title, title_en, toNames(children)]);

function listFiles(dataDir: string, folder: string): readonly string[] {
  const path = join(dataDir, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).length}`).sort();
}

async function runJobs({ jobs, services }: TestServer): Promise<void> {
  const isIdle = async () =>
    (await services.db.rows("SELECT 1 FROM job WHERE status IN ('waiting', 'running') LIMIT 1")).length === 0;
  while (!(await isIdle())) {
    jobs.wake();
    await sleep(POLL_MS);
  }
  // A job that succeeded still deletes the files that it replaced.
  await jobs.settled();
}

async function view({ services: { db }, env }: TestServer, admin: Caller): Promise<ModuleView> {
  const { menus, permissions, definitions } = (await admin.get('/admin/Index/index')).data;
  const [module] = (await admin.get('/admin/module/index')).data.list;
  const [job] = await db.rows<{ status: string; error: string }>(
    'SELECT status, error FROM job ORDER BY id DESC LIMIT 1',
  );
  const questions = (await admin.get('/admin/faq_question/index', { order: 'id,asc' })).data?.list;
  return {
    job: job ?? null,
    module: module === undefined ? null : { version: module.version, state: module.state },
    schema: sortSchema(await introspectSchema(db, db.dialect)),
    menus: toNames(menus),
    permissions,
    definitions: definitions.map((definition: { name: string }) => definition.name).sort(),
    rows: questions?.map(({ question, answer_en }: Body) => [question, answer_en]) ?? null,
    files: [...listFiles(env.dataDir, 'modules'), ...listFiles(env.dataDir, 'storage/modules')],
    // The task that installs npm packages has ended with the change.
    activeTasks: await db.rows('SELECT uuid FROM terminal_task WHERE status < 3 AND delete_time IS NULL'),
  };
}

const [env = '{}', operations = '[]'] = process.argv.slice(2);
const server = await startTestServer({
  isSecondNode: true,
  env: JSON.parse(env) as Record<string, string>, // written by the test
});
// As `main.ts` does before the jobs of a stopped process continue.
await seedMenuRules(server.services, server.writer, await listChangingEntities(server.services.db));
await runJobs(server);
const admin = await superAdmin(server);
process.stdout.write(`${JSON.stringify(await view(server, admin))}\n`);
for (const operation of JSON.parse(operations) as readonly ModuleOperation[]) {
  const response =
    'upload' in operation
      ? await uploadModule(admin, readFileSync(operation.upload))
      : await admin.post(`/admin/module/${operation.action}`, { uid: 'faq', ...operation.body });
  if (response.code !== 1) throw new Error(`${JSON.stringify(operation)}: ${response.msg}`);
  process.stdout.write('started\n');
  await runJobs(server);
  process.stdout.write(`${JSON.stringify(await view(server, admin))}\n`);
}
await server.close();
