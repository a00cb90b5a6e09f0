/** Letters that take two places in memory are never cut in half: where a text is shortened, and wherever somebody adds such a place. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const HALF = /\p{Cs}/u;
/** One letter of one place before letters of two: every even place is within one of them. */
const NAME = `a${'𠮷'.repeat(20)}`;
const NAME_CUT = `a${'𠮷'.repeat(14)}`;
const CHIEF = ['user/index', 'user/ask_second', 'pending_booking/index', 'pending_booking/refuse'];

describe.each(testDialects())('rare letters on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    expect((await root.post('/admin/admin/edit', { id: root.id, nickname: NAME })).code).toBe(1);
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const rowsOf = (table: string) => testServer.services.db.rows<Record<string, unknown>>(`SELECT * FROM \`${table}\``);

  it.each([79, 80, 81])('a memo with one at place %d is booked and told', async (place) => {
    const memo = `${'m'.repeat(place - 1)}🎉 and more`;
    const body = { user_id: mia.id, money: '1.00', memo };
    expect(await root.post('/admin/user_money_log/add', body)).toMatchObject({ code: 1 });
    const { list } = (await mia.get('/api/notice/index')).data;
    expect(list[0].params.memo).toMatch(new RegExp(`^m{${place - 1}}.*…$`));
  });

  it('a memo that just fits is told whole', async () => {
    const memo = `${'m'.repeat(79)}.`;
    expect(await root.post('/admin/user_money_log/add', { user_id: mia.id, money: '1.00', memo })).toMatchObject({
      code: 1,
    });
    expect((await mia.get('/api/notice/index')).data.list[0].params.memo).toBe(memo);
  });

  it('names that end in one are kept without half of it', async () => {
    await setSetting(testServer, 'ledger_second_money', 500);
    const chief = await limitedAdmin(testServer, CHIEF, 'all');
    const ask = { id: mia.id, kind: 'money', money: '600.00', memo: 'Prize' };
    expect((await root.post('/admin/user/ask_second', ask)).code).toBe(1);
    expect((await root.post('/admin/reconciliation/add', { user_id: mia.id })).code).toBe(1);
    const [waiting] = (await chief.get('/admin/pending_booking/index')).data.list;
    expect(waiting.asked_name).toBe(NAME_CUT);
    const [entry] = (await root.get('/admin/user_money_log/index')).data.list;
    expect(entry.actor_name).toBe(NAME_CUT);
    const [{ id }] = (await root.get('/admin/user_money_log/index')).data.list;
    expect((await root.post('/admin/user_money_log/reverse', { id, memo: 'Wrong' })).code).toBe(1);
    expect((await rowsOf('reconciliation')).map(({ asked_name: name }) => name)).toEqual([NAME_CUT]);
    for (const table of ['user_money_log', 'pending_booking', 'reconciliation', 'notice', 'admin_log'])
      for (const row of await rowsOf(table))
        for (const text of Object.values(row)) expect(typeof text === 'string' && HALF.test(text)).toBe(false);
  });
});

/** Cut to a length a text is stored in or told in. */
const CUT = /(.*)\.slice\(0, (?:LONGEST\w*|LIMITS\.(?:log\w+|text|keyLength)|(?:[3-9]\d|\d{3,}))\)/;
/** Lists, addresses, and files whose texts are of plain letters by their making. */
const PLAIN = /\bip$|\bids$|'_'\)$/;
const PLAIN_FILES = /engine\/(ddl|schema)|upload\/(keep|partial|saveName)\.ts$/;
const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\b(testing|bench|seeds)\b/.test(path));

it('no text is cut but by `beginning`', () => {
  const files = ['server', 'common'].flatMap(sources).filter((path) => !PLAIN_FILES.test(path));
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => {
        const [, before] = CUT.exec(line) ?? [];
        return before !== undefined && !PLAIN.test(before);
      })
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
