/** A server killed in the middle of a write leaves nothing half, and the client that asks again gets its one row. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { samples } from '../../config/jest/tools';
import { describeOnEachDatabase } from '../testing/database';
import { openEngine, type Engine } from '../testing/engineRig';

/** The three that matter most first: a short run takes those only. */
const ALL_POINTS = [
  'before_store',
  'before_commit',
  'after_commit',
  'after_claim',
  'after_store',
  'after_inside',
  'after_journal',
  'before_log',
];
const POINTS = ALL_POINTS.slice(0, samples(3, ALL_POINTS.length));

describeOnEachDatabase('a killed writer', (database) => {
  let engine: Engine;
  const count = async (sql: string, value: string) =>
    Number((await engine.kit.db.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, [value]))[0]?.n);
  /** What there is of an act: its row, its mutation, its change-set in the log, in the history and in the journal. */
  const traces = async (mid: string) => {
    const [change] = await engine.kit.db.rows<{ cid: string }>('SELECT cid FROM change_log WHERE mid = ? LIMIT 1', [
      mid,
    ]);
    const row = await count('ticket WHERE subject = ?', `Crash ${mid}`);
    const kept = await count('mutation_log WHERE mid = ?', mid);
    const logged = await count('change_log WHERE cid = ?', change?.cid ?? '');
    const told = await count('record_history WHERE cid = ?', change?.cid ?? '');
    return { row, kept, logged, told };
  };
  const NOTHING = { row: 0, kept: 0, logged: 0, told: 0 };
  const WHOLE = { row: 1, kept: 1, logged: 2, told: 1 };

  /** Runs the act in a process of its own. */
  const act = async (mid: string, failpoints: string) => {
    const args = [
      '--import',
      'tsx',
      join('server', 'testing', 'crashWriter.ts'),
      JSON.stringify(await database.address()),
      failpoints,
      mid,
    ];
    return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  };

  beforeAll(async () => {
    engine = await openEngine(database);
  });

  it.each(POINTS)(
    'at write.%s leaves all of the act or nothing of it',
    async (point) => {
      const mid = `crash-${point}`;
      const killed = await act(mid, `write.${point}:kill`);
      expect([killed.signal, killed.stdout]).toEqual(['SIGKILL', '']);
      expect(await traces(mid)).toEqual(point === 'after_commit' ? WHOLE : NOTHING);
      const again = await act(mid, '');
      expect(again.stderr).toBe('');
      expect(JSON.parse(again.stdout).replayed).toBe(point === 'after_commit' ? true : undefined);
      expect(await traces(mid)).toEqual(WHOLE);
      const log = await engine.log();
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    },
    60_000,
  );
});
