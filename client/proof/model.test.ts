/**
 * Several people with the real client at one real house, over lines that fail: whatever they do, nobody loses a change, sees
 * what is not so, or is sent what is not theirs. A failing sequence is kept in `corpus/` and played first from then on.
 */
import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { mariadbUrl, sampleSize } from '../../config/jest/testEnvironment';
import { stateOfSources, sumOf } from './ledger';
import { CORPUS, prove } from './program';

const dialects = mariadbUrl() === null ? (['sqlite'] as const) : (['sqlite', 'mariadb'] as const);
/** Runs of any number of proofs, each with its seed, its first run and the commit it speaks of. */
const LEDGER = join(process.cwd(), '.results', 'proof.jsonl');
/** The sample is always the same; a proof looks elsewhere every time. */
const seed = Number(process.env['SEED_OF_TESTS'] ?? sampleSize(4, Math.floor(Math.random() * 1e9)));

describe.each(dialects)('people at work on %s', (dialect) => {
  it(`agree with the house after every run, from seed ${seed}`, async () => {
    const order = {
      // Many people and long sequences: what two of them do at the same place is rare in short ones.
      ...{ dialect, seed, people: sampleSize(4, 7), length: sampleSize(25, 600) },
      kinds: { rights: true, rare: process.env['PROVE'] === '1' },
      runs: sampleSize(6, Number(process.env['PROVE_RUNS'] ?? 2_000)),
      seconds: sampleSize(12, Number(process.env['PROVE_SECONDS'] ?? 600)),
      patience: { silentMs: 5_000, atMostMs: sampleSize(40_000, 90_000) },
      shrink: process.env['PROVE'] === '1',
      corpus: CORPUS,
      from: Number(process.env['PROVE_FROM'] ?? 0),
      ledger: LEDGER,
    };
    const report = await prove(order);
    process.stdout.write(`proof on ${dialect}: ${JSON.stringify({ ...report, failing: undefined })}\n`);
    const [now, all] = [sumOf(LEDGER, stateOfSources()), sumOf(LEDGER)];
    process.stdout.write(`proven of these sources: ${JSON.stringify(now)}, of all before: ${JSON.stringify(all)}\n`);
    expect(report.violations).toEqual([]);
    expect(report.runs).toBeGreaterThan(0);
  });
});
