/** Runs the tests beside the sources over a copy of the house in which one bug is planted: whether they see it. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Planted } from './planted';

const ROOT = process.cwd();
/** What the tests of the floors need of the house; the rest of it is not copied. */
const PARTS = ['client', 'common', 'config', 'server', 'jest.config.ts', 'package.json'];

function copyWith({ file, find, replace }: Planted): string {
  const house = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(house, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  const parts = readFileSync(join(house, file), 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${find}`);
  writeFileSync(join(house, file), parts.join(replace));
  return house;
}

/** The titles of what failed; throws when no test passed, which is no proof either. */
export async function seenByUnits(bug: Planted): Promise<readonly string[]> {
  if (bug.unit === undefined) return [];
  const house = copyWith(bug);
  try {
    const results = join(house, 'results.json');
    const jest = join(house, 'node_modules/jest/bin/jest.js');
    const ours = ['--runInBand', '--json', `--outputFile=${results}`, '--runTestsByPath', bug.unit];
    // Houses filled by the sound product stay with it, and those of the planted one here.
    const { TEST_KEPT: _kept, ...around } = process.env;
    const env = { ...around, NODE_OPTIONS: '--experimental-vm-modules', PROVE: '' };
    await new Promise((done, fail) => {
      const child = spawn(process.execPath, [jest, ...ours], { cwd: house, env, stdio: 'ignore' });
      child.once('error', fail).once('exit', done);
    });
    return failuresIn(results);
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

interface Results {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
function failuresIn(file: string): readonly string[] {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  if (numPassedTests === 0) throw new Error('no test passed: the house itself does not stand');
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
