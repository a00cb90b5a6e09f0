/** A killed server is ready again within three seconds: on both databases, and beside another node. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { busyFactor } from '../testing/busy';
import { killServer, startServer, type ServerProcess } from '../testing/serverProcess';
import { databases, freshMariadb } from '../testing/world';

const READY_MS = 3_000;
const ROUNDS = 3;
const KEYS = randomBytes(48).toString('base64url');

type Kind = readonly [name: string, database: 'sqlite' | 'mariadb', nodes: number];
const KINDS: readonly Kind[] = [
  ['SQLite', 'sqlite', 1],
  ['MariaDB', 'mariadb', 1],
  ['MariaDB, beside another node', 'mariadb', 2],
];
const kinds = KINDS.filter(([, database]) => databases().includes(database));
describe.each(kinds)('a killed server on %s', (_name, database, nodes) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-restart-'));
  let own: Awaited<ReturnType<typeof freshMariadb>> | undefined;
  let running: readonly ServerProcess[] = [];
  const start = () => startServer({ dataDir, database: own?.url, keys: KEYS });
  beforeAll(async () => {
    own = database === 'mariadb' ? await freshMariadb() : undefined;
    for (let at = 0; at < nodes; at += 1) running = [...running, await start()];
  });
  afterAll(async () => {
    await Promise.all(running.map(killServer));
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is ready again within three seconds', async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, ...others] = running;
      if (first === undefined) throw new Error('no node runs');
      await killServer(first);
      const again = await start();
      running = [again, ...others];
      times.push(again.took);
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
    expect(median).toBeLessThan(READY_MS * busyFactor());
  });
});
