/** Type-checks common, server, client and config in parallel, each with its own `tsconfig.json`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const folders = ['common', 'server', 'client', 'config'].filter(hasSource);
const codes = await Promise.all(folders.map(checkTypes));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** @param {string} folder */
function hasSource(folder) {
  return (
    existsSync(join(root, folder)) &&
    readdirSync(join(root, folder), { recursive: true }).some((file) => /\.tsx?$/.test(String(file)))
  );
}

/** @param {string} folder @returns {Promise<number>} */
function checkTypes(folder) {
  const args = [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
    '--pretty',
    String(process.stdout.isTTY === true),
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.once('exit', (code) => done(code ?? 1));
  });
}
