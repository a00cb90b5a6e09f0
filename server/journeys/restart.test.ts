/** A killed server is ready again within three seconds: on both databases, and beside another node. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadFactor } from '../testing/loadFactor';
import { killServerProcess, startServerProcess, type ServerProcess } from '../testing/processes/serverProcess';
import { sampleByTitle } from '../testing/sampleByTitle';
import { createMariadbDatabase } from '../testing/database/mariadbDatabase';
import { testDialects } from '../testing/testServer';

const READY_MS = 3_000;
const ROUNDS = 3;
const KEYS = randomBytes(48).toString('base64url');

type Kind = readonly [name: string, database: 'sqlite' | 'mariadb', nodes: number];
const KINDS: readonly Kind[] = [
  ['SQLite', 'sqlite', 1],
  ['MariaDB', 'mariadb', 1],
  ['MariaDB, beside another node', 'mariadb', 2],
];
const kinds = KINDS.filter(([, database]) => testDialects().includes(database));
describe.each(sampleByTitle('a killed server', kinds))('a killed server on %s', (_name, database, nodes) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-restart-'));
  let ownDatabase: Awaited<ReturnType<typeof createMariadbDatabase>> | undefined;
  let running: readonly ServerProcess[] = [];
  const start = () => startServerProcess({ dataDir, database: ownDatabase?.url, keys: KEYS });
  beforeAll(async () => {
    ownDatabase = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    for (let index = 0; index < nodes; index += 1) running = [...running, await start()];
  });
  afterAll(async () => {
    await Promise.all(running.map(killServerProcess));
    await ownDatabase?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is ready again within three seconds', async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, ...others] = running;
      if (first === undefined) throw new Error('no node runs');
      await killServerProcess(first);
      const restarted = await start();
      running = [restarted, ...others];
      times.push(restarted.startupMs);
      expect((await fetch(`${restarted.url}/readyz`)).status).toBe(200);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
    expect(median).toBeLessThan(READY_MS * loadFactor());
  });
});
