/** Robustness of the terminal: lost output, hostile commands, runaway processes, crashes; and its real commands. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { TASK_STATUS } from '../../../common/terminal';
import { terminalCommands } from '../../../config/terminalCommands';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { verifyBackup } from '../../db/backup';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { bundleProgram } from '../../testing/processes/bundleProgram';
import {
  addTask,
  readEventStream,
  PRINTED_BYTES,
  listTasks,
  taskOutputText,
  testTerminal,
  waitForValue,
  waitForTaskEnd,
  waitForTask,
  followTask,
} from '../../testing/terminalHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { findTaskProcesses } from './tasks/processes';
import { markOrphansUnknown } from './tasks/taskQueue';

const { success, failed, unknown, executing } = TASK_STATUS;

describe('terminal robustness', () => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({
      terminal: testTerminal,
      env: { APP_KEYS: 'CANARY-of-the-environment-0123456789' },
    });
    root = await superAdmin(testServer);
    await root.post('/admin/ajax/changeTerminalConfig', { data: { cleanup: 0 } });
  });
  afterAll(() => testServer.close());
  // The password check of a step-up expires after five minutes, and a test takes longer.
  beforeEach(async () => {
    root = await superAdmin(testServer);
  });

  it('no byte of fast commands is lost', async () => {
    const runs = sampleSize(30, 1000);
    const hashes = new Set<string | null>();
    let wrong = 0;
    for (let from = 0; from < runs; from += 100) {
      if (from > 0) root = await superAdmin(testServer);
      const numbers: string[] = [];
      for (let n = from; n < Math.min(runs, from + 100); n += 1) numbers.push(await addTask(root, 'try.fast'));
      for (const uuid of numbers) {
        const { out_hash, status, out_bytes } = await waitForTaskEnd(root, uuid, 120_000);
        const text = await taskOutputText(root, uuid);
        const whole = text.replaceAll('\r\n', '\n');
        if (status !== success || whole.length !== PRINTED_BYTES || !whole.endsWith('end\n')) wrong += 1;
        if (createHash('sha256').update(text).digest('hex') !== out_hash || Buffer.byteLength(text) !== out_bytes)
          wrong += 1;
        hashes.add(out_hash);
      }
      await root.post('/admin/terminal/clear');
    }
    expect([wrong, hashes.size]).toEqual([0, 1]);
  }, 600_000);

  // @case T1.05
  it('starts only commands of the table, for any input', async () => {
    const before = (await listTasks(root)).length;
    const wild = [
      ...['try.ok;id', 'try.ok id', '--help', '../try.ok', '__proto__', '__proto__.x', 'constructor', 'toString', ''],
      ...[
        'try.ok\u0000',
        'try.ok\n',
        ' try.ok',
        'TRY.OK',
        'try',
        'try.',
        '.ok',
        '$(id)',
        '`id`',
        'try.ok|id',
        'try.ok&&id',
      ],
    ];
    const args = [
      { word: 'three' },
      { word: '--help' },
      { word: 'one; id' },
      { word: 'one', more: 'x' },
      [],
      'one',
      { word: ['one'] },
      { __proto__: { word: 'one' } },
      {},
    ];
    const count = sampleSize(200, 2000);
    let started = 0;
    for (let n = 0; n < count; n += 1) {
      const isArgs = n % 3 === 0;
      const command: unknown = isArgs
        ? 'try.word'
        : `${wild[n % wild.length] ?? ''}${n % 7 === 1 ? String.fromCodePoint(1 + (n % 0x2ff)) : ''}`;
      const { code, status } = await root.post('/admin/terminal/add', {
        command,
        args: isArgs ? args[n % args.length] : { [wild[n % wild.length] ?? 'x']: 'y' },
      });
      if (code === 1) started += 1;
      expect(status).toBeLessThan(500);
    }
    for (const command of wild) {
      const response = await readEventStream(testServer, {
        command,
        uuid: `wild-${wild.indexOf(command)}`,
        batoken: root.token,
      });
      if (response.status === 200) expect(response.messages.at(-1)?.data).toBe('command-exec-error');
    }
    expect([started, (await listTasks(root)).length]).toEqual([0, before]);
  }, 120_000);

  // @case T1.05
  it('passes no secret to a command, and only text and colors from it', async () => {
    const env = await addTask(root, 'try.env');
    await waitForTaskEnd(root, env);
    expect(await taskOutputText(root, env)).not.toContain('CANARY');
    expect(await taskOutputText(root, env)).toContain('ATRIUM_TASK');
    const escapes = await addTask(root, 'try.escapes');
    await waitForTaskEnd(root, escapes);
    expect(await taskOutputText(root, escapes)).toBe('link\u001b[31mred\u001b[0mok\r\n');
  });

  // @case T1.05
  it('ends commands that prompt, time out or flood, with all their processes', async () => {
    const ask = async (command: string, reason: string) => {
      const uuid = await addTask(root, command, { blockOnFailure: false });
      expect(await waitForTaskEnd(root, uuid, 60_000)).toMatchObject({ status: failed, reason });
      expect(findTaskProcesses(`${uuid}.1`)).toEqual([]);
      return uuid;
    };
    await ask('try.question', 'interactive');
    await ask('try.slow', 'timeout');
    const flood = await ask('try.flood', 'flood');
    const stored = await taskOutputText(root, flood);
    expect(stored).toMatch(/^0123456789/);
    expect(Buffer.byteLength(stored)).toBeLessThan(2 * 1024 * 1024);
    await root.post('/admin/terminal/del', { uuid: flood });
    const children = await addTask(root, 'try.children', { blockOnFailure: false });
    await waitForTask(root, children, ({ status }) => status === executing);
    await waitForValue(() => (findTaskProcesses(`${children}.1`).length >= 3 ? true : undefined));
    await root.post('/admin/terminal/cancel', { uuid: children });
    await waitForTaskEnd(root, children);
    expect(findTaskProcesses(`${children}.1`)).toEqual([]);
  }, 90_000);

  // @case T1.05
  it('stores at most sixteen megabytes: beginning and end, with a note about the omission', async () => {
    const { outputLog } = testServer.terminal.queue;
    const recorder = outputLog.record('big', 1, () => undefined);
    const line = `${'x'.repeat(1023)}\n`;
    for (let n = 0; n < 20; n += 1) recorder.append(`${n}:${line.repeat(1024)}`);
    const { bytes } = await recorder.finish();
    expect(bytes).toBeGreaterThan(20 * 1024 * 1024);
    let [at, stored, missing] = [0, 0, 0];
    for (;;) {
      const piece = await outputLog.read('big', 1, at);
      if (piece === undefined) break;
      missing += piece.off - at;
      stored += piece.bytes;
      at = piece.off + piece.bytes;
    }
    expect([at, stored + missing]).toEqual([bytes, bytes]);
    expect(stored).toBeLessThan(SERVER_LIMITS.taskOutputBytes + 4 * SERVER_LIMITS.taskOutputChunkBytes);
    expect((await outputLog.read('big', 1, 0))?.data.slice(0, 3)).toBe('0:x');
  }, 60_000);

  // @case T4.03
  it('separates the output of many tasks, with any readers', async () => {
    const numbers = await Promise.all(Array.from({ length: sampleSize(8, 20) }, () => addTask(root, 'try.env')));
    const watched = await Promise.all(numbers.slice(0, 5).map((uuid) => followTask(testServer, root, uuid)));
    for (const uuid of numbers) expect(await waitForTaskEnd(root, uuid, 100_000)).toMatchObject({ status: success });
    await Promise.all(watched.map(({ ended }) => ended));
    const marks = (text: string) => [...text.matchAll(/"ATRIUM_TASK":"([^"]+)"/g)].map(([, tag]) => tag);
    for (const uuid of numbers) expect(marks(await taskOutputText(root, uuid))).toEqual([`${uuid}.1`]);
    for (const [index, one] of watched.entries()) {
      expect(marks(one.text())).toEqual([`${String(numbers[index])}.1`]);
      one.close();
    }
    const reader = await limitedAdmin(testServer, ['news/index']);
    for (const uuid of numbers.slice(0, 3)) {
      await expect(followTask(testServer, reader, uuid)).rejects.toThrow('refused: 403');
      expect((await reader.get('/admin/terminal/output', { uuid })).code).toBe(403);
    }
  }, 120_000);

  it('redacts the secrets of the installation in all output', async () => {
    const secret = 'mail&secret "of the house"';
    const [row] = await testServer.services.db.rows<{ id: number }>("SELECT id FROM `config` WHERE name = 'smtp_pass'");
    expect((await root.post('/admin/config/seal', { id: Number(row?.id), value: secret })).code).toBe(1);
    const [key = ''] = testServer.env.appKeys;
    writeFileSync(join(testServer.env.dataDir, 'leak'), `${key}\n${secret}`);
    const uuid = await addTask(root, 'try.leak');
    const live = await followTask(testServer, root, uuid);
    expect(await waitForTaskEnd(root, uuid)).toMatchObject({ status: success });
    await live.ended;
    const reported = `key ••••\r\nmail ••••\r\n••••\r\n••••\r\n${key.slice(0, 9)}`;
    expect([await taskOutputText(root, uuid), live.text()]).toEqual([reported, reported]);
    live.close();
  });

  it('sends changed settings to every window at once', async () => {
    const { socket, close } = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    const received: unknown[] = [];
    socket.on('site', (notice) => received.push(notice['terminal']));
    await root.post('/admin/ajax/changeTerminalConfig', { data: { manager: 'yarn' } });
    await waitForValue(() => received.find((one) => (one as { manager?: string } | undefined)?.manager === 'yarn'));
    close();
  });

  // @case T7.13
  it('accepts settings only in their formats', async () => {
    const stored = (await root.get('/admin/terminal/commands')).data.settings;
    const wild = [
      ...[
        { manager: `';system()//` },
        { manager: 'bun' },
        { port: 22 },
        { port: -1 },
        { port: 99_999 },
        { port: '8000;' },
      ],
      ...[
        { registry: 'javascript:1' },
        { registry: 'http://x/ --y' },
        { cleanup: 2 },
        { other: 1 },
        { manager: null },
        { port: 1.5 },
      ],
    ];
    for (const data of wild) expect((await root.post('/admin/ajax/changeTerminalConfig', { data })).code).toBe(0);
    expect((await root.get('/admin/terminal/commands')).data.settings).toEqual(stored);
    expect((await root.post('/admin/ajax/changeTerminalConfig', { manager: 'npm', port: '9000' })).data).toMatchObject({
      manager: 'npm',
      port: 9000,
    });
    const boot = (await root.get('/admin/Index/index')).data.terminal;
    expect(boot).toEqual({ installServicePort: '9000', npmPackageManager: 'npm' });
  });

  it('a task without a process becomes unknown, and blocks the queue until it is retried', async () => {
    for (const { uuid } of await listTasks(root)) await root.post('/admin/terminal/del', { uuid });
    const uuid = await addTask(root, 'try.long');
    await waitForTask(root, uuid, ({ status }) => status === executing);
    expect(await markOrphansUnknown(testServer.terminal.queue, () => true)).toHaveLength(1);
    expect(await waitForTaskEnd(root, uuid)).toMatchObject({ status: unknown });
    expect((await root.post('/admin/terminal/add', { command: 'try.ok' })).data.stuck).toBe(true);
  });
});

describe.each(sampleDialects())('the real commands on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let product: string;
  let registry: Server;
  beforeAll(async () => {
    product = mkdtempSync(join(tmpdir(), 'atrium-product-'));
    mkdirSync(join(product, 'part'));
    writeFileSync(join(product, 'part/package.json'), JSON.stringify({ name: 'part', version: '1.2.3' }));
    // A minimal front end, built by the same tool as the real one.
    const build = `node ${join(process.cwd(), 'node_modules/vite/bin/vite.js')} build --logLevel warn`;
    writeFileSync(
      join(product, 'index.html'),
      '<!doctype html><title>Small</title><script type="module" src="/main.js"></script>',
    );
    writeFileSync(join(product, 'main.js'), `import { greet } from './greet.js';\ndocument.title = greet('built');\n`);
    writeFileSync(join(product, 'greet.js'), `export const greet = (word) => 'It is ' + word;\n`);
    writeFileSync(
      join(product, 'package.json'),
      JSON.stringify({ name: 'product', version: '1.0.0', scripts: { build }, dependencies: { part: 'file:./part' } }),
    );
    const cli = await bundleProgram('server/cli.ts');
    symlinkSync(dirname(cli), join(product, 'house'));
    registry = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'react',
          'dist-tags': { latest: '99.1.2' },
          versions: {
            '99.1.2': { name: 'react', version: '99.1.2', dist: { tarball: 'http://x/', shasum: 'a'.repeat(40) } },
          },
        }),
      );
    });
    await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
    const paths = { productDir: product, cliFile: cli };
    testServer = await startTestServer({
      database,
      seed: 'demo',
      terminal: { table: terminalCommands, paths, pollIntervalMs: 100 },
    });
    root = await superAdmin(testServer);
    const { port } = registry.address() as AddressInfo;
    await root.post('/admin/ajax/changeTerminalConfig', {
      data: { cleanup: 0, manager: 'npm', registry: `http://127.0.0.1:${port}` },
    });
  }, 120_000);
  afterAll(async () => {
    await testServer.close();
    registry.close();
    rmSync(product, { recursive: true, force: true });
  });
  const does = async (command: string, more = {}) => {
    const uuid = await addTask(root, command, more);
    const task = await waitForTaskEnd(root, uuid, 90_000);
    const text = await taskOutputText(root, uuid);
    expect([command, task.status, text]).toEqual([command, success, text]);
    return text;
  };

  it('report versions, reach the registry, install and build', async () => {
    expect(await does('version.node')).toContain(process.version);
    expect(await does('version.npm')).toMatch(/\d+\.\d+\.\d+/);
    expect(await does('test')).toContain('99.1.2');
    await does('web-install');
    expect(existsSync(join(product, 'node_modules/part/package.json'))).toBe(true);
    await does('web-build');
    expect(readFileSync(join(product, 'dist/index.html'), 'utf8')).toMatch(/src="\/assets\/index-[\w-]+\.js"/);
    const [script = ''] = readdirSync(join(product, 'dist/assets'));
    expect(readFileSync(join(product, 'dist/assets', script), 'utf8')).toMatch(/It is /);
  }, 180_000);

  const whenProving = sampleSize(0, 1) === 1 ? it : it.skip;
  whenProving(
    'build the very front end of this product',
    async () => {
      const checkout = mkdtempSync(join(tmpdir(), 'atrium-checkout-'));
      const from = process.cwd();
      for (const part of ['client', 'common', 'config', 'server', 'package.json', 'README.md', '.npmrc'])
        cpSync(join(from, part), join(checkout, part), { recursive: true });
      symlinkSync(join(from, 'node_modules'), join(checkout, 'node_modules'));
      const paths = { productDir: checkout, cliFile: join(checkout, '.build/server/cli.mjs') };
      const own = await startTestServer({ terminal: { table: terminalCommands, paths, pollIntervalMs: 100 } });
      try {
        const admin = await superAdmin(own);
        await admin.post('/admin/ajax/changeTerminalConfig', { data: { manager: 'npm' } });
        const uuid = await addTask(admin, 'web-build');
        const { status } = await waitForTaskEnd(admin, uuid, 600_000);
        expect([status, await taskOutputText(admin, uuid)]).toEqual([success, expect.any(String)]);
        const built = readdirSync(join(checkout, '.build/client'));
        expect(built).toEqual(expect.arrayContaining(['admin.html', 'member.html', 'assets']));
      } finally {
        await own.close();
        rmSync(checkout, { recursive: true, force: true });
      }
    },
    660_000,
  );

  it('migrate, back up and verify', async () => {
    expect(await does('migrate.run')).toContain('newest migration');
    expect(await does('backup.run')).toContain('is whole');
    const [file = ''] = readdirSync(join(testServer.env.dataDir, 'backups'));
    const { totals } = await verifyBackup(join(testServer.env.dataDir, 'backups', file));
    const [{ n }] = (await testServer.services.db.rows<{ n: number }>('SELECT COUNT(*) AS n FROM `news`')) as [
      { n: number },
    ];
    expect(totals.tables['news']).toBe(Number(n));
    expect(await does('verify.run')).toContain('"isValid": true');
  }, 120_000);

  it('pack an app: its status follows the task, and the archive is complete', async () => {
    const [app] = (await root.get('/admin/app/index', { limit: '1' })).data.list;
    await does('app.package', { args: { id: String(app.id) } });
    const after = (await root.get('/admin/app/edit', { id: String(app.id) })).data.row;
    expect(after).toMatchObject({ running_status: 2, container_name: `app-${app.id}` });
    const files = unzipSync(readFileSync(join(testServer.env.dataDir, 'packages', `app-${app.id}.zip`)));
    const text = (name: string) => Buffer.from(files[name] ?? new Uint8Array()).toString();
    const manifest = JSON.parse(text('manifest.json'));
    expect(manifest.app).toMatchObject({ id: app.id, title: app.title });
    for (const { path, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(files[path] ?? new Uint8Array())
          .digest('hex'),
      ).toBe(sha256);
    expect(text('app.json')).not.toContain(String(after.secret ?? 'secret-of-the-app'));
    expect((await root.get('/admin/terminal/archive', { id: String(app.id) })).status).toBe(200);
    const missing = await addTask(root, 'app.package', { args: { id: '999999' } });
    expect(await waitForTaskEnd(root, missing, 60_000)).toMatchObject({ status: failed });
  }, 120_000);
});
