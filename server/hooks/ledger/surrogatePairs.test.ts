/** Texts are never cut inside a surrogate pair, and the code has no cut that could do so. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const HALF = /\p{Cs}/u;
/** One BMP letter before letters of two UTF-16 units: every even position is inside a pair. */
const NAME = `a${'𠮷'.repeat(20)}`;
const NAME_CUT = `a${'𠮷'.repeat(14)}`;
const CHIEF = ['user/index', 'user/ask_second', 'pending_booking/index', 'pending_booking/refuse'];

describe.each(testDialects())('surrogate pairs on %s', (database) => {
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

  const getRows = (table: string) => testServer.services.db.rows<Record<string, unknown>>(`SELECT * FROM \`${table}\``);

  it.each([79, 80, 81])('a memo with a pair at position %d is booked and shown in the notice', async (place) => {
    const memo = `${'m'.repeat(place - 1)}🎉 and more`;
    const body = { user_id: mia.id, money: '1.00', memo };
    expect(await root.post('/admin/user_money_log/add', body)).toMatchObject({ code: 1 });
    const { list } = (await mia.get('/api/notice/index')).data;
    expect(list[0].params.memo).toMatch(new RegExp(`^m{${place - 1}}.*…$`));
  });

  it('a memo of the maximal length is shown whole', async () => {
    const memo = `${'m'.repeat(79)}.`;
    expect(await root.post('/admin/user_money_log/add', { user_id: mia.id, money: '1.00', memo })).toMatchObject({
      code: 1,
    });
    expect((await mia.get('/api/notice/index')).data.list[0].params.memo).toBe(memo);
  });

  it('names that end in a pair are stored without half of it', async () => {
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
    expect((await getRows('reconciliation')).map(({ asked_name: name }) => name)).toEqual([NAME_CUT]);
    for (const table of ['user_money_log', 'pending_booking', 'reconciliation', 'notice', 'admin_log'])
      for (const row of await getRows(table))
        for (const text of Object.values(row)) expect(typeof text === 'string' && HALF.test(text)).toBe(false);
  });
});

/** A cut to the length of a column or a notice. */
const CUT = /(.*)\.slice\(0, (?:MAX_\w*LENGTH|LIMITS\.(?:log\w+|text|keyLength)|(?:[3-9]\d|\d{3,}))\)/;
/** Lists, IP addresses, hex digests, and files whose texts are ASCII. */
const PLAIN = /\bip$|\bids$|'_'\)$|digest\('hex'\)$/;
/** The program of hooks has no imports; the server cuts what it stores of its texts. */
const SEPARATE_PROGRAM = /installer\/hooks\/hookProgram\.ts$/;
const PLAIN_FILES = /engine\/(ddl|schema)|upload\/(storeFile|resumable\/partialUpload|buildStoragePath)\.ts$/;
const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\b(testing|bench|seeds)\b/.test(path));

it('the code cuts texts only with `truncate`', () => {
  const files = ['server', 'common']
    .flatMap(sources)
    .filter((path) => !PLAIN_FILES.test(path) && !SEPARATE_PROGRAM.test(path));
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
