/**
 * Model-based test: several staff use the real client against a real server over failing connections. No change is lost, no
 * screen shows a value that never was, and no data reaches a person without permission. A failing sequence is stored in
 * `corpus/` and runs first from then on.
 */
import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { mariadbUrl, sampleSize } from '../../config/jest/testEnvironment';
import { sourceRevision, sumReports } from './runLog';
import { CORPUS, runModel } from './runModel';

const dialects = mariadbUrl() === null ? (['sqlite'] as const) : (['sqlite', 'mariadb'] as const);
/** Reports of all runs, each with its seed, its first run and its commit. */
const LOG = join(process.cwd(), '.results', 'proof.jsonl');
/** The sample uses a fixed seed; a full run draws a new one. */
const seed = Number(process.env['SEED_OF_TESTS'] ?? sampleSize(4, Math.floor(Math.random() * 1e9)));

describe.each(dialects)('staff on %s', (dialect) => {
  it(`see what the server holds after every run, seed ${seed}`, async () => {
    const options = {
      // Many people and long sequences: short ones rarely touch the same row at once.
      dialect,
      seed,
      people: sampleSize(4, 7),
      length: sampleSize(25, 600),
      kinds: { permissions: true, rare: process.env['PROVE'] === '1' },
      runs: sampleSize(6, Number(process.env['PROVE_RUNS'] ?? 2_000)),
      seconds: sampleSize(12, Number(process.env['PROVE_SECONDS'] ?? 600)),
      settleTimeouts: { silentMs: 5_000, maxMs: sampleSize(40_000, 90_000) },
      shrink: process.env['PROVE'] === '1',
      corpus: CORPUS,
      from: Number(process.env['PROVE_FROM'] ?? 0),
      log: LOG,
    };
    const report = await runModel(options);
    process.stdout.write(`model-based test on ${dialect}: ${JSON.stringify({ ...report, failing: undefined })}\n`);
    const [current, all] = [sumReports(LOG, sourceRevision()), sumReports(LOG)];
    process.stdout.write(`runs of this commit: ${JSON.stringify(current)}, of all commits: ${JSON.stringify(all)}\n`);
    expect(report.violations).toEqual([]);
    expect(report.runs).toBeGreaterThan(0);
  });
});
