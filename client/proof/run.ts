/**
 * A program of its own: plays made-up runs on one database until a number or a time is reached, and prints what it found as
 * JSON. `run.mjs '{"dialect":"sqlite","seed":7,"runs":20}'`
 */
import './dom';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { entitiesCleared } from '../shared/store/entities';
import { commands, type Command } from './command';
import { enter } from './ledger';
import { judge } from './oracles';
import type { Order, Report } from './order';
import { play } from './play';
import { secondLook } from './secondLook';
import { settle } from './settle';
import { openStage, PRESETS, type Preset, type Stage, type Staff } from './stage';

const presetsNow = (stage: Stage, known: Map<Staff, Preset>): Map<Staff, Preset> => {
  for (const [at, staff] of stage.staff.entries()) {
    const preset = PRESETS[Math.max(0, at - 1)];
    if (preset && !known.has(staff)) known.set(staff, preset);
  }
  return known;
};

/** Something to look at, and everybody looking. */
const PRELUDE: readonly Command[] = [
  { do: 'bulk', who: 0 },
  { do: 'create', who: 1 },
  { do: 'wait', much: 3 },
  ...[0, 1, 2, 3].map((who) => ({ do: 'openList', who, filter: who % 3, sort: who % 2, size: 2 }) as const),
  { do: 'wait', much: 4 },
];

/** Who closed everything follows nothing. */
async function forgotten({ house }: Stage): Promise<string[]> {
  const topics = () => house.stats()?.topics ?? 0;
  for (const end = Date.now() + 5_000; topics() > 0 && Date.now() < end;) await sleep(20);
  return topics() === 0 ? [] : [`${topics()} topics are followed by nobody who looks`];
}

const lookTwice = ({ house, staff }: Stage): Promise<string[]> => {
  const [, somebody] = staff;
  const nickname = `seen ${Date.now()}`;
  return secondLook(house, async () => somebody && house.update('admin', somebody.id, { nickname }));
};

class Runner {
  #stage: Stage | undefined;
  #presets = new Map<Staff, Preset>();
  readonly sum = { runs: 0, writes: 0, acked: 0, refused: 0, frames: 0, bytes: 0 };
  violations: readonly string[] = [];
  failing: readonly Command[] | null = null;

  constructor(readonly order: Order) {}

  async open(): Promise<Stage> {
    this.#stage ??= await openStage(this.order.dialect, this.order.people);
    return this.#stage;
  }
  async one(sequence: readonly Command[]): Promise<boolean> {
    const { order } = this;
    const stage = await this.open();
    await this.#begin(stage);
    await play(stage, [...PRELUDE, ...sequence]);
    const unsettled = await settle(stage, order.patience);
    const found = [...unsettled, ...(await judge(stage, presetsNow(stage, this.#presets)))];
    if (found.length === 0) found.push(...(await lookTwice(stage)));
    this.#count(stage);
    if (found.length === 0) found.push(...(await this.#end(stage)));
    if (found.length === 0) return true;
    this.violations = found;
    this.failing = sequence;
    await this.close();
    return false;
  }

  /** The group rights as at hiring, no row, nothing open. */
  async #begin(stage: Stage): Promise<void> {
    for (const [at, staff] of stage.staff.entries()) {
      const preset = PRESETS[at - 1];
      if (staff.group !== null && preset)
        await stage.house.update('admin_group', staff.group, { ...preset, rules: [...preset.rules] });
    }
    stage.start = await stage.house.lastSequence();
    stage.writes.length = 0;
    stage.crashed = false;
    for (const staff of stage.staff) {
      staff.expired = false;
      staff.spill.clear();
      staff.watch.clear();
      staff.memory.clear();
      // Else most hands would reach for rows that are no more.
      staff.tab.store.dispatch(entitiesCleared());
    }
  }
  async #end(stage: Stage): Promise<string[]> {
    for (const { tab, forms } of stage.staff) {
      for (const { key } of tab.lists()) tab.closeList(key);
      for (const form of forms.splice(0)) form.stop();
    }
    await stage.house.deleteRows();
    return forgotten(stage);
  }
  #count(stage: Stage): void {
    const { sum } = this;
    sum.runs += 1;
    sum.writes += stage.writes.length;
    sum.acked += stage.writes.filter(({ state }) => state === 'acked').length;
    sum.refused += stage.writes.filter(({ state }) => state === 'refused').length;
    sum.frames = stage.staff.reduce((frames, { spill }) => frames + spill.frames(), 0);
    sum.bytes = stage.staff.reduce((bytes, { spill }) => bytes + spill.bytes(), 0);
  }
  /** The proof itself broke: that is a failure too. */
  fell(error: unknown): void {
    if (error instanceof Error && this.violations.length === 0) this.violations = [error.stack ?? String(error)];
  }
  async close(): Promise<void> {
    const stage = this.#stage;
    this.#stage = undefined;
    this.#presets = new Map();
    await stage?.end();
  }
}

function corpusOf(folder: string | null): readonly (readonly Command[])[] {
  if (folder === null || !existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Command[]); // written below
}

async function main(order: Order): Promise<Report> {
  const started = Date.now();
  const runner = new Runner(order);
  // Before the clock of the runs begins.
  await runner.open();
  for (const sequence of corpusOf(order.corpus)) if (!(await runner.one(sequence))) break;
  if (runner.violations.length === 0) {
    let skip = order.from ?? 0;
    const property = fc.asyncProperty(commands(order.length, order.kinds), async (sequence) => {
      skip -= 1;
      return skip >= 0 || runner.one(sequence);
    });
    const result = await fc.check(property, {
      seed: order.seed,
      numRuns: (order.from ?? 0) + order.runs,
      endOnFailure: !order.shrink,
      interruptAfterTimeLimit: order.seconds * 1000,
      markInterruptAsFailure: false,
    });
    runner.fell(result.errorInstance);
    if (result.failed && order.corpus !== null && runner.failing) {
      mkdirSync(order.corpus, { recursive: true });
      const failing = result.counterexample?.[0] ?? runner.failing;
      writeFileSync(join(order.corpus, `${order.dialect}-${order.seed}.json`), `${JSON.stringify(failing, null, 1)}\n`);
    }
  }
  await runner.close();
  const { bytes, ...sum } = runner.sum;
  const { violations, failing } = runner;
  const report = { seed: order.seed, ...sum, megabytes: bytes / 1e6, ms: Date.now() - started, violations, failing };
  if (order.ledger !== undefined) enter(order.ledger, order, report);
  return report;
}

const report = await main(JSON.parse(process.argv[2] ?? '{}') as Order); // written by the tests
process.stdout.write(`\n${JSON.stringify(report)}\n`);
process.exit(0);
