/**
 * Runs the model-based test against one mutant after the other: it or a unit test must fail with each, and the same runs must
 * pass without it.
 */
import { describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import type { RunOptions } from '../runOptions';
import { runModel } from '../runModel';
import { createSourceEdit, MUTANTS, type Mutant } from './mutants';
import { runUnitTests, findUnitTestFile } from './runUnitTests';
import { applyEdit, parseSourceFile } from './syntax';

const possible = MUTANTS.filter(({ dialect }) => dialect !== 'mariadb' || mariadbUrl() !== null);
const tried = possible.slice(0, sampleSize(2, possible.length));
interface Caught {
  readonly name: string;
  readonly runs: number;
  readonly ms: number;
  /** The first violation, and the unit tests that failed. */
  readonly by: string;
  readonly units: readonly string[];
}
const caught: Caught[] = [];
/** The longest of the runs that caught a mutant, by their other options. */
const played = new Map<string, RunOptions>();

/** A long run shows more per second: it ends with as long a wait as a short one. */
const getOrder = ({
  dialect = 'sqlite',
  permissions = false,
  length = sampleSize(40, 120),
  unit,
}: Mutant): RunOptions => ({
  dialect,
  seed: 4,
  people: 4,
  length,
  runs: 200,
  seconds: sampleSize(30, unit === undefined ? 600 : Number(process.env['PROVE_SECONDS'] ?? 120)),
  kinds: { permissions, rare: false },
  settleTimeouts: { silentMs: 5_000, maxMs: 20_000 },
  shrink: false,
  corpus: null,
});

describe('mutants', () => {
  it.each(MUTANTS)('is one edit of a source that still parses: $name', (mutant) => {
    const edit = createSourceEdit(mutant);
    const source = applyEdit(readFileSync(edit.file, 'utf8'), edit);
    const { parseDiagnostics } = parseSourceFile(edit.file, source) as { parseDiagnostics?: readonly unknown[] };
    expect(parseDiagnostics).toEqual([]);
    if (mutant.unit !== undefined) expect(findUnitTestFile(mutant.unit)).toMatch(/\.test\.tsx?$/);
  });

  it.each(tried)('is caught: $name', async (mutant) => {
    const order = getOrder(mutant);
    const { runs, ms, violations } = await runModel(order, [createSourceEdit(mutant)]);
    const units = process.env['PROVE'] === '1' || violations.length === 0 ? await runUnitTests(mutant) : [];
    caught.push({ name: mutant.name, runs, ms, by: violations[0] ?? 'none', units });
    mkdirSync('.results', { recursive: true });
    writeFileSync('.results/mutants.json', `${JSON.stringify(caught, null, 2)}\n`);
    expect([...violations, ...units]).not.toEqual([]);
    // A program that crashes proves nothing.
    expect(violations.join('\n')).not.toMatch(/^\w*Error: /);
    if (violations.length === 0) return;
    const options = JSON.stringify({ ...order, runs: 0 });
    played.set(options, { ...order, runs: Math.max(runs, played.get(options)?.runs ?? 0), seconds: 1_200 });
  });

  it('fail in unit tests where the model-based test rarely meets them', async () => {
    const [rare] = MUTANTS.filter(({ exported, within }) => exported === 'mergeRow' && within === 'mergeRow');
    if (rare === undefined) throw new Error('the mutant of mergeRow is missing');
    expect(await runUnitTests(rare)).not.toEqual([]);
  });

  it('the runs that detect them pass on the unchanged source', async () => {
    expect(played.size).toBeGreaterThan(0);
    for (const order of played.values()) {
      const { runs, violations } = await runModel(order);
      expect([violations, runs]).toEqual([[], order.runs]);
    }
  });
});
