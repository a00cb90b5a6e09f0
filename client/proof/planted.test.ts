/**
 * Plants one bug after the other into the program under proof: each must be caught, and the very same runs must be clean
 * without it, or the proof proves nothing.
 */
import { describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mariadbUrl, sampleSize } from '../../config/jest/testEnvironment';
import { PLANTED, type Planted } from './planted';
import { seenByUnits } from './units';
import { prove } from './program';
import type { Order } from './order';

const possible = PLANTED.filter(({ dialect }) => dialect !== 'mariadb' || mariadbUrl() !== null);
const bugs = possible.slice(0, sampleSize(2, possible.length));
interface Caught {
  readonly name: string;
  readonly runs: number;
  readonly ms: number;
  /** What the proof said first, and the tests beside the sources that failed. */
  readonly by: string;
  readonly units: readonly string[];
}
const caught: Caught[] = [];
/** The longest of the runs that caught something, by what was played in them. */
const played = new Map<string, Order>();

/** A long run shows more for the calm it ends with, which takes as long as that of a short one. */
const orderOf = ({ dialect = 'sqlite', rights = false, length = sampleSize(40, 120), unit }: Planted): Order => ({
  ...{
    dialect,
    seed: 4,
    people: 4,
    length,
    runs: 200,
    seconds: sampleSize(30, unit === undefined ? 600 : Number(process.env['PROVE_SECONDS'] ?? 120)),
  },
  kinds: { rights, rare: false },
  ...{ patience: { silentMs: 5_000, atMostMs: 20_000 }, shrink: false, corpus: null },
});

describe('a planted bug', () => {
  it.each(bugs)('is caught: $name', async (bug: Planted) => {
    const order = orderOf(bug);
    const { runs, ms, violations } = await prove(order, [bug]);
    const units = process.env['PROVE'] === '1' || violations.length === 0 ? await seenByUnits(bug) : [];
    caught.push({ name: bug.name, runs, ms, by: violations[0] ?? 'nobody', units });
    mkdirSync('.results', { recursive: true });
    writeFileSync('.results/planted.json', `${JSON.stringify(caught, null, 2)}\n`);
    // A bug that no suite sees is what makes proofs worthless.
    expect([...violations, ...units]).not.toEqual([]);
    // A program that falls over is no proof.
    expect(violations.join('\n')).not.toMatch(/^\w*Error: /);
    if (violations.length === 0) return;
    const same = JSON.stringify({ ...order, runs: 0 });
    played.set(same, { ...order, runs: Math.max(runs, played.get(same)?.runs ?? 0), seconds: 1_200 });
  });

  it('is seen by the tests beside the sources, where the proof rarely meets it', async () => {
    const rare = PLANTED.find(({ name }) => name.startsWith('an older revision'));
    expect(rare && (await seenByUnits(rare))).toContainEqual(expect.stringContaining('end at the newest row'));
  });

  it('is what was caught: the same runs are clean without it', async () => {
    expect(played.size).toBeGreaterThan(0);
    for (const order of played.values()) {
      const { runs, violations } = await prove(order);
      expect([violations, runs]).toEqual([[], order.runs]);
    }
  });
});
