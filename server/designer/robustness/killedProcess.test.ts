/**
 * A server that is killed while it changes an entity: the next process continues the job, or undoes it. The schema is either the previous
 * or the new one, and the entity works.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { readEnv } from '../../../config/env';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Db } from '../../context';
import { introspectSchema, sortSchema } from '../../db/schema/introspect';
import type { JobData } from '../../modules/jobs/jobKind';
import type { NewJob } from '../../modules/jobs/jobStore';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { changedComplaint, changeInput, complaint, COMPLAINT_RENAMES } from '../../testing/designed/designedComplaint';
import { bundleProgram } from '../../testing/processes/bundleProgram';
import { createRandom, testSeed } from '../../testing/random';
import { sampleDialects } from '../../testing/sampleDialects';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

const STEPS = ['check', 'expand', 'restore', 'switch', 'menu', 'archive', 'contract', 'import', 'finish'] as const;
const UNDONE = ['contract', 'archive', 'menu', 'switch', 'expand', 'check'] as const;
/** Failpoints that kill a process. The job continues, unless a later failpoint makes it fail first. */
const POINTS = [
  ...STEPS.flatMap((step) => [`job_before_${step}:kill`, `job_after_${step}:kill`]),
  ...[0, 1, 2, 3].map((index) => `job_statement_${index}:kill`),
  ...UNDONE.map((step) => `job_before_finish:throw,job_undo_${step}:kill`),
];
const SEED = testSeed();
const RANDOM_KILLS = sampleSize(1, 5);
/** About how long a job takes. */
const JOB_MS = 700;

type Kind = (typeof DESIGNER_JOBS)[keyof typeof DESIGNER_JOBS];
const getRecordId = (state: string): number =>
  Number((JSON.parse(state) as { readonly recordId?: number }).recordId ?? 0);
/** The four jobs in the order in which each begins where the one before ended. */
type Turn = readonly [Kind, from: AnyEntity | null, to: AnyEntity | null];
const CYCLE: readonly Turn[] = [
  [DESIGNER_JOBS.apply, complaint, changedComplaint],
  [DESIGNER_JOBS.rollBack, changedComplaint, complaint],
  [DESIGNER_JOBS.remove, complaint, null],
  [DESIGNER_JOBS.restore, null, complaint],
];

interface Outcome {
  readonly job: { readonly status: string; readonly error: string; readonly attempt: number; readonly state: string };
  readonly definitions: readonly string[];
  readonly status: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Only applying a design imports rows; how many statements a step runs differs. */
const mustReach = (kind: Kind, point: string) =>
  !point.startsWith('job_statement_') && (kind === DESIGNER_JOBS.apply || !point.includes('_import:'));

describe.each(sampleDialects())('a killed server on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-killed-'));
  const random = createRandom(SEED);
  let program: string;
  let db: Db;
  let env: Record<string, string>;
  let drop: () => Promise<void> = () => Promise.resolve();
  /** The schema while each definition is active. */
  const schemas = new Map<AnyEntity | null, string>();
  let recordId = 0;

  const schema = async () => JSON.stringify(sortSchema(await introspectSchema(db, database)));
  const start = (failpoints: string, job?: NewJob) => {
    const child = spawn(
      process.execPath,
      [
        program,
        JSON.stringify({ ...env, FAILPOINTS: failpoints }),
        ...(job === undefined ? [] : [JSON.stringify(job)]),
      ],
      { env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<{ readonly signal: string | null; readonly output: string }>((resolve) => {
      child.once('close', (_code, signal) => resolve({ signal, output }));
    });
    return { child, ended, hasStarted: () => output.includes('started\n') };
  };
  const getOutcome = (output: string): Outcome => {
    const line = output.trim().split('\n').at(-1) ?? '';
    if (!line.startsWith('{')) throw new Error(output);
    return JSON.parse(line) as Outcome;
  };
  /** Runs all jobs in a new process, after the lease of the killed one. */
  const finish = async (job?: NewJob): Promise<Outcome> => {
    await db.transact((tx) => tx.run('DELETE FROM node'));
    const { signal, output } = await start('', job).ended;
    expect(signal).toBeNull();
    return getOutcome(output);
  };
  const getJob = ([kind, from, to]: Turn) => {
    const renames = from === complaint && to === changedComplaint ? COMPLAINT_RENAMES : [];
    const back = from === changedComplaint ? COMPLAINT_RENAMES.map((one) => ({ from: one.to, to: one.from })) : [];
    const restoredRecords = kind === DESIGNER_JOBS.rollBack || kind === DESIGNER_JOBS.restore ? [recordId] : [];
    const input = changeInput({ from, to, renames: [...renames, ...back], restoredRecords });
    return { kind, subject: 'complaint', adminId: 1, input: JSON.parse(JSON.stringify(input)) as JobData };
  };

  /** The parts of the product that show an active definition. */
  const expectWorking = async ({ definitions, status, rows }: Outcome, activeEntity: AnyEntity | null) => {
    expect(await schema()).toBe(schemas.get(activeEntity));
    expect([definitions, status]).toEqual(activeEntity === null ? [[], 404] : [['complaint'], 200]);
    const title = activeEntity === changedComplaint ? 'headline' : 'subject';
    if (activeEntity !== null) expect(rows.map((row) => row[title])).toEqual(['Too loud', 'Too quiet']);
    if (activeEntity === complaint)
      expect(await db.rows('SELECT note FROM complaint ORDER BY id')).toMatchObject([
        { note: 'at night' },
        { note: null },
      ]);
  };

  /** Brings each definition into force once, without a crash, and adds the rows. */
  async function reachEveryDefinition({ jobs }: TestServer): Promise<void> {
    const run = async (turn: Turn) => {
      await jobs.enqueue(getJob(turn));
      await jobs.settled();
      const [job] = await db.rows<Outcome['job']>('SELECT status, error, `state` FROM job ORDER BY id DESC LIMIT 1');
      expect(job).toMatchObject({ status: 'success', error: '' });
      recordId = getRecordId(job?.state ?? '{}');
      schemas.set(turn[2], await schema());
    };
    schemas.set(null, await schema());
    await run([DESIGNER_JOBS.apply, null, complaint]);
    const insert = 'INSERT INTO complaint (subject, subject_n, note) VALUES (?, ?, ?)';
    const rows = [
      ['Too loud', 'too loud', 'at night'],
      ['Too quiet', 'too quiet', null],
    ];
    await db.transact((tx) => tx.runMany(insert, rows));
    for (const turn of CYCLE.slice(0, 2)) await run(turn);
  }

  beforeAll(async () => {
    process.stdout.write(`killed servers: seed ${SEED}\n`);
    program = await bundleProgram('server/testing/processes/jobServer.ts');
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    const url = created?.url ?? `sqlite:${join(folder, 'atrium.sqlite')}`;
    drop = created?.drop ?? drop;
    env = { DATABASE_URL: url, APP_KEYS: randomBytes(48).toString('base64url') };
    const server = await startTestServer({ env });
    db = await openDb({ database: readEnv(env).database, log: createLog({ level: 'silent' }) });
    await reachEveryDefinition(server);
    await server.close();
  });
  afterAll(async () => {
    await db.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills a process within a job, lets another one end it, and brings the entity to where the next job begins. */
  async function killWithin(turn: Turn, kill: (job: NewJob) => Promise<unknown>): Promise<string> {
    const [, from, to] = turn;
    await kill(getJob(turn));
    let outcome = await finish();
    const { status } = outcome.job;
    expect(['success', 'failed']).toContain(status);
    await expectWorking(outcome, status === 'success' ? to : from);
    if (status !== 'success') {
      outcome = await finish(getJob(turn));
      expect(outcome.job).toMatchObject({ status: 'success', error: '' });
      await expectWorking(outcome, to);
    }
    recordId = getRecordId(outcome.job.state);
    return status;
  }

  /** A sample kills in one job at each point, a full run in all four. */
  const turnsAtOnce = sampleSize(1, CYCLE.length);
  let position = 0;
  const nextTurns = () => Array.from({ length: turnsAtOnce }, () => CYCLE[position++ % CYCLE.length] as Turn);
  const chosen = sampleSize(0, 1) === 1 ? POINTS : [random.pick(POINTS), random.pick(POINTS), random.pick(POINTS)];

  it.each(chosen)('killed at %s: the job is completed or fully undone', async (point) => {
    for (const turn of nextTurns()) {
      const status = await killWithin(turn, async (job) => {
        const { signal, output } = await start(point, job).ended;
        if (mustReach(turn[0], point)) expect([signal, output]).toEqual(['SIGKILL', 'started\n']);
      });
      expect(status).toBe(point.includes('_undo_') ? 'failed' : 'success');
    }
  });

  it(`killed at a random moment, ${RANDOM_KILLS} times: the job is completed or fully undone`, async () => {
    for (const turn of Array.from({ length: RANDOM_KILLS }, nextTurns).flat())
      await killWithin(turn, async (job) => {
        const { child, ended, hasStarted } = start('', job);
        while (!hasStarted()) await sleep(2);
        await sleep(random.below(JOB_MS));
        child.kill('SIGKILL');
        await ended;
      });
  });
});
