/** One terminal of two processes on one MariaDB: started on one, run by either, followed on both, and recovered when its process is killed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TASK_STATUS } from '../../../common/terminal';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { waitForValue, followTask } from '../../../server/testing/terminalHarness';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { startCluster, type Cluster } from '../../testing/product/startCluster';

const withMariadb = mariadbUrl() === null ? describe.skip : describe;
const { waiting, executing, success, failed, unknown } = TASK_STATUS;
const PATIENCE = 60_000;

withMariadb('the terminal on two nodes', () => {
  let cluster: Cluster;
  let here: Caller;
  let there: Caller;
  let silent: Server;
  beforeAll(async () => {
    // Accepts every request and never responds: a command that calls it runs until it is ended.
    silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    cluster = await startCluster({ env: { SEED: 'base' } });
    here = await callAsAdmin(cluster.first.url);
    there = here.at(cluster.second.url);
    const { port } = silent.address() as AddressInfo; // listening on a port
    const data = { manager: 'npm', registry: `http://127.0.0.1:${port}`, cleanup: 0 };
    expect((await here.call('POST', '/admin/ajax/changeTerminalConfig', { data })).code).toBe(1);
  }, 120_000);
  afterAll(async () => {
    await cluster.dispose();
    silent.closeAllConnections();
    await new Promise((done) => silent.close(done));
  });

  const add = async (who: Caller, command: string, more: object = {}) => {
    const { code, msg, data } = await who.call('POST', '/admin/terminal/add', { command, ...more });
    if (code !== 1) throw new Error(`${command}: ${msg}`);
    return data as unknown as { readonly uuid: string; readonly joined: boolean; readonly stuck: boolean };
  };
  interface Row {
    readonly status: number;
    readonly attempt: number;
    readonly place: string;
  }
  const loadTask = async (uuid: string): Promise<Row | undefined> => {
    const [row] = await cluster.db.rows<Row>('SELECT status, attempt, place FROM `terminal_task` WHERE uuid = ?', [
      uuid,
    ]);
    return row && { ...row, status: Number(row.status), attempt: Number(row.attempt) };
  };
  const reaches = (uuid: string, status: number, attempt = 1) =>
    waitForValue(async () => {
      const task = await loadTask(uuid);
      return task?.status === status && task.attempt === attempt ? task : undefined;
    }, PATIENCE);

  it('shows the output of a task on both nodes, whichever runs it', async () => {
    for (const starter of [here, there]) {
      const { uuid } = await add(starter, 'version.node', { again: true });
      const watched = await Promise.all(
        [cluster.first, cluster.second].map(({ url }) => followTask({ url }, here, uuid)),
      );
      await Promise.all(watched.map(({ ended }) => ended));
      expect(watched.map((one) => one.text().trim())).toEqual([process.version, process.version]);
      for (const { close } of watched) close();
      await reaches(uuid, success);
    }
  }, 90_000);

  it('runs a task once when both nodes start it at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const added = await Promise.all([here, there, here, there].map((who) => add(who, 'version.npm')));
      expect(new Set(added.map(({ uuid }) => uuid)).size).toBe(1);
      expect(added.filter(({ joined }) => !joined)).toHaveLength(1);
      await reaches(added[0]?.uuid ?? '', success);
    }
  }, 90_000);

  it('marks the task of a killed node unknown and blocking, ends its process, and continues without it', async () => {
    const { uuid } = await add(here, 'test');
    const { place } = await reaches(uuid, executing);
    const behind = await add(there, 'version.node', { again: true });
    const pid = Number(place.slice(place.lastIndexOf(':') + 1));
    const isFirst = cluster.first.pid() === pid;
    const [runner, alive] = isFirst ? [cluster.first, there] : [cluster.second, here];
    expect(runner.pid()).toBe(pid);
    await runner.kill();
    await reaches(uuid, unknown);
    expect((await loadTask(behind.uuid))?.status).toBe(waiting);
    expect((await alive.call('POST', '/admin/terminal/retry', { uuid })).code).toBe(1);
    await reaches(uuid, executing, 2);
    expect((await alive.call('POST', '/admin/terminal/block', { uuid, blocks: false })).code).toBe(1);
    expect((await alive.call('POST', '/admin/terminal/cancel', { uuid })).code).toBe(1);
    await reaches(uuid, failed, 2);
    await reaches(behind.uuid, success);
    await runner.start();
    const again = await add(isFirst ? here : there, 'version.node', { again: true });
    await reaches(again.uuid, success);
  }, 180_000);
});
