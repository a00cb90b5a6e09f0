/**
 * Activation codes: shown to admins with the permission key, found by blind index, redeemed at most `num` times, and stored
 * nowhere in clear.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { seedContext } from '../../db/seeds/base';
import { createSession } from '../../access/sessions/sessions';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { dumpDatabase, textsInDump } from '../../testing/database/dumpDatabase';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const WHOLE = /^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/;
const NODES = ['index', 'add', 'edit', 'del', 'restore', 'purge'].map((verb) => `activation_code/${verb}`);

describe.each(sampleDialects())('activation codes on %s', (database) => {
  const lines: string[] = [];
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    const write = (line: string) => void lines.push(line);
    testServer = await startTestServer({ database, onLogLine: write, env: { LOG_LEVEL: 'debug' } });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const path = (action: string) => `/admin/activation_code/${action}`;
  const revealCodes = async (ids: readonly number[], by = root): Promise<readonly string[]> => {
    const { data } = await by.post(path('reveal'), { ids });
    return data.codes.map(({ code }: { readonly code: string }) => code);
  };
  const createRow = async (createValues: object = {}, by = root) => {
    const { code, data } = await by.post(path('add'), { score: 1, ...createValues });
    expect(code).toBe(1);
    const { id, row } = data as { readonly id: number; readonly row: Readonly<Record<string, unknown>> };
    const [whole = ''] = await revealCodes([id]);
    return { id, row, whole };
  };
  const events = async () => (await root.get('/admin/security_event/index')).data.list as Record<string, unknown>[];
  const found = async (query: Readonly<Record<string, string>>, action = 'index') =>
    ((await root.get(path(action), query)).data.list as { readonly id: number }[]).map(({ id }) => id);

  it('add: the server creates the code, and the row shows its last four characters', async () => {
    const { id, row, whole } = await createRow({ code: 'EASY2-EASY2-EASY2-EASY2', sealed: 'x', mark: 'y', num: 3 });
    expect(whole).toMatch(WHOLE);
    expect(whole).not.toContain('EASY2');
    expect(row).toMatchObject({ code: whole.slice(-4), num: 3 });
    for (const one of [row, (await root.get(path('edit'), { id: String(id) })).data.row]) {
      expect(Object.keys(one as object)).toEqual(expect.arrayContaining(['code', 'num']));
      expect(Object.keys(one as object)).not.toEqual(expect.arrayContaining(['sealed']));
      expect(Object.keys(one as object)).not.toEqual(expect.arrayContaining(['mark']));
    }
    for (const column of ['sealed', 'mark'])
      expect((await root.get(path('index'), { order: column })).status).toBe(400);
  });

  it('reveal: shows many codes to an admin with the permission, and records a security event', async () => {
    const { data } = await root.post(path('batchAdd'), { list: [1, 2, 3].map((num) => ({ num, score: 1 })) });
    const ids = (data.rows as { readonly id: number }[]).map(({ id }) => id);
    const teller = await limitedAdmin(testServer, ['activation_code/index', 'activation_code/reveal'], 'all');
    const response = await teller.post(path('reveal'), { ids, _mid: 'reveal-once' });
    expect(response.data.codes.map(({ id }: { id: number }) => id)).toEqual(ids);
    const codes = response.data.codes.map(({ code }: { code: string }) => code) as string[];
    expect(new Set(codes.filter((code) => WHOLE.test(code))).size).toBe(3);
    expect((await events())[0]).toMatchObject({
      kind: 'codes_revealed',
      admin_id: teller.id,
      detail: { entity: 'activation_code', rows: 3 },
    });
    const [entry] = (await root.get('/admin/admin_log/index')).data.list;
    expect(entry).toMatchObject({ admin_id: teller.id, data: { entity: 'activation_code', verb: 'reveal', ids } });
    expect(JSON.stringify(entry)).not.toContain(codes[0]);
  });

  it('reveal: refused without the permission, and a refusal records no event', async () => {
    const { id } = await createRow();
    const before = (await events())[0]?.['id'];
    const clerk = await limitedAdmin(testServer, NODES, 'all');
    expect((await clerk.post(path('reveal'), { ids: [id] })).code).toBe(403);
    expect((await clerk.get(path('index'))).data.list[0].code).toHaveLength(4);
    const blind = await limitedAdmin(testServer, ['activation_code/reveal'], 'all');
    expect([403, 404]).toContain((await blind.post(path('reveal'), { ids: [id] })).code);
    expect((await (await member(testServer)).post(path('reveal'), { ids: [id] })).code).toBe(302);
    expect((await guest(testServer).post(path('reveal'), { ids: [id] })).code).toBe(302);
    expect((await root.post(path('reveal'), { ids: [id, 999_999] })).status).toBe(404);
    for (const ids of [[], ['1'], Array.from({ length: LIMITS.maxBulkIds + 1 }, (_, index) => index + 1)])
      expect((await root.post(path('reveal'), { ids })).data?.codes).toBeUndefined();
    expect((await events())[0]?.['id']).toBe(before);
  });

  it('reveal: refused when the ciphertext was moved to another row or its key is missing', async () => {
    const [one, other] = [await createRow(), await createRow()];
    await testServer.services.db.transact(async (tx) => {
      const [from] = await tx.rows<{ sealed: string }>('SELECT sealed FROM activation_code WHERE id = ?', [one.id]);
      await tx.run('UPDATE activation_code SET sealed = ? WHERE id = ?', [from?.sealed ?? '', other.id]);
    });
    const response = await root.post(path('reveal'), { ids: [other.id] });
    expect(response).toMatchObject({ status: 200, code: 0 });
    expect(response.text).not.toContain(one.whole);
  });

  it('list: finds a code by its whole text in any spelling, and by its last four characters', async () => {
    const { id, whole } = await createRow();
    await createRow();
    for (const text of [whole, whole.toLowerCase(), whole.replaceAll('-', ''), ` ${whole.replaceAll('-', ' – ')} `])
      for (const action of ['index', 'select']) expect(await found({ quick_search: text }, action)).toEqual([id]);
    const cond = (operator: string, val: string) => ({ 'search[]': JSON.stringify({ field: 'code', operator, val }) });
    for (const operator of ['=', 'LIKE']) expect(await found(cond(operator, whole))).toEqual([id]);
    expect(await found({ quick_search: whole.slice(-4) })).toContain(id);
    expect(await found(cond('=', whole.slice(-4)))).toContain(id);
    const wrong = whole.replace(/^./, (mailText) => (mailText === 'Z' ? 'Y' : 'Z'));
    expect(await found({ quick_search: wrong })).toEqual([]);
    expect(await found(cond('=', wrong))).toEqual([]);
    const file = await root.get(path('export'), { quick_search: whole, columns: 'id,code' });
    expect(file.text.trim().split('\r\n').slice(1)).toEqual([`${id},${whole.slice(-4)}`]);
    expect((await root.get(path('summary'), { quick_search: whole })).data.columns.num).toMatchObject({ count: 1 });
  });

  it('list: a search for a code gets no live subscription', async () => {
    const { whole } = await createRow();
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    const spec = { k: 'list', e: 'activation_code', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
    await client.subscribe('all', spec);
    await expect(client.subscribe('one', { ...spec, q: whole })).rejects.toThrow();
    const where = { all: [{ field: 'code', op: '=', value: whole }] } as const;
    await expect(client.subscribe('other', { ...spec, where })).rejects.toThrow();
    client.close();
  });

  it('no table, log, frame or response contains a code in clear', async () => {
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    const every = {
      k: 'list',
      e: 'activation_code',
      where: { all: [] },
      sort: [{ field: 'id', dir: 'desc' }],
    } as const;
    await client.subscribe('all', every);
    await root.post('/admin/recycle_rule/add', { name: 'Codes', data_table: 'activation_code' });
    await root.post('/admin/sensitive_rule/add', {
      name: 'Codes',
      data_table: 'activation_code',
      data_fields: ['code', 'num', 'sealed', 'mark'],
    });
    const [one, other, third] = [
      await createRow({ num: 2 }),
      await createRow({ num: 2, _mid: 'make-other' }),
      await createRow(),
    ];
    const codes = [one, other, third].map(({ whole }) => whole);
    const responses = [
      await root.post(path('edit'), { id: one.id, num: 5 }),
      await root.post(path('batchEdit'), { ids: [one.id, other.id], set: { num: 7 } }),
      await root.post(path('del'), { ids: [other.id, third.id] }),
      await root.post(path('restore'), { ids: [other.id] }),
      await root.post(path('purge'), { ids: [third.id] }),
      await root.post('/admin/draft/keep', {
        ent: 'activation_code',
        id: one.id,
        revision: 3,
        at: Date.now(),
        fields: { num: { base: 7, mine: 8 }, code: { base: '', mine: one.whole } },
      }),
      await root.get(path('history'), { id: String(one.id) }),
      await root.get(path('index'), { quick_search: one.whole }),
      await root.get(path('export')),
      await root.get('/admin/recycle_log/index'),
      await root.get('/admin/sensitive_log/index'),
      await (await limitedAdmin(testServer, [])).get(path('index'), { quick_search: one.whole }),
      await guest(testServer).get(`/nowhere/${one.whole}`),
    ];
    const person = await member(testServer);
    for (const code of [one.whole, one.whole, third.whole])
      responses.push(await person.post('/api/activation_code/redeem', { code }));
    expect(responses.at(-3)?.code).toBe(1);
    responses.push(await root.get('/admin/activation_use/index'), await root.get('/admin/admin_log/index'));
    // A frame may contain several changes: the test only needs that the rows arrived.
    const frames = () => client.raw.join('\n');
    for (let tries = 0; !frames().includes(one.whole.slice(-4)) && tries < 200; tries += 1) await sleep(20);
    expect(frames()).toContain(one.whole.slice(-4));
    const messages = responses.map(({ text }) => text).join('\n');
    expect(messages).toContain(one.whole.slice(-4));
    expect(textsInDump(messages, codes)).toEqual([]);
    expect(textsInDump(frames(), codes)).toEqual([]);
    const dump = await dumpDatabase(testServer.services.db);
    expect(dump).toContain('"recycle_log"');
    expect(dump).toContain(`"${one.whole.slice(-4)}"`);
    expect(textsInDump(dump, codes)).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.some((line) => line.includes('quick_search'))).toBe(true);
    expect(textsInDump(lines.join('\n'), codes)).toEqual([]);
    client.close();
  });

  describe('redeem', () => {
    const redeem = (by: Caller, code: unknown) => by.post('/api/activation_code/redeem', { code });
    const loadUses = async (id: number) => {
      const where = JSON.stringify({ field: 'code_id', operator: '=', val: id });
      return (await root.get('/admin/activation_use/index', { 'search[]': where })).data.total as number;
    };

    it('succeeds at most `num` times and once per member, also concurrently', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => member(testServer)));
      const { id, whole } = await createRow({ num: 2 });
      const responses = await Promise.all(
        people.flatMap((one) =>
          [whole, whole.toLowerCase(), whole.replaceAll('-', '')].map((text) => redeem(one, text)),
        ),
      );
      expect(responses.filter((response) => response.code === 1)).toHaveLength(2);
      expect(await loadUses(id)).toBe(2);
      const messages = await Promise.all(people.map(async (one) => (await one.get('/api/notice/index')).data.list));
      const texts = messages
        .flat()
        .flatMap(({ title, params }) => (title === 'score_in' ? [] : [[title, params.title]]));
      expect(texts).toEqual(Array(2).fill(['code_redeemed', whole.slice(-4)]));
      expect((await root.get(path('edit'), { id: String(id) })).data.row).toMatchObject({ use_status: 2, uses: 2 });
      expect((await redeem(guest(testServer), whole)).code).toBe(302);
    });

    it('a code that grants nothing says so', async () => {
      const person = await member(testServer);
      const [one, other] = [await createRow({ score: 0 }), await createRow({ score: 2 })];
      const results = [await redeem(person, one.whole), await redeem(person, other.whole)];
      expect(results.map(({ code, msg, data }) => [code, msg, data.grant])).toEqual([
        [1, 'Code redeemed. It contained nothing to receive.', {}],
        [1, 'Code redeemed.', { score: 2 }],
      ]);
      const staff = await createRow({ score: 0 });
      const response = await root.post(path('redeem'), { code: staff.whole, user_id: person.id });
      expect([response.code, response.msg]).toEqual([1, 'Code redeemed. It contained nothing to receive.']);
    });

    it('succeeds once for a hundred concurrent members', async () => {
      testServer.advanceClock(LIMITS.loginWindowSeconds * 1000 + 1000);
      root = await superAdmin(testServer);
      const { id, whole } = await createRow({ num: 1 });
      const user = testServer.services.registry.get('user');
      if (!user) throw new Error('expected members');
      const createValues = (_: unknown, at: number) => ({
        username: `racer_${at}`,
        nickname: `racer_${at}`,
        password: 'racing-horse-7',
      });
      const newRows = Array.from({ length: 100 }, createValues);
      const { rows } = await testServer.writer.createMany(seedContext(testServer.services), user, newRows);
      const tokens: string[] = [];
      for (const { id: principal } of rows) {
        const opening = {
          realm: 'member',
          principal,
          isRemembered: false,
          ip: '127.0.0.1',
          userAgent: 'racer',
        } as const;
        tokens.push((await createSession(testServer.services, opening)).token);
      }
      const call = (token: string) =>
        guest(testServer).send('POST', '/api/activation_code/redeem', {
          headers: { 'content-type': 'application/json', 'ba-user-token': token },
          body: JSON.stringify({ code: whole }),
        });
      const responses = await Promise.all(tokens.map(call));
      expect(responses.filter(({ code }) => code === 1)).toHaveLength(1);
      // A loaded machine may respond to some of them with a timeout.
      const refused = responses.filter(
        ({ status, text }) => status === 408 || text.includes('This activation code has been used up'),
      );
      expect(refused).toHaveLength(99);
      expect(await loadUses(id)).toBe(1);
    }, 60_000);

    it('refused for unknown, disabled, expired, used up and own codes, each with one error', async () => {
      testServer.advanceClock(LIMITS.loginWindowSeconds * 1000 + 1000);
      root = await superAdmin(testServer);
      const [one, other] = [await member(testServer), await member(testServer)];
      const say = (code: unknown, lang = 'en') => {
        const headers = { 'ba-user-token': one.token, 'content-type': 'application/json', 'think-lang': lang };
        return guest(testServer).send('POST', '/api/activation_code/redeem', {
          headers,
          body: JSON.stringify({ code }),
        });
      };
      const refusal = async (code: unknown, lang?: string) => {
        const { status, text } = await say(code, lang);
        return [status, text.replace(/"time":\d+/, '"time":0')];
      };
      const as = (why: string) => {
        const body = { code: 0, msg: `${why}.`, data: { fields: { code: why } }, time: 0 };
        return [200, JSON.stringify(body)];
      };
      const now = Math.floor(testServer.services.clock.now() / 1000);
      const old = await createRow({ num: 2, expire_time: now + 60 });
      testServer.advanceClock(61_000);
      const off = await createRow({ num: 2, status: 0 });
      const deletedCode = await createRow({ num: 2 });
      await root.post(path('del'), { ids: [deletedCode.id] });
      const validCode = await createRow({ num: 2 });
      const unknown = as('This activation code doesn’t exist');
      for (const code of ['AAAAA-BBBBB', '', validCode.whole.slice(-4), off.whole, deletedCode.whole])
        expect(await refusal(code)).toEqual(unknown);
      expect(await refusal(old.whole)).toEqual(as('This activation code has expired'));
      expect((await say(validCode.whole)).code).toBe(1);
      expect(await refusal(validCode.whole)).toEqual(as('You’ve already redeemed this activation code'));
      // A code is used up after the last use, and after `num` was reduced.
      const [spent, fewer] = [await createRow({ num: 1 }), await createRow({ num: 2 })];
      for (const { whole } of [spent, fewer]) expect((await redeem(other, whole)).code).toBe(1);
      expect((await root.post(path('edit'), { id: fewer.id, num: 1 })).data.row).toMatchObject({ use_status: 2 });
      for (const { whole } of [spent, fewer])
        expect(await refusal(whole)).toEqual(as('This activation code has been used up'));
      expect((await refusal(spent.whole, 'zh-cn'))[1]).toContain('"msg":"激活码已被用完。"');
      expect((await root.post(path('edit'), { id: spent.id, num: 2 })).data.row).toMatchObject({ use_status: 1 });
      expect((await say(spent.whole)).code).toBe(1);
    });

    it('rate limit: refuses further guesses, even a correct one', async () => {
      const one = await member(testServer);
      const { whole } = await createRow({ num: 1 });
      for (let guess = 0; guess < 20; guess += 1) expect((await redeem(one, `AAAAA-BBBBB-${guess}`)).status).toBe(200);
      expect((await redeem(one, whole)).status).toBe(429);
      expect((await redeem(await member(testServer), whole)).code).toBe(1);
    });
  });
});
