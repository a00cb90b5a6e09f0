/** Runs the proof's program in a process of its own and reads its report. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SourceEdit } from './mutants/syntax';
import type { Order, Report } from './order';

const ROOT = process.cwd();
export const CORPUS = join(ROOT, 'client/proof/corpus');

/** Answers the report; throws when the program fell. */
export function prove(order: Order, edits: readonly SourceEdit[] = []): Promise<Report> {
  const script = join(ROOT, 'config/run/proof.mjs');
  const { NODE_OPTIONS: _jest, ...env } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', script, JSON.stringify({ ...order, edits })], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      const line = said.trim().split('\n').at(-1) ?? '';
      if (line.startsWith('{')) done(JSON.parse(line) as Report);
      else fail(new Error(`the program ended with ${code}:\n${said}\n${complained}`));
    });
  });
}
