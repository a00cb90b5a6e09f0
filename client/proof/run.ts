/**
 * Executes generated sequences of commands on one database until a number of runs or a time is reached, and prints the report
 * as JSON: `run.mjs '{"dialect":"sqlite","seed":7,"runs":20}'`.
 */
import './dom';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { entitiesCleared } from '../shared/store/entities';
import { commandArbitrary, type Command } from './command';
import { appendReport } from './runLog';
import { checkRun } from './checkRun';
import type { RunOptions, RunReport } from './runOptions';
import { runCommands } from './interpreter';
import { checkReadCommitted } from './checkReadCommitted';
import { waitUntilSettled } from './waitUntilSettled';
import { openModelRun, PRESETS, type Preset, type ModelRun, type StaffMember } from './actors';

const updatePresets = (run: ModelRun, known: Map<StaffMember, Preset>): Map<StaffMember, Preset> => {
  for (const [index, staff] of run.staff.entries()) {
    const preset = PRESETS[Math.max(0, index - 1)];
    if (preset && !known.has(staff)) known.set(staff, preset);
  }
  return known;
};

/** Every run begins with some rows and an open list for each person. */
const PRELUDE: readonly Command[] = [
  { do: 'bulk', who: 0 },
  { do: 'create', who: 1 },
  { do: 'wait', amount: 3 },
  ...[0, 1, 2, 3].map((who) => ({ do: 'openList', who, filter: who % 3, sort: who % 2, size: 2 }) as const),
  { do: 'wait', amount: 4 },
];

/** Checks that the server has no topics left after all lists and forms are closed. */
async function checkNoTopicLeft({ server }: ModelRun): Promise<string[]> {
  const topics = () => server.stats()?.topics ?? 0;
  for (const end = Date.now() + 5_000; topics() > 0 && Date.now() < end;) await sleep(20);
  return topics() === 0 ? [] : [`${topics()} topics have no subscriber`];
}

/** Checks with a change of a staff member that a later read returns committed data. */
const checkCommittedRead = ({ server, staff }: ModelRun): Promise<string[]> => {
  const [, changedPerson] = staff;
  const nickname = `changed ${Date.now()}`;
  return checkReadCommitted(
    server,
    async () => changedPerson && server.update('admin', changedPerson.id, { nickname }),
  );
};

class Runner {
  #run: ModelRun | undefined;
  #presets = new Map<StaffMember, Preset>();
  readonly totals = { runs: 0, writes: 0, acked: 0, refused: 0, frames: 0, bytes: 0 };
  violations: readonly string[] = [];
  failing: readonly Command[] | null = null;

  constructor(readonly options: RunOptions) {}

  async open(): Promise<ModelRun> {
    this.#run ??= await openModelRun(this.options.dialect, this.options.people);
    return this.#run;
  }
  async runOne(sequence: readonly Command[]): Promise<boolean> {
    const { options } = this;
    const run = await this.open();
    await this.#begin(run);
    await runCommands(run, [...PRELUDE, ...sequence]);
    const unsettled = await waitUntilSettled(run, options.settleTimeouts);
    const found = [...unsettled, ...(await checkRun(run, updatePresets(run, this.#presets)))];
    if (found.length === 0) found.push(...(await checkCommittedRead(run)));
    this.#count(run);
    if (found.length === 0) found.push(...(await this.#end(run)));
    if (found.length === 0) return true;
    this.violations = found;
    this.failing = sequence;
    await this.close();
    return false;
  }

  /** Restores the permissions of the role groups and clears the records of the previous run. */
  async #begin(run: ModelRun): Promise<void> {
    for (const [index, staff] of run.staff.entries()) {
      const preset = PRESETS[index - 1];
      if (staff.group !== null && preset)
        await run.server.update('admin_group', staff.group, { ...preset, rules: [...preset.rules] });
    }
    run.startSeq = await run.server.lastSequence();
    run.writes.length = 0;
    run.hasCrashed = false;
    for (const staff of run.staff) {
      staff.isExpired = false;
      staff.leaks.clear();
      staff.watch.clear();
      staff.memory.clear();
      // Otherwise most commands would choose rows that the previous run deleted.
      staff.tab.store.dispatch(entitiesCleared());
    }
  }
  async #end(run: ModelRun): Promise<string[]> {
    for (const { tab, forms } of run.staff) {
      for (const { key } of tab.lists()) tab.closeList(key);
      for (const form of forms.splice(0)) form.stop();
    }
    await run.server.deleteRows();
    return checkNoTopicLeft(run);
  }
  #count(run: ModelRun): void {
    const { totals } = this;
    totals.runs += 1;
    totals.writes += run.writes.length;
    totals.acked += run.writes.filter(({ state }) => state === 'acked').length;
    totals.refused += run.writes.filter(({ state }) => state === 'refused').length;
    totals.frames = run.staff.reduce((frames, { leaks }) => frames + leaks.frames(), 0);
    totals.bytes = run.staff.reduce((bytes, { leaks }) => bytes + leaks.bytes(), 0);
  }
  /** An error of the test program is a violation too. */
  recordCrash(error: unknown): void {
    if (error instanceof Error && this.violations.length === 0) this.violations = [error.stack ?? String(error)];
  }
  async close(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    this.#presets = new Map();
    await run?.close();
  }
}

function readCorpus(folder: string | null): readonly (readonly Command[])[] {
  if (folder === null || !existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Command[]); // written below
}

async function main(options: RunOptions): Promise<RunReport> {
  const started = Date.now();
  const runner = new Runner(options);
  // Starting the server does not count as run time.
  await runner.open();
  for (const sequence of readCorpus(options.corpus)) if (!(await runner.runOne(sequence))) break;
  if (runner.violations.length === 0) {
    let skip = options.from ?? 0;
    const property = fc.asyncProperty(commandArbitrary(options.length, options.kinds), async (sequence) => {
      skip -= 1;
      return skip >= 0 || runner.runOne(sequence);
    });
    const result = await fc.check(property, {
      seed: options.seed,
      numRuns: (options.from ?? 0) + options.runs,
      endOnFailure: !options.shrink,
      interruptAfterTimeLimit: options.seconds * 1000,
      markInterruptAsFailure: false,
    });
    runner.recordCrash(result.errorInstance);
    if (result.failed && options.corpus !== null && runner.failing) {
      mkdirSync(options.corpus, { recursive: true });
      const failing = result.counterexample?.[0] ?? runner.failing;
      writeFileSync(
        join(options.corpus, `${options.dialect}-${options.seed}.json`),
        `${JSON.stringify(failing, null, 1)}\n`,
      );
    }
  }
  await runner.close();
  const { bytes, ...totals } = runner.totals;
  const { violations, failing } = runner;
  const report = {
    seed: options.seed,
    ...totals,
    megabytes: bytes / 1e6,
    ms: Date.now() - started,
    violations,
    failing,
  };
  if (options.log !== undefined) appendReport(options.log, options, report);
  return report;
}

const report = await main(JSON.parse(process.argv[2] ?? '{}') as RunOptions); // written by the tests
process.stdout.write(`\n${JSON.stringify(report)}\n`);
process.exit(0);
