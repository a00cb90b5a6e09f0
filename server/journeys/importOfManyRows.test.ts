/** An import in the built server: its memory stays flat, and after a kill it goes on where it ended and writes each row once. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../config/jest/testEnvironment';
import { sendRequest, type ApiResponse } from '../testing/callers';
import { killServerProcess, startServerProcess, type ServerProcess } from '../testing/processes/serverProcess';
import { sampleDialects } from '../testing/sampleDialects';
import { createMariadbDatabase } from '../testing/database/mariadbDatabase';
import { SUPER_ADMIN } from '../testing/testServer';
import { writeXlsx } from '../testing/writeXlsx';

const ROWS = sampleSize(900, 100_000);
const KEYS = randomBytes(48).toString('base64url');
/** Growth of the resident memory over the whole import; parsing a file of this size at once would need several times as much. */
const MAX_GROWTH_MB = 220;

const residentMb = ({ child }: ServerProcess): number => {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

describe.each(sampleDialects())('an import of many rows on %s', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-import-'));
  let ownDatabase: Awaited<ReturnType<typeof createMariadbDatabase>> | undefined;
  let server: ServerProcess;
  let token = '';
  const send = (method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> =>
    sendRequest(server.url + path, {
      ...init,
      method,
      headers: { server: 'true', batoken: token, ...(init.headers as Record<string, string>) },
    });
  const post = (path: string, body: object) =>
    send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const start = async () => {
    server = await startServerProcess({ dataDir, database: ownDatabase?.url, keys: KEYS });
    token = (await post('/admin/Index/login', SUPER_ADMIN)).data.userInfo.token;
  };
  beforeAll(async () => {
    ownDatabase = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    await start();
  });
  afterAll(async () => {
    await killServerProcess(server);
    await ownDatabase?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (id: number) => (await send('GET', `/admin/data_import/edit?id=${id}`)).data.row;
  /** Waits for a state and returns the most memory that the server had meanwhile. */
  const waitFor = async (id: number, isReached: (row: Record<string, unknown>) => boolean): Promise<number> => {
    let maxMb = 0;
    for (;;) {
      maxMb = Math.max(maxMb, residentMb(server));
      const row = await read(id);
      if (isReached(row)) return maxMb;
      if (row.status === 'failed') throw new Error(`failed: ${String(row.error)}`);
      await sleep(ROWS > 10_000 ? 500 : 20);
    }
  };
  const isStatus = (status: string) => (row: Record<string, unknown>) => row['status'] === status;
  const upload = async (content: Uint8Array) => {
    const path = '/admin/data_import/upload?entity=news&name=many';
    const headers = { 'content-type': 'application/octet-stream' };
    return (await send('POST', path, { body: new Uint8Array(content), headers })).data;
  };
  const total = async () => (await send('GET', '/admin/news/index?limit=1')).data.total as number;

  const files = {
    CSV: () =>
      Buffer.from(
        `title,content,description\n${Array.from({ length: ROWS }, (_, at) => `Row ${at},<p>Content of row ${at}</p>,"Some more, ${at}"\n`).join('')}`,
      ),
    XLSX: () =>
      writeXlsx([
        ['title', 'content', 'description'],
        ...Array.from({ length: ROWS }, (_, at) => [
          { shared: `Row ${at}` },
          `<p>Content of row ${at}</p>`,
          { shared: `Some more ${at}` },
        ]),
      ]),
  };
  it.each(['CSV', 'XLSX'] as const)(
    '%s: memory stays flat, and a kill in the middle loses and repeats nothing',
    async (format) => {
      const before = await total();
      const { id, mapping } = await upload(files[format]());
      const calm = residentMb(server);
      const options = { clearEmpty: false, dayFirst: false };
      await post('/admin/data_import/check', { id, mapping, mode: 'create', key: '', options });
      const began = Date.now();
      const checking = await waitFor(id, isStatus('checked'));
      const checkedMs = Date.now() - began;
      expect((await post('/admin/data_import/start', { id })).code).toBe(1);
      const firstHalf = await waitFor(id, ({ done, status }) => Number(done) >= ROWS / 3 || status === 'success');
      await killServerProcess(server);
      await start();
      const startMb = residentMb(server);
      const secondHalf = await waitFor(id, isStatus('success'));
      const growth = Math.max(checking - calm, firstHalf - calm, secondHalf - startMb);
      process.stdout.write(
        `${database} ${format} ${ROWS} rows: check ${checkedMs} ms, all ${Date.now() - began} ms, calm ${Math.round(calm)} MB, check ${Math.round(checking)} MB, ` +
          `import ${Math.round(firstHalf)} MB, after the kill ${Math.round(startMb)} → ${Math.round(secondHalf)} MB\n`,
      );
      expect(await read(id)).toMatchObject({ created: ROWS, done: ROWS, refused: 0 });
      expect(await total()).toBe(before + ROWS);
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
    },
    sampleSize(60_000, 1_800_000),
  );
});
