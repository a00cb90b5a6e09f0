/** Runs the model-based test in its own process and reads its report. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SourceEdit } from './mutants/syntax';
import type { RunOptions, RunReport } from './runOptions';

const ROOT = process.cwd();
export const CORPUS = join(ROOT, 'client/proof/corpus');

/** Resolves with the report; rejects when the program crashes. `edits` are applied to the sources first. */
export function runModel(options: RunOptions, edits: readonly SourceEdit[] = []): Promise<RunReport> {
  const script = join(ROOT, 'config/run/proof.mjs');
  const { NODE_OPTIONS: _jest, ...env } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', script, JSON.stringify({ ...options, edits })], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      const line = output.trim().split('\n').at(-1) ?? '';
      if (line.startsWith('{')) done(JSON.parse(line) as RunReport);
      else fail(new Error(`the program ended with ${code}:\n${output}\n${errors}`));
    });
  });
}
