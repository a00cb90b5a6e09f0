/** Latency of a booking on another node, and the time until a killed server is ready again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { member, superAdmin } from '../testing/callers';
import { connectLiveClient } from '../testing/live/liveClient';
import { killServerProcess, startServerProcess, type ServerProcess } from '../testing/processes/serverProcess';
import { createMariadbDatabase } from '../testing/database/mariadbDatabase';
import { testDialects, startTestServer } from '../testing/testServer';
import { median, percentile, type Result } from './measure';

const BOOKINGS = 100;
const STARTS = 5;

async function benchAcrossNodes(): Promise<Result> {
  const database = await createMariadbDatabase();
  const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
  const first = await startTestServer({ env, settings: { captcha: 'never' } });
  const second = await startTestServer({ env, isSecondNode: true });
  const [root, one] = [await superAdmin(first), await member(first)];
  const client = await connectLiveClient(`${second.url}/member`, one.token, {});
  await client.subscribe('row', { k: 'row', e: 'user', id: one.id });
  await sleep(1_000);
  const times: number[] = [];
  for (let index = 0; index < BOOKINGS; index += 1) {
    const received = new Promise<void>((resolve) => client.socket.once('chg', () => resolve()));
    const startedAt = performance.now();
    await root.post('/admin/user_money_log/add', { user_id: one.id, money: '1.00', memo: 'bench' });
    await received;
    times.push(performance.now() - startedAt);
    await sleep(30);
  }
  client.close();
  await second.close();
  await first.close();
  await database.drop();
  return {
    name: 'booking → member’s socket on another node, p95 ms',
    value: percentile(times, 95),
    target: { operator: '<=', bound: 250 },
    note: `${BOOKINGS} bookings, from the request to the frame; p50 ${percentile(times, 50).toFixed(0)} ms`,
  };
}

async function benchRestart(name: string, dialect: 'sqlite' | 'mariadb', nodes: number): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-start-'));
  const ownDatabase = dialect === 'mariadb' ? await createMariadbDatabase() : undefined;
  const start = () =>
    startServerProcess({ dataDir, database: ownDatabase?.url, keys: 'qL2n8vXe5RkZ0aT7wYc3JmB9uHs4DfGp1KiNoQ6xVzEt' });
  let running: readonly ServerProcess[] = [];
  for (let index = 0; index < nodes; index += 1) running = [...running, await start()];
  const times: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const [first, ...others] = running;
    if (first) await killServerProcess(first);
    const restarted = await start();
    running = [restarted, ...others];
    times.push(restarted.startupMs);
  }
  await Promise.all(running.map(killServerProcess));
  await ownDatabase?.drop();
  rmSync(dataDir, { recursive: true, force: true });
  const note = `median of ${STARTS}, slowest ${Math.max(...times).toFixed(0)} ms`;
  return {
    name: `ready again after a kill, ${name}, ms`,
    value: median(times),
    target: { operator: '<=', bound: 3_000 },
    note,
  };
}

export async function benchNodes(): Promise<readonly Result[]> {
  const results = [await benchRestart('SQLite', 'sqlite', 1)];
  if (!testDialects().includes('mariadb')) return results;
  results.push(await benchRestart('MariaDB', 'mariadb', 1), await benchRestart('MariaDB with two nodes', 'mariadb', 2));
  return [...results, await benchAcrossNodes()];
}
