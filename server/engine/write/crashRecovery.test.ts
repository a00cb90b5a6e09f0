/** A server that is killed in the middle of a write leaves no partial write, and the client that repeats the request gets its one row. */
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { formatStoredKey } from './commit/idempotency';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { openEngineHarness, type EngineHarness } from '../../testing/engineHarness';
import { bundleProgram } from '../../testing/processes/bundleProgram';

/** The three most important failpoints come first: a short run takes only those. */
const ALL_POINTS = [
  'before_store',
  'before_commit',
  'after_commit',
  'after_claim',
  'after_store',
  'after_hooks',
  'after_audit',
  'before_log',
];
const POINTS = ALL_POINTS.slice(0, sampleSize(3, ALL_POINTS.length));

describeOnEachDatabase('a killed writer process', (database) => {
  let engine: EngineHarness;
  const count = async (sql: string, value: string) =>
    Number((await engine.services.db.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, [value]))[0]?.n);
  /** Everything that a write stores: its row, its idempotency key, its change-set in the change log, the history and the audit log. */
  const traces = async (mid: string) => {
    const [change] = await engine.services.db.rows<{ cid: string }>(
      'SELECT cid FROM change_log WHERE mid = ? LIMIT 1',
      [mid],
    );
    const row = await count('ticket WHERE subject = ?', `Crash ${mid}`);
    const keyCount = await count('mutation_log WHERE mid = ?', formatStoredKey('admin:1', mid));
    const logged = await count('change_log WHERE cid = ?', change?.cid ?? '');
    const historyCount = await count('record_history WHERE cid = ?', change?.cid ?? '');
    return { row, idempotencyKeys: keyCount, logged, history: historyCount };
  };
  const NOTHING = { row: 0, idempotencyKeys: 0, logged: 0, history: 0 };
  const WHOLE = { row: 1, idempotencyKeys: 1, logged: 2, history: 1 };

  let program: string;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const loadArgs = async (mid: string, failpoints: string) => [
    ...[program, JSON.stringify(await database.address()), failpoints, mid],
  ];
  /** Runs the write in its own process. */
  const writeOnce = async (mid: string, failpoints: string) =>
    spawnSync(process.execPath, await loadArgs(mid, failpoints), { encoding: 'utf8', env });

  beforeAll(async () => {
    program = await bundleProgram('server/testing/processes/crashWriter.ts');
    engine = await openEngineHarness(database);
  });

  it.each(POINTS)(
    'at write.%s leaves all of the act or nothing of it',
    async (point) => {
      const mid = `crash-${point}`;
      const crashed = await writeOnce(mid, `write.${point}:kill`);
      expect([crashed.signal, crashed.stdout]).toEqual(['SIGKILL', '']);
      expect(await traces(mid)).toEqual(point === 'after_commit' ? WHOLE : NOTHING);
      const repeatedWrite = await writeOnce(mid, '');
      expect(repeatedWrite.stderr).toBe('');
      expect(JSON.parse(repeatedWrite.stdout).replayed).toBe(point === 'after_commit' ? true : undefined);
      expect(await traces(mid)).toEqual(WHOLE);
      const log = await engine.log();
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    },
    60_000,
  );

  const isMariadb = database.dialect === 'mariadb';
  // on SQLite no second process waits for a lock
  (isMariadb ? it : it.skip)(
    'that is halted while it holds the head of the log is waited for no longer than six seconds',
    async () => {
      const halted = spawn(process.execPath, await loadArgs('halted', 'write.before_commit:stop'), { env });
      const ended = once(halted, 'exit');
      const isHeld = async () => {
        const probe = engine.services.db.transact((tx) =>
          tx.rows('SELECT last FROM change_head WHERE id = 1 FOR UPDATE NOWAIT'),
        );
        return probe.then(
          () => false,
          () => true,
        );
      };
      while (!(await isHeld())) await sleep(50);
      const since = performance.now();
      const after = await writeOnce('after-halted', '');
      const took = performance.now() - since;
      process.stdout.write(`a write behind a halted one took ${Math.round(took)} ms\n`);
      expect(JSON.parse(after.stdout)).toHaveProperty('cid');
      expect(took).toBeLessThan(12_000);
      halted.kill('SIGCONT');
      await ended;
      const repeatedWrite = await writeOnce('halted', '');
      expect(repeatedWrite.stderr).toBe('');
      expect(await traces('halted')).toEqual(WHOLE);
      const log = await engine.log();
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    },
    60_000,
  );
});
