/** The upload form of the bootstrap: who gets it, for how long, and what happens to files that it sends. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../../../../config/defaults';
import { guest, member, superAdmin, type Answer, type Caller } from '../../../testing/actors';
import { createInterleaving } from '../../../testing/interleave';
import { openObjectServer, PAGE, useObjectServer, type ObjectServer } from '../../../testing/objectServer';
import { databases, startWorld, type World } from '../../../testing/world';
import { openS3 } from './s3';
import { FORMS } from './sharedForm';
import { sweepObjects } from './sweep';

const OBJECTS = 2 * PAGE + 5;

describe.each(databases())('the upload form of the bootstrap on %s', (database) => {
  let world: World;
  let root: Caller;
  let store: ObjectServer;
  const interleaving = createInterleaving();
  beforeAll(async () => {
    store = await openObjectServer();
    world = await startWorld({
      database,
      settings: { upload: { ...defaults.upload, timeoutMs: 2_500 } },
      env: { PRIVATE_HOSTS: '127.0.0.1' },
      spy: interleaving.wrap,
    });
    root = await superAdmin(world);
    await useObjectServer(world, store, (path, body) => root.post(path, { ...body }));
  });
  afterAll(async () => {
    await world.end();
    await store.close();
  });

  const formOf = ({ data }: Answer) => data.siteConfig.upload as { params: Record<string, string>; savename: string };
  const send = async (key: string, content: string, params: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ key, ...params })) body.append(name, value);
    body.append('file', new Blob([content]), 'file');
    return (await fetch(`${store.url}/${store.settings.bucket}`, { method: 'POST', body })).status;
  };

  it.each([
    ['news/index', false],
    ['attachment/edit', true],
  ])('token with the scope %s: gets a form: %s', async (scope, isGiven) => {
    const end = Math.floor(world.services.clock.now() / 1000) + 86_400;
    const made = await root.post('/admin/api_token/add', { name: 'Program', scopes: [scope], expire_time: end });
    const { token } = (await root.post('/admin/api_token/show', { id: made.data.row.id })).data;
    const form = formOf(await root.send('GET', '/admin/Index/index', { headers: { batoken: token } }));
    expect('policy' in form.params).toBe(isGiven);
  });

  it('support session: gets no form', async () => {
    const mia = await member(world);
    const asked = await root.post('/admin/user/support', { id: mia.id, reason: 'Asked by phone' });
    const { userInfo } = (await guest(world).post('/api/user/support', { ticket: asked.data.ticket })).data;
    const seen = await guest(world).send('GET', '/api/Index/index', { headers: { 'ba-user-token': userInfo.token } });
    expect(seen.data.userInfo.id).toBe(mia.id);
    expect(formOf(seen).params).toEqual({});
    expect(formOf(await mia.get('/api/Index/index')).params).toHaveProperty('policy');
  });

  it('is valid for one hour', async () => {
    const { params } = formOf(await root.get('/admin/Index/index'));
    const { expiration } = JSON.parse(Buffer.from(String(params['policy']), 'base64').toString()) as {
      readonly expiration: string;
    };
    expect(Math.abs(Date.parse(expiration) - world.services.clock.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('two simultaneous callbacks for one file: one keeps it, the other is refused', async () => {
    const { params, savename } = formOf(await root.get('/admin/Index/index'));
    const key = savename.slice(1).replace('{random32}', randomBytes(16).toString('hex')).replace('{.suffix}', '.txt');
    const content = `twice ${randomBytes(8).toString('hex')}`;
    expect(await send(key, content, params)).toBe(204);
    const back = () =>
      root.post('/admin/Alioss/callback', { url: `/${key}`, name: 'a.txt', size: content.length, type: 'text/plain' });
    const other = interleaving.after(/FROM `upload_ticket` WHERE id IN/, back);
    const both = [await back(), await other];
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  it('files that were never reported are all removed, also beyond the first page of the store’s list', async () => {
    const driver = openS3(store.settings, ['127.0.0.1']);
    const path = join(world.env.dataDir, 'tmp', 'never-reported');
    writeFileSync(path, 'x');
    const keys = Array.from({ length: OBJECTS }, (_, at) => `${FORMS}${'a'.repeat(43)}/${at}.txt`);
    for (const key of keys) await driver.put(key, path, { type: 'text/plain', disposition: 'inline' });
    const count = async () => {
      let found = 0;
      for await (const { key } of driver.list(FORMS)) found += key === '' ? 0 : 1;
      return found;
    };
    expect(await count()).toBe(OBJECTS);
    await sweepObjects(world.services);
    expect(await count()).toBe(OBJECTS);
    world.pass(2 * 3_600_000 + 60_000);
    await sweepObjects(world.services);
    expect(await count()).toBe(0);
  });
});
