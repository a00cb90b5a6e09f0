/** Two processes on one MariaDB, started from different folders, behave as one: sessions, limits, permissions, changes, repeated calls. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { connectLiveClient, type LiveClient } from '../../../server/testing/live/liveClient';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { expectFasterThan } from '../../testing/browser/viewer';
import { startCluster, type Cluster } from '../../testing/product/startCluster';

const withMariadb = mariadbUrl() === null ? describe.skip : describe;
const LIST: TopicSpec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
/** A poll, a frame, and a reserve for a machine that runs other tests. */
const SOON_MS = 1_000;

/** Waits until a condition holds; returns after how many milliseconds. */
async function until(what: string, holds: () => boolean, ms = 10_000): Promise<number> {
  const since = performance.now();
  while (!holds()) {
    if (performance.now() - since > ms) throw new Error(`the condition was not met in time: ${what}`);
    await sleep(5);
  }
  return Math.round(performance.now() - since);
}

withMariadb('two nodes on one database', () => {
  let cluster: Cluster;
  let here: Caller;
  let there: Caller;
  let sinks: string;
  const open: LiveClient[] = [];
  const connect = async (url: string, { token }: Caller) => {
    const client = await connectLiveClient(`${url}/admin`, token, {});
    open.push(client);
    return client;
  };

  beforeAll(async () => {
    sinks = await mkdtemp(join(tmpdir(), 'atrium-sinks-'));
    cluster = await startCluster({ env: { TEST_SINKS: sinks, SEED: 'base' } });
    here = await callAsAdmin(cluster.first.url);
    there = here.at(cluster.second.url);
  }, 120_000);
  afterAll(async () => {
    for (const client of open) client.close();
    await cluster.dispose();
    await rm(sinks, { recursive: true, force: true });
  });

  it('start both on an empty database and seed it once', async () => {
    const { total } = await there.index('admin_group');
    expect(total).toBe(2);
    expect(await cluster.db.rows('SELECT id FROM node')).toHaveLength(2);
    expect(await cluster.db.rows('SELECT id FROM admin')).toHaveLength(1);
  });

  it('publish changes of each other within the poll interval and a frame, in both directions', async () => {
    const [one, two] = [await connect(cluster.first.url, here), await connect(cluster.second.url, here)];
    await Promise.all([one.subscribe('a', LIST, undefined, ''), two.subscribe('a', LIST, undefined, '')]);
    const delays: number[] = [];
    for (const [writer, reader] of [
      [here, two],
      [there, one],
      [here, two],
      [there, one],
    ] as const) {
      const before = reader.frames.length;
      await writer.add('news_category', { name: `Crossing ${delays.length}` });
      delays.push(await until('the change on the other node', () => reader.frames.length > before));
    }
    process.stdout.write(`across nodes: ${delays.join(', ')} ms\n`);
    // One may be late on a busy machine; if all are, the nodes are slow.
    expect([...delays].sort((a, b) => a - b)[1]).toBeLessThan(SOON_MS);
    await until('all four on both', () => [one, two].every(({ frames }) => frames.flatMap(({ c }) => c).length === 4));
    expect(one.frames.flatMap(({ c }) => c).map(({ id }) => id)).toEqual(
      two.frames.flatMap(({ c }) => c).map(({ id }) => id),
    );
  });

  it('execute a repeated mutation once and respond on either node', async () => {
    const body = { name: 'Only once', _mid: 'mutation-across-nodes' };
    const responses = await Promise.all([here.add('news_category', body), there.add('news_category', body)]);
    const [first, second] = responses.map((response) => ({ ...response, replayed: undefined }));
    expect(second).toEqual(first);
    expect(responses.filter(({ replayed }) => replayed === true)).toHaveLength(1);
    const rows = await cluster.db.rows("SELECT id FROM news_category WHERE name = 'Only once'");
    expect(rows).toHaveLength(1);
  });

  it('refresh a session on either node and recognize a used refresh token on both', async () => {
    const session = await callAsAdmin(cluster.first.url);
    const refresh = (url: string, refreshToken: string) =>
      session.at(url).call('POST', '/api/common/refreshToken', { refresh_token: refreshToken });
    const next = await refresh(cluster.second.url, session.refreshToken);
    expect(next.code).toBe(1);
    const last = await refresh(cluster.first.url, String(next.data['refresh_token']));
    expect(last.code).toBe(1);
    // A token that is used twice was stolen: its family ends on both nodes.
    expect((await refresh(cluster.second.url, session.refreshToken)).code).toBe(302);
    expect((await refresh(cluster.first.url, String(last.data['refresh_token']))).code).toBe(302);
  });

  it('close the sockets of a session that ended on the other node', async () => {
    await expectFasterThan(SOON_MS, async () => {
      const session = await callAsAdmin(cluster.first.url);
      const socket = await connect(cluster.second.url, session);
      await session.call('POST', '/admin/Index/logout', { refresh_token: session.refreshToken });
      const after = await until('the end of the socket', () => !socket.socket.connected);
      expect(socket.byes).toEqual([{ code: 401 }]);
      expect((await session.at(cluster.second.url).call('GET', '/admin/news_category/index')).code).toBe(302);
      return after;
    });
  });

  it('apply a change of permissions to open topics of the other node', async () => {
    const { list } = await here.index('admin_group');
    const editors = list.find((group) => group['name'] === 'Editors');
    const person = { username: 'nadia', password: 'Nadia-2026' };
    await here.add('admin', { ...person, nickname: 'Nadia', group_arr: [editors?.['id']] });
    const nadia = await callAsAdmin(cluster.second.url, person);
    let socket = await connect(cluster.second.url, nadia);
    const [given, taken] = [['news_category/index'], ['news/index']];
    await expectFasterThan(SOON_MS, async () => {
      await here.edit('admin_group', { id: editors?.['id'], rules: given });
      socket = await connect(cluster.second.url, nadia);
      await socket.subscribe('a', LIST, undefined, '');
      await here.edit('admin_group', { id: editors?.['id'], rules: taken });
      const after = await until('the news of it', () => socket.authz.length > 0 && socket.resets.length > 0);
      process.stdout.write(`permissions across nodes: ${after} ms\n`);
      expect(socket.resets).toEqual([{ t: expect.any(Array), why: 'perm', jitter: 0 }]);
      return after;
    });
    const frameCount = socket.frames.length;
    await here.add('news_category', { name: 'Not for Nadia' });
    await here.edit('admin', { id: nadia.id, status: 0 });
    await until('the end of a disabled admin', () => !socket.socket.connected);
    expect(socket.frames).toHaveLength(frameCount);
    expect(socket.byes).toEqual([{ code: 401 }]);
  });

  it('count password guesses together, and accept a captcha of the other node', async () => {
    const guess = (node: number, more: object = {}) =>
      here
        .at([cluster.first.url, cluster.second.url][node % 2] ?? '')
        .call('POST', '/admin/Index/login', { username: 'nobody_here', password: 'wrong-1', ...more });
    const asked: unknown[] = [];
    for (let index = 0; index < 5; index += 1) asked.push((await guess(index)).data['captcha']);
    expect(asked).toEqual([false, false, false, false, true]);
    const id = 'captcha-across-nodes-1';
    await fetch(`${cluster.first.url}/api/common/captcha?id=${id}&purpose=login`);
    const sink = join(sinks, `captcha-${id}.json`);
    const { answer } = JSON.parse(await readFile(sink, 'utf8')) as { answer: string };
    const missing = await guess(1);
    expect(missing.data).toMatchObject({ captcha: true });
    const given = await guess(1, { captcha: answer, captcha_id: id });
    expect(given.data['fields']).toBeUndefined();
  });
});
