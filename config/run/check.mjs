/** `npm run check`: runs all checks of CI one after the other and prints the time of each; stops at the first failure. `--without-tests` skips the tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** @type {readonly (readonly [name: string, script: string, ...args: string[]])[]} */
const steps = [
  ['format', 'format:check'],
  ['types', 'types'],
  ['lint', 'lint'],
  ['accessibility', 'lint:a11y'],
  ['imports', 'imports'],
  ['words', 'words'],
  ['names', 'names'],
  ['commits', 'commits'],
  ['expressions', 'redos'],
  ['dead code', 'dead'],
  ['tests', 'unit'],
  ['build', 'build'],
  ['size', 'size'],
];

process.chdir(root);
await prepare([], { dev: true });
mkdirSync(join(root, '.cache'), { recursive: true });
const chosen = steps.filter(([name]) => name !== 'tests' || !process.argv.includes('--without-tests'));
const done = [];
let failed = false;
for (const [name, script] of chosen) {
  process.stdout.write(`── ${name}\n`);
  const from = performance.now();
  const { status } = runScript(script);
  done.push(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${((performance.now() - from) / 1000).toFixed(1).padStart(6)} s  ${name}`,
  );
  failed = status !== 0;
  if (failed) break;
}
const left = chosen.slice(done.length).map(([name]) => name);
process.stdout.write(`\n${done.join('\n')}\n${left.length > 0 ? `not run: ${left.join(', ')}\n` : ''}`);
process.exitCode = failed ? 1 : 0;

/** @param {string} script */
function runScript(script) {
  const npm = process.env['npm_execpath'] ?? '';
  const args = ['run', '--silent', script];
  if (existsSync(npm)) return spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' });
  return spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
}
