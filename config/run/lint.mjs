/** Lints common, server, client and the rest in parallel; one process for all of them needs more memory than Node gives by default. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const folders = ['common', 'server', 'client'];
const rest = ['.', ...folders.flatMap((folder) => ['--ignore-pattern', `${folder}/`])];

const codes = await Promise.all([...folders.map((folder) => lint(folder, [folder])), lint('rest', rest)]);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** @param {string} name @param {string[]} files @returns {Promise<number>} */
function lint(name, files) {
  const args = [
    '--max-old-space-size=6144',
    join(root, 'node_modules/eslint/bin/eslint.js'),
    ...['--config', 'config/eslint.config.js', '--max-warnings', '0', '--no-error-on-unmatched-pattern'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/eslint.${name}`],
    ...files,
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.once('exit', (code) => done(code ?? 1));
  });
}
