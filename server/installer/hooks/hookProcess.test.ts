/** The hook process on its own: what it can do, what it cannot reach, and how it ends. */
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HookFailure, startHookProcess, type HookProcess, type HookRequest } from './hookProcess';
import { hookProcessFlags } from './hookProgram';

const started: HookProcess[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.end('the test is over');
});

function start(source: string, respond: (request: HookRequest) => unknown = () => null) {
  const lines: string[] = [];
  const hooks = startHookProcess({
    source,
    handleRequest: (_call, request) => Promise.resolve(respond(request)),
    onLog: (text) => lines.push(text),
  });
  started.push(hooks);
  return { hooks, lines };
}
const before = (entity: string, event = {}) => ({ kind: 'before' as const, entity, event });
const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};

describe('the hook process', () => {
  it('a hook process reports its hooks and runs them with their event', async () => {
    const { hooks, lines } = start(
      "export const before = { note: ({ values }) => { console.log('seen', values); return { values: { text: values.text.trim() } }; } };",
    );
    expect(await hooks.ready).toEqual(['before:note']);
    expect(await hooks.call(before('note', { values: { text: ' a ' } }), 5_000)).toEqual({ values: { text: 'a' } });
    expect(lines).toEqual(['seen {"text":" a "}']);
  });

  it('a hook asks the product, and a response that is an error reaches it as one', async () => {
    const source = `export const before = { note: async (event, atrium) => {
      const rows = await atrium.read('note', { id: 3 });
      const refused = await atrium.create('note', {}).catch((error) => error.message);
      return [rows, refused];
    } };`;
    const asked: HookRequest[] = [];
    const { hooks } = start(source, (request) => {
      asked.push(request);
      if (request.name === 'create') throw new Error('not now');
      return [{ id: 3 }];
    });
    expect(await hooks.call(before('note'), 5_000)).toEqual([[{ id: 3 }], 'not now']);
    expect(asked.map(({ name, args }) => [name, ...args])).toEqual([
      ['read', 'note', { id: 3 }, null],
      ['create', 'note', {}],
    ]);
  });

  it('has no environment, process, import, timer, eval or network', async () => {
    const names = ['process', 'require', 'fetch', 'setTimeout', 'WebSocket', 'Buffer', 'XMLHttpRequest'];
    const source = `export const before = { note: async () => [
      ${JSON.stringify(names)}.filter((name) => name in globalThis),
      await import('node:fs').then(() => 'imported', () => 'refused'),
      await Promise.resolve().then(() => (() => {}).constructor('return process')()).then(() => 'made', () => 'refused'),
      await import('node:fs').catch((error) => error.constructor.constructor('return process')().pid).then(() => 'made', () => 'refused'),
    ] };`;
    const { hooks } = start(source);
    expect(await hooks.call(before('note'), 5_000)).toEqual([[], 'refused', 'refused', 'refused']);
    const { hooks: importing } = start(
      "import { readFileSync } from 'node:fs'; export const before = { note: readFileSync };",
    );
    await expect(importing.ready).rejects.toThrow('imports are not possible: node:fs');
  });

  it('the process itself can neither read a file nor start a process', () => {
    const run = (program: string) =>
      spawnSync(process.execPath, [...hookProcessFlags(), '-e', program], { encoding: 'utf8', env: {} });
    const outcomes = [
      "require('node:fs').readFileSync('/etc/hostname')",
      "require('node:child_process').spawnSync('id')",
      "new (require('node:worker_threads').Worker)('1', { eval: true })",
      "eval('1')",
    ].map((program) => run(program).stderr);
    expect(outcomes.slice(0, 3).filter((text) => text.includes('ERR_ACCESS_DENIED'))).toHaveLength(3);
    expect(outcomes[3]).toContain('EvalError');
  });

  it('a hook that hangs is ended with its process, in a loop as in a promise', async () => {
    for (const body of ['for (;;);', 'return new Promise(() => {});']) {
      const { hooks } = start(`export const before = { note() { ${body} } };`);
      await hooks.ready;
      const failure = await hooks.call(before('note'), 300).catch((error: unknown) => error);
      expect(failure).toMatchObject({ isCrash: true, message: 'before:note took longer than 300 ms' });
      await hooks.end('');
      expect([hooks.isRunning(), isAlive(hooks.pid)]).toEqual([false, false]);
    }
  });

  it('an error of a hook is its response; too much memory and too long messages end the process', async () => {
    const source = `export const before = {
      throws: () => { throw new Error('no'); },
      eats: () => { const all = []; for (;;) all.push(new Array(100000).fill(1)); },
      floods: () => 'x'.repeat(2000000),
    };`;
    const { hooks } = start(source);
    await expect(hooks.call(before('throws'), 5_000)).rejects.toMatchObject({ isCrash: false, message: 'no' });
    await expect(hooks.call(before('floods'), 5_000)).rejects.toMatchObject({ isCrash: true });
    const { hooks: hungry } = start(source);
    await expect(hungry.call(before('eats'), 20_000)).rejects.toBeInstanceOf(HookFailure);
    expect(hungry.isRunning()).toBe(false);
  });

  it('rejects `ready` for a program with a syntax error', async () => {
    const { hooks } = start('export const before = {');
    await expect(hooks.ready).rejects.toMatchObject({ isCrash: true });
    await expect(hooks.call(before('note'), 1_000)).rejects.toBeInstanceOf(HookFailure);
  });
});
