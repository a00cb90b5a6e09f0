/** Sums beyond exact numbers: a server with such amounts starts, counts them exactly, and lets them only decrease. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../../../common/limits';
import { COUNTERS } from '../../../common/live/counters';
import { readEnv } from '../../../config/env';
import { backUp } from '../../db/backup';
import { verifyAll } from '../../db/verify/verifyAll';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { loadLogHead } from '../log/changeLog';
import { aggregateKey } from './aggregate';
import { compileSystemMeasure } from './counterManager';

/** Older versions allowed larger amounts. */
const before: { maxAccountAmount: number } = LIMITS;
const { maxAccountAmount: LIMIT } = LIMITS;
const HALF = '50000000000000.00';
const BOTH = 10_000_000_000_000_000n;

describe.each(sampleDialects())('amounts of an older version on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-large-'));
  let env: Readonly<Record<string, string>>;
  let drop: (() => Promise<void>) | undefined;
  let testServer: TestServer;
  let root: Caller;
  const rich: number[] = [];
  const book = (money: string, id = rich[0]) =>
    root.post('/admin/user_money_log/add', { user_id: id, money, memo: 'Moved over' });
  const metrics = () => testServer.live.metrics();
  const comesTo = async (sum: number | bigint): Promise<void> => {
    for (const end = Date.now() + 10_000; (await metrics()?.sum(COUNTERS.money)) !== sum && Date.now() < end;)
      await sleep(50);
    expect(await metrics()?.sum(COUNTERS.money)).toBe(sum);
  };
  const moneyKey = (): string => {
    const compiledMeasure = compileSystemMeasure(testServer.services.registry, COUNTERS.money);
    if (compiledMeasure === undefined) throw new Error('no counter of money');
    return aggregateKey(compiledMeasure);
  };

  beforeAll(async () => {
    const made = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    drop = made?.drop;
    env = {
      DATA_DIR: folder,
      APP_KEYS: randomBytes(48).toString('base64url'),
      ...(made && { DATABASE_URL: made.url }),
    };
    before.maxAccountAmount = LIMITS.maxMoneyAmount;
    testServer = await startTestServer({ env });
    root = await superAdmin(testServer);
    for (let n = 0; n < 2; n += 1) {
      rich.push((await member(testServer)).id);
      expect((await book(HALF, rich[n])).code).toBe(1);
    }
  });
  afterAll(async () => {
    before.maxAccountAmount = LIMIT;
    await testServer.close();
    await drop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  it('sums of an hour of one admin are exact at any size', async () => {
    for (const money of ['-50000000000000.00', HALF, '-50000000000000.00', HALF, '-50000000000000.00', HALF])
      expect((await book(money)).code).toBe(1);
    expect((await book('-1.00')).code).toBe(1);
    expect((await book('1.00')).code).toBe(1);
  });

  it('a stored counter beyond exact numbers does not stop the start and is counted exactly', async () => {
    const key = moneyKey();
    await testServer.close();
    before.maxAccountAmount = LIMIT;
    const db = await openDb({ database: readEnv(env).database, log: createLog({ level: 'silent' }) });
    await db.transact(async (tx) => {
      const { last, epoch } = await loadLogHead(tx);
      await tx.run('DELETE FROM `counter_cell` WHERE fold = ?', [key]);
      await tx.run('DELETE FROM `counter_state` WHERE id = ?', [key]);
      await tx.run('INSERT INTO `counter_state` (id, epoch, seq) VALUES (?, ?, ?)', [key, epoch, last]);
      await tx.run('INSERT INTO `counter_cell` (id, fold, bucket, dim, value) VALUES (?, ?, 900, ?, ?)', [
        ...[`${key}|900|`, key, ''],
        String(BOTH),
      ]);
    });
    await db.close();
    testServer = await startTestServer({ env, isSecondNode: true });
    root = await superAdmin(testServer);
    await comesTo(BOTH);
    await metrics()?.store();
    expect(await testServer.services.db.rows('SELECT * FROM `counter_cell` WHERE fold = ?', [key])).toEqual([]);
    const { findings } = await verifyAll({
      db: testServer.services.db,
      registry: testServer.services.registry,
      keys: testServer.services.env.appKeys,
      dataDir: folder,
      auditLogEntity: 'admin_log',
    });
    expect(findings).toEqual([]);
    expect((await backUp(testServer.services.db, folder, 'large')).rows).toBeGreaterThan(0);
  });

  it('totals of lists are exact', async () => {
    const { data } = await root.get('/admin/user/summary');
    expect(data.columns.money).toMatchObject({ sum: '100000000000000.00', max: HALF });
    const entries = await root.get('/admin/user_money_log/summary');
    expect(entries.data.columns.after.sum).toMatch(/^\d{15}\.\d\d$/);
  });

  it('an account above the limit can be read and decreased, not increased; others stop at the limit', async () => {
    expect((await book('0.01')).msg).toBe('This exceeds the maximum balance.');
    expect((await book('-0.01')).data.row).toMatchObject({ before: HALF, after: '49999999999999.99' });
    await comesTo(BOTH - 1n);
    expect((await book('-49999999999999.99')).data.row).toMatchObject({ after: '0.00' });
    expect((await book('10000000000.01')).msg).toBe('This exceeds the maximum balance.');
    expect((await book('10000000000.00')).code).toBe(1);
    await comesTo(Number(BOTH) / 2 + LIMIT);
  });
});
