/** Measuring on a busy machine: processor time instead of wall time, variants in turns, medians, and only ratios count. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LoadResponse, LoadCommand } from './loadGenerator';

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
};

/** Processor time this process spent on some work, in microseconds. */
export async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export type TurnResults<K extends string> = Readonly<Record<K, readonly number[]>>;
/** Runs variants in turns and records the cost of each. */
export async function runInterleaved<K extends string>(
  turns: number,
  candidates: Readonly<Record<K, () => Promise<number>>>,
): Promise<TurnResults<K>> {
  const names = Object.keys(candidates) as K[];
  const measurements = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let turn = 0; turn < turns; turn += 1) {
    // Another variant begins each time, so that none always runs first.
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + turn) % names.length];
      if (name !== undefined) measurements[name].push(await candidates[name]());
    }
  }
  return measurements;
}
/** The median of the ratios of each turn: a disturbance of a turn affects both variants. */
export const ratio = (ours: readonly number[], baseline: readonly number[]): number =>
  median(ours.map((value, index) => value / (baseline[index] ?? Number.NaN)));

/** The reading process; it executes commands one after the other. */
export interface LoadGenerator {
  readonly run: (command: LoadCommand) => Promise<number>;
  readonly end: () => void;
}
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('./loadGenerator.mjs', import.meta.url)));
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        child.once('message', (response: LoadResponse) => {
          child.off('exit', reject);
          resolve(response.value);
        });
        child.once('exit', reject);
        child.send(command);
      }),
    end: () => {
      child.removeAllListeners('exit');
      child.kill();
    },
  };
}

export interface Result {
  readonly name: string;
  readonly value: number;
  /** Maximum (`<=`) or minimum (`>=`); undefined for values that only explain. */
  readonly target?: { readonly operator: '<=' | '>='; readonly bound: number };
  readonly note: string;
}
export const meetsTarget = ({ value, target }: Result): boolean =>
  target === undefined || (target.operator === '<=' ? value <= target.bound : value >= target.bound);

/** A percentile of the values. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
};

/** Collects garbage, so that memory can be compared. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    await sleep(50);
  }
}
