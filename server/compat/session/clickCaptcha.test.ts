/** The click captcha of the second client, the picture of people without one, and the tables of the database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { seedContext } from '../../db/seeds/base';
import { requireEntity } from '../../engine/requireEntity';
import { guest } from '../../testing/callers';
import { createCompatClient, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, SUPER_ADMIN, testDialects, type TestServer } from '../../testing/testServer';
import { readClicks } from './clickCaptcha';

describe.each(testDialects())('the click captcha on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-clicks-'));
  let testServer: TestServer;
  let client: CompatClient;
  beforeAll(async () => {
    testServer = await startTestServer({ database, env: { TEST_SINKS: sinks }, settings: { captcha: 'always' } });
    client = createCompatClient(testServer, 'second');
  });
  afterAll(async () => {
    await testServer.close();
    rmSync(sinks, { recursive: true, force: true });
  });
  const open = async () => {
    const id = crypto.randomUUID();
    const { data } = await client.get(`/api/common/clickCaptcha?id=${id}`);
    const { answer } = JSON.parse(readFileSync(join(sinks, `captcha-${id}.json`), 'utf8')) as { answer: string };
    return { id, data, answer };
  };
  const check = (id: string, info: string, unset = false) =>
    client.post('/api/common/checkClickCaptcha', { id, info, unset });
  const wrong = '1,1-2,2-3,3;350;200';

  it('shows a picture and the letters to click, without the places', async () => {
    const { data, id } = await open();
    expect(data).toMatchObject({ id, width: 350, height: 200 });
    expect(data.text).toHaveLength(3);
    expect(new Set(data.text).size).toBe(3);
    const [head, content] = String(data.base64).split(',');
    expect(head).toBe('data:image/png;base64');
    const { width, height } = await sharp(Buffer.from(content ?? '', 'base64')).metadata();
    expect([width, height]).toEqual([350, 200]);
    expect((await client.get('/api/common/clickCaptcha?id=short')).status).toBe(400);
  });

  it('signs in after a check that does not use up the clicks; the sign-in does', async () => {
    const { id, answer } = await open();
    expect((await check(id, answer)).code).toBe(1);
    expect((await check(id, answer)).code).toBe(1);
    const signIn = { ...SUPER_ADMIN, captchaId: id, captchaInfo: answer };
    expect((await client.signIn(signIn)).code).toBe(1);
    expect(await createCompatClient(testServer, 'second').signIn(signIn)).toMatchObject({
      code: 0,
      data: { captcha: true },
    });
  });

  it('signs in a member and an admin whose whole form was sent, with the unused input for the code of a message', async () => {
    const username = `clicker_${database}`;
    const member = { username, nickname: username, password: 'quiet-river-42' };
    const { services, writer } = testServer;
    await writer.create(seedContext(services), requireEntity(services, 'user'), member);
    const tab = { tab: 'login', username, password: member.password, email: '', mobile: '', registerType: 'email' };
    const form = { ...tab, keep: false, type: 'email' };
    for (const captcha of ['', '123456']) {
      const { id, answer } = await open();
      const sent = { ...form, captcha, captchaId: id, captchaInfo: answer };
      expect((await client.post('/api/user/checkIn', sent)).code).toBe(1);
      const repeated = await client.post('/api/user/checkIn', sent);
      expect([repeated.code, Object.keys(repeated.data.fields)]).toEqual([0, ['captcha']]);
      const next = await open();
      const admin = { ...SUPER_ADMIN, captcha, captcha_id: '', captchaId: next.id, captchaInfo: next.answer };
      expect((await client.signIn(admin)).code).toBe(1);
    }
  });

  it('counts a click beside a letter and in a picture of another size, not one elsewhere', async () => {
    const { id, answer } = await open();
    const clicks = (answer.split(';')[0] ?? '').split('-').map((point) => point.split(',').map(Number));
    const near = clicks.map(([x = 0, y = 0]) => `${(x + 15) / 2},${(y - 12) / 2}`).join('-');
    expect((await check(id, `${near};175;100`)).code).toBe(1);
    expect(readClicks(`${[...clicks].reverse().join('-')};350;200`)).not.toBe(readClicks(answer));
    for (const text of ['', 'abc', '1,2;3', `${'1,'.repeat(2000)};1;1`]) expect(readClicks(text)).toBeUndefined();
  });

  it('wrong clicks use it up, and so does a check that spends it', async () => {
    const first = await open();
    expect((await check(first.id, wrong)).code).toBe(0);
    expect((await check(first.id, first.answer)).code).toBe(0);
    const second = await open();
    expect((await check(second.id, second.answer, true)).code).toBe(1);
    expect((await check(second.id, second.answer)).code).toBe(0);
    const thirdCaptcha = await open();
    expect((await client.signIn({ ...SUPER_ADMIN, captchaId: thirdCaptcha.id, captchaInfo: wrong })).code).toBe(0);
    expect((await check(thirdCaptcha.id, thirdCaptcha.answer)).code).toBe(0);
  });

  it('is asked for before a code is sent, and the code arrives', async () => {
    const mail = { email: `someone-${database}@example.com`, event: 'user_register' };
    expect(await client.post('/api/Ems/send', { ...mail, captchaId: '', captchaInfo: '' })).toMatchObject({ code: 0 });
    const { id, answer } = await open();
    const solved = { ...mail, captchaId: id, captchaInfo: answer };
    // Our own pages have letters to type: a program that calls like them cannot choose the easier picture.
    expect((await guest(testServer).post('/api/Ems/send', solved)).code).toBe(0);
    expect((await client.post('/api/Ems/send', solved)).code).toBe(1);
  });

  // @covers fault compat.code_captcha_always
  it('the first client, which has no captcha where it requests a code, gets a sentence with the address of our page', async () => {
    const mail = { email: `first-${database}@example.com`, event: 'user_register' };
    const refused = await createCompatClient(testServer, 'first').post('/api/Ems/send', mail);
    expect(refused).toMatchObject({ code: 0, msg: expect.stringContaining(`${testServer.url}/user`) });
    expect(refused.msg).not.toContain('in an hour');
  });

  it('serves the picture of people without one', async () => {
    const response = await fetch(`${testServer.url}/static/images/avatar.png`, { headers: { accept: 'image/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(200);
  });

  it('lists the tables that the caller may list', async () => {
    const { id, answer } = await open();
    const root = createCompatClient(testServer, 'second');
    await root.signIn({ ...SUPER_ADMIN, captchaId: id, captchaInfo: answer });
    const { list } = (await root.get('/admin/ajax/getTableList?quickSearch=news&samePrefix=1')).data;
    expect(list.map(({ table }: { table: string }) => table).sort()).toEqual(['news', 'news_case', 'news_category']);
    expect((await root.get('/admin/ajax/getDatabaseConnectionList')).data.list).toMatchObject([{ type: database }]);
    expect((await guest(testServer).get('/admin/ajax/getTableList')).code).toBe(302);
  });
});
