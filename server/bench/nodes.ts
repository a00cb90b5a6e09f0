/** What depends on other nodes and on a start: a booking that another node tells of, and how soon a killed server is ready again. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { member, superAdmin } from '../testing/actors';
import { connectClient } from '../testing/liveClient';
import { killServer, startServer, type ServerProcess } from '../testing/serverProcess';
import { databases, freshMariadb, startWorld } from '../testing/world';
import { median, percentile, sleep, type Result } from './measure';

const BOOKINGS = 100;
const STARTS = 5;

async function acrossNodes(): Promise<Result> {
  const database = await freshMariadb();
  const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
  const first = await startWorld({ env, settings: { captcha: 'never' } });
  const second = await startWorld({ env, beside: true });
  const [root, one] = [await superAdmin(first), await member(first)];
  const client = await connectClient(`${second.url}/member`, one.token, {});
  await client.sub('row', { k: 'row', e: 'user', id: one.id });
  await sleep(1_000);
  const times: number[] = [];
  for (let at = 0; at < BOOKINGS; at += 1) {
    const heard = new Promise<void>((done) => client.socket.once('chg', () => done()));
    const began = performance.now();
    await root.post('/admin/user_money_log/add', { user_id: one.id, money: '1.00', memo: 'bench' });
    await heard;
    times.push(performance.now() - began);
    await sleep(30);
  }
  client.close();
  await second.end();
  await first.end();
  await database.drop();
  return {
    name: 'booking → member’s socket on another node, p95 ms',
    value: percentile(times, 95),
    target: { is: '<=', than: 250 },
    note: `${BOOKINGS} bookings, from the request to the frame; p50 ${percentile(times, 50).toFixed(0)} ms`,
  };
}

async function readyAgain(name: string, dialect: 'sqlite' | 'mariadb', nodes: number): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-start-'));
  const own = dialect === 'mariadb' ? await freshMariadb() : undefined;
  const start = () =>
    startServer({ dataDir, database: own?.url, keys: 'qL2n8vXe5RkZ0aT7wYc3JmB9uHs4DfGp1KiNoQ6xVzEt' });
  let running: readonly ServerProcess[] = [];
  for (let at = 0; at < nodes; at += 1) running = [...running, await start()];
  const times: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    const [first, ...others] = running;
    if (first) await killServer(first);
    const again = await start();
    running = [again, ...others];
    times.push(again.took);
  }
  await Promise.all(running.map(killServer));
  await own?.drop();
  rmSync(dataDir, { recursive: true, force: true });
  const note = `median of ${STARTS}, slowest ${Math.max(...times).toFixed(0)} ms`;
  return {
    name: `ready again after a kill, ${name}, ms`,
    value: median(times),
    target: { is: '<=', than: 3_000 },
    note,
  };
}

export async function benchNodes(): Promise<readonly Result[]> {
  const results = [await readyAgain('SQLite', 'sqlite', 1)];
  if (!databases().includes('mariadb')) return results;
  results.push(await readyAgain('MariaDB', 'mariadb', 1), await readyAgain('MariaDB with two nodes', 'mariadb', 2));
  return [...results, await acrossNodes()];
}
