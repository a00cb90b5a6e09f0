/** Runs a unit test file against a copy of the sources that holds one mutant. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { createSourceEdit, type Mutant } from './mutants';
import { applyEdit } from './syntax';

const ROOT = process.cwd();
/** The folders and files that unit tests need. */
const PARTS = ['client', 'common', 'config', 'server', 'jest.config.ts', 'package.json'];

function copySourcesWith(mutant: Mutant): string {
  const edit = createSourceEdit(mutant);
  const copy = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, edit.file);
  writeFileSync(file, applyEdit(readFileSync(file, 'utf8'), edit));
  return copy;
}

/** Path of the unit test file `<name>.test.ts`. Throws unless there is exactly one. */
export function findUnitTestFile(name: string): string {
  const files = ['common', 'server', 'client'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^\.test\.tsx?$/.test(basename(path).slice(name.length)) && basename(path).startsWith(name))
      .map((path) => join(folder, path)),
  );
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} test files are named ${name}`);
  return file;
}

/** Full names of the unit tests that fail with the mutant. Throws when no test passed, since that proves nothing either. */
export async function runUnitTests(mutant: Mutant): Promise<readonly string[]> {
  if (mutant.unit === undefined) return [];
  const copy = copySourcesWith(mutant);
  try {
    const results = join(copy, 'results.json');
    const jest = join(copy, 'node_modules/jest/bin/jest.js');
    const args = [
      '--runInBand',
      '--json',
      `--outputFile=${results}`,
      '--runTestsByPath',
      findUnitTestFile(mutant.unit),
    ];
    // Database templates of the sound product are not used with the mutant.
    const { TEST_KEPT: _kept, ...inherited } = process.env;
    const env = { ...inherited, NODE_OPTIONS: '--experimental-vm-modules', PROVE: '' };
    await new Promise((done, fail) => {
      const child = spawn(process.execPath, [jest, ...args], { cwd: copy, env, stdio: 'ignore' });
      child.once('error', fail).once('exit', done);
    });
    return readFailures(results);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface Results {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
function readFailures(file: string): readonly string[] {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  if (numPassedTests === 0) throw new Error('no test passed: the mutated program does not run');
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
  return assertions.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
