/** Duration of an installation of the FAQ module, from the upload of its package until its screens respond. */
import { superAdmin } from '../testing/callers';
import { packFaq, TRUSTING_ENV, uploadModule } from '../testing/modulePackages';
import { startTestServer, testDialects } from '../testing/testServer';
import { median, type Result } from './measure';

const TURNS = 5;
const MAX_SECONDS = 5;

async function benchInstall(database: 'sqlite' | 'mariadb'): Promise<Result> {
  const server = await startTestServer({ database, env: TRUSTING_ENV });
  const admin = await superAdmin(server);
  const archive = packFaq();
  const seconds: number[] = [];
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const begin = performance.now();
      await uploadModule(admin, archive);
      await admin.post('/admin/module/install', { uid: 'faq' });
      await server.jobs.settled();
      const { code, data } = await admin.get('/admin/faq_question/index');
      seconds.push((performance.now() - begin) / 1000);
      if (code !== 1 || data.list.length === 0) throw new Error('the FAQ was not installed');
      await admin.post('/admin/module/uninstall', { uid: 'faq', rows: 'delete' });
      await server.jobs.settled();
    }
  } finally {
    await server.close();
  }
  return {
    name: `seconds to install the FAQ, ${database}`,
    value: median(seconds),
    target: { operator: '<=', bound: MAX_SECONDS },
    note: `slowest of ${TURNS}: ${Math.max(...seconds).toFixed(2)} s`,
  };
}

export async function benchModules(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const database of testDialects()) results.push(await benchInstall(database));
  return results;
}
