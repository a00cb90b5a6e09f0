/** Proofs add up: each report is one line of a file, with the state of the sources it speaks of. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Order, Report } from './order';

/** The commit, marked when the sources differ from it; empty where there is no repository. */
export function stateOfSources(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+');
  } catch {
    return '';
  }
}

export function enter(file: string, { dialect, length, kinds, from = 0 }: Order, report: Report): void {
  const { failing: _sequence, ...told } = report;
  const line = { at: new Date().toISOString(), commit: stateOfSources(), dialect, length, kinds, from, ...told };
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export interface Sum {
  readonly runs: number;
  readonly writes: number;
  readonly frames: number;
  readonly violations: number;
}
interface Line extends Report {
  readonly commit: string;
}
/** What all reports of a file come to; `commit`: only those of one state of the sources. */
export function sumOf(file: string, commit?: string): Sum {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const reports = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line); // written above
  const counted = reports.filter((report) => commit === undefined || report.commit === commit);
  const total = (value: (line: Line) => number) => counted.reduce((sum, line) => sum + value(line), 0);
  return {
    runs: total(({ runs }) => runs),
    writes: total(({ writes }) => writes),
    frames: total(({ frames }) => frames),
    violations: total(({ violations }) => violations.length),
  };
}
