/** Stores reports of runs, one JSON line each, with the commit they tested, so that the runs of several days add up. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunOptions, RunReport } from './runOptions';

/** The short commit id, with `+` when the sources differ from it; empty outside a repository. */
export function sourceRevision(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+');
  } catch {
    return '';
  }
}

/** Appends a report to a file. */
export function appendReport(file: string, { dialect, length, kinds, from = 0 }: RunOptions, report: RunReport): void {
  const { failing: _sequence, ...counts } = report;
  const line = { at: new Date().toISOString(), commit: sourceRevision(), dialect, length, kinds, from, ...counts };
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export interface ReportTotals {
  readonly runs: number;
  readonly writes: number;
  readonly frames: number;
  readonly violations: number;
}
interface LoggedReport extends RunReport {
  readonly commit: string;
}
/** Totals of the reports in a file; with `commit` only of those of one commit. */
export function sumReports(file: string, commit?: string): ReportTotals {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const reports = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LoggedReport); // written above
  const counted = reports.filter((report) => commit === undefined || report.commit === commit);
  const total = (value: (report: LoggedReport) => number) => counted.reduce((sum, line) => sum + value(line), 0);
  return {
    runs: total(({ runs }) => runs),
    writes: total(({ writes }) => writes),
    frames: total(({ frames }) => frames),
    violations: total(({ violations }) => violations.length),
  };
}
