/** Open consoles show an applied entity in their menus within three seconds: all that may see it, and no others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { changeInput, complaint } from '../../testing/designed/designedComplaint';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { loadFactor } from '../../testing/loadFactor';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

const ACCOUNTS = sampleSize(4, 20);
const CONSOLES = sampleSize(20, 200);
const CONNECTED_AT_ONCE = 90;
const WITHIN_MS = 3_000;

describe.each(sampleDialects())(`${CONSOLES} open consoles on %s`, (database) => {
  let server: TestServer;
  let admin: Caller;
  let admins: readonly Caller[];
  let outsider: Caller;
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    server = await startTestServer({ database, settings: { captcha: 'never' } });
    admin = await superAdmin(server);
    const created: Caller[] = [];
    // one after the other: the server hashes only a few passwords at once
    for (let index = 0; index < ACCOUNTS; index += 1)
      created.push(await limitedAdmin(server, ['news/index', 'complaint/index']));
    admins = created;
    outsider = await limitedAdmin(server, ['news/index']);
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.close();
  });

  const getAccount = (index: number) => admins[index % ACCOUNTS] ?? admin;
  const seesEntity = async (caller: Caller): Promise<boolean> => {
    const { data } = await caller.get('/admin/Index/index');
    const names: readonly string[] = data.definitions.map(({ name }: { name: string }) => name);
    return names.includes('complaint') && JSON.stringify(data.menus).includes('complaint');
  };

  /** Resolves once the menu of a console has the entity. Like a console, it reads its menu after the jitter of the notice; a later notice of that time is covered. */
  function watchMenu({ socket }: LiveClient, caller: Caller, since: () => number): Promise<number> {
    let isWaiting = false;
    return new Promise((resolve, reject) => {
      socket.on('authz', ({ jitter = 0 }) => {
        if (isWaiting) return;
        isWaiting = true;
        sleep(Math.random() * jitter)
          .then(() => {
            isWaiting = false;
            return seesEntity(caller);
          })
          .then((isSeen) => (isSeen ? resolve(performance.now() - since()) : undefined))
          .catch(reject);
      });
    });
  }

  /** One network may open a hundred connections in a second. */
  async function openConsoles(): Promise<void> {
    for (let index = 0; index < CONSOLES; index += 1) {
      if (index > 0 && index % CONNECTED_AT_ONCE === 0) await sleep(1_000);
      clients.push(await connectLiveClient(`${server.url}/admin`, getAccount(index).token, {}));
    }
  }

  it('an applied entity is in all menus within three seconds', async () => {
    await openConsoles();
    const stranger = await connectLiveClient(`${server.url}/admin`, outsider.token, {});
    expect(clients.filter(({ socket }) => socket.connected)).toHaveLength(CONSOLES);
    let began = 0;
    const shown = clients.map((client, index) => watchMenu(client, getAccount(index), () => began));
    const input = JSON.parse(JSON.stringify(changeInput({ from: null, to: complaint })));
    const cpuBefore = process.cpuUsage();
    began = performance.now();
    await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: admin.id });
    const ended = server.jobs.settled().then(() => Math.round(performance.now() - began));
    const times = (await Promise.all(shown)).sort((a, b) => a - b);
    const { user, system } = process.cpuUsage(cpuBefore);
    const percentile = (of: number) =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0);
    process.stdout.write(
      `${CONSOLES} consoles on ${database}: apply until menu p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, ` +
        `max ${percentile(1)} ms; the job took ${await ended} ms, this process ${Math.round((user + system) / 1000)} ms of processor time\n`,
    );
    expect(times).toHaveLength(CONSOLES);
    expect(percentile(1)).toBeLessThan(WITHIN_MS * loadFactor());
    expect(await seesEntity(outsider)).toBe(false);
    expect(stranger.raw.join('')).not.toContain('complaint');
    expect(clients.filter(({ socket }) => socket.connected)).toHaveLength(CONSOLES);
    stranger.close();
  });
});
