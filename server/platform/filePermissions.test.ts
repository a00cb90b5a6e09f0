/** Files of the server are readable for no other user of the machine. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restrictStoredFiles } from './filePermissions';
import { createLog } from './log';

const dataDir = mkdtempSync(join(tmpdir(), 'permissions-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const getMode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const log = createLog({ level: 'silent' });

// @case L9
describe('file permissions', () => {
  it('an existing installation: removes the permissions of other users', () => {
    const file = join(dataDir, 'atrium.sqlite');
    const files = ['', '-wal', '-shm'].map((suffix) => `${file}${suffix}`);
    for (const path of files) {
      writeFileSync(path, '');
      chmodSync(path, 0o644);
    }
    chmodSync(dataDir, 0o755);
    restrictStoredFiles({ dataDir, database: { dialect: 'sqlite', file } }, log);
    expect([dataDir, ...files].map(getMode)).toEqual(['700', '600', '600', '600']);
  });

  it('a missing data folder: is created for one user alone', () => {
    const path = join(dataDir, 'new', 'data');
    restrictStoredFiles({ dataDir: path, database: { dialect: 'sqlite', file: join(path, 'x.sqlite') } }, log);
    expect(getMode(path)).toBe('700');
  });

  it('the server and the command line restrict new files before they write any', () => {
    for (const program of ['main', 'cli']) {
      const out = join(dataDir, program);
      // an unusable environment ends the program at once; the folder shows that nothing was written before
      const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: out, PORT: 'none' };
      const code = `process.on('exit', () => console.log(process.umask().toString(8))); await import(${JSON.stringify(`${process.cwd()}/.build/server/${program}.mjs`)});`;
      const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' });
      expect([program, run.stdout.trim().split('\n').at(-1)]).toEqual([program, '77']);
    }
  });
});
