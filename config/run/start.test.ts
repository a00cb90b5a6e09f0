/** `npm start` in a small copy of the repository: builds once, builds only what changed, and becomes the server. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const product = resolve('.');
const house = mkdtempSync(join(tmpdir(), 'atrium-start-'));
const server = (word: string): string => `
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { clearInterval(timer); console.log('closing'); process.exitCode = 7; });
  console.log('${word}');
`;

interface Started {
  readonly child: ChildProcess;
  /** Everything it wrote so far. */
  readonly out: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
}

function start(): Started {
  const child = spawn(process.execPath, ['config/run/start.mjs'], {
    cwd: house,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (out.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (out.stderr += String(chunk)));
  return { child, out, ended: new Promise((done) => child.once('exit', done)) };
}

async function until(started: Started, word: string): Promise<void> {
  for (let waited = 0; !started.out.stdout.includes(word); waited += 20) {
    if (waited > 15_000 || started.child.exitCode !== null)
      throw new Error(`never said ${word}: ${started.out.stderr}`);
    await sleep(20);
  }
}

async function startAndStop(word: string): Promise<string> {
  const started = start();
  await until(started, word);
  started.child.kill('SIGTERM');
  await started.ended;
  return started.out.stderr;
}

beforeAll(() => {
  cpSync(join(product, 'config/run'), join(house, 'config/run'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(product, file), join(house, file));
  symlinkSync(join(product, 'node_modules'), join(house, 'node_modules'));
  mkdirSync(join(house, 'server'));
  writeFileSync(join(house, 'server/main.ts'), server('first'));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('npm start', () => {
  it('builds once when it is started twice at the same time', async () => {
    const starts = [start(), start()];
    for (const started of starts) await until(started, 'first');
    for (const { child } of starts) child.kill('SIGTERM');
    await Promise.all(starts.map(({ ended }) => ended));
    expect(starts.filter(({ out }) => out.stderr.includes('Building'))).toHaveLength(1);
  });

  it('becomes the server: output, signals and exit code are the server’s', async () => {
    const started = start();
    await until(started, 'first');
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(7);
    expect(started.out.stdout).toBe('first\nclosing\n');
  });

  it('builds again for a changed source, not for a test or document', async () => {
    writeFileSync(join(house, 'server/main.test.ts'), '');
    writeFileSync(join(house, 'server/README.md'), '');
    expect(await startAndStop('first')).not.toContain('Building');
    writeFileSync(join(house, 'server/main.ts'), server('second'));
    expect(await startAndStop('second')).toContain('Building server');
  });

  it('the lock of a start that died is reused', async () => {
    writeFileSync(join(house, '.cache/prepare.lock'), '999999999');
    writeFileSync(join(house, 'server/main.ts'), server('third'));
    expect(await startAndStop('third')).toContain('Building server');
  });

  it('reports compile errors and keeps the last good build', async () => {
    writeFileSync(join(house, 'server/main.ts'), 'const = ;');
    const started = start();
    expect(await started.ended).toBe(1);
    expect(started.out.stderr).toContain('server/main.ts:1:6');
    writeFileSync(join(house, 'server/main.ts'), server('third'));
    expect(await startAndStop('third')).not.toContain('Building');
  });
});

describe('the start script', () => {
  const started = (env: Readonly<Record<string, string>>) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: { readonly start: string };
    };
    // The server is replaced by a program that prints its environment; everything before it is the script's own.
    const script = scripts.start.replace(/ config\/run\/start\.mjs$/, ` -p 'process.env.UV_THREADPOOL_SIZE'`);
    return spawnSync('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    }).stdout.trim();
  };
  it('libuv has eight threads, as in the image, unless the operator sets another number', () => {
    expect([started({}), started({ UV_THREADPOOL_SIZE: '3' })]).toEqual(['8', '3']);
    expect(readFileSync('config/Dockerfile', 'utf8')).toContain('UV_THREADPOOL_SIZE=8');
  });
});

describe('the image', () => {
  it('starts the server with the flags of npm start', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: { readonly start: string };
    };
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync('config/Dockerfile', 'utf8')) ?? [];
    const words = JSON.parse(command) as readonly string[];
    const flags = (all: readonly string[]) => all.filter((word) => word.startsWith('--'));
    expect(flags(words)).toEqual(flags(scripts.start.split(' ')));
    expect(flags(words)).toContain('--disable-proto=delete');
  });
});
