/** The upload form of the bootstrap: who receives it, its validity, and the handling of its uploads. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../../../../config/defaults';
import { guest, member, superAdmin, type ApiResponse, type Caller } from '../../../testing/callers';
import { createInterleaver } from '../../../testing/database/interleave';
import {
  openObjectServer,
  PAGE_SIZE,
  configureObjectStore,
  type ObjectServer,
} from '../../../testing/fakes/objectServer';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { createS3Store } from './s3Store';
import { FORM_PREFIX } from './sharedUploadForm';
import { deleteUnusedObjects } from './deleteUnusedObjects';

const OBJECTS = 2 * PAGE_SIZE + 5;

describe.each(sampleDialects())('the upload form of the bootstrap on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let store: ObjectServer;
  const interleaving = createInterleaver();
  beforeAll(async () => {
    store = await openObjectServer();
    testServer = await startTestServer({
      database,
      settings: { upload: { ...defaults.upload, timeoutMs: 2_500 } },
      env: { PRIVATE_HOSTS: '127.0.0.1' },
      wrapDb: interleaving.wrap,
    });
    root = await superAdmin(testServer);
    await configureObjectStore(testServer, store, (path, body) => root.post(path, { ...body }));
  });
  afterAll(async () => {
    await testServer.close();
    await store.close();
  });

  const getForm = ({ data }: ApiResponse) =>
    data.siteConfig.upload as { params: Record<string, string>; savename: string };
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
    const end = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
    const created = await root.post('/admin/api_token/add', { name: 'Program', scopes: [scope], expire_time: end });
    const { token } = (await root.post('/admin/api_token/show', { id: created.data.row.id })).data;
    const form = getForm(await root.send('GET', '/admin/Index/index', { headers: { batoken: token } }));
    expect('policy' in form.params).toBe(isGiven);
  });

  it('support session: gets no form', async () => {
    const mia = await member(testServer);
    const asked = await root.post('/admin/user/support', { id: mia.id, reason: 'Asked by phone' });
    const { userInfo } = (await guest(testServer).post('/api/user/support', { ticket: asked.data.ticket })).data;
    const seen = await guest(testServer).send('GET', '/api/Index/index', {
      headers: { 'ba-user-token': userInfo.token },
    });
    expect(seen.data.userInfo.id).toBe(mia.id);
    expect(getForm(seen).params).toEqual({});
    expect(getForm(await mia.get('/api/Index/index')).params).toHaveProperty('policy');
  });

  it('is valid for one hour', async () => {
    const { params } = getForm(await root.get('/admin/Index/index'));
    const { expiration } = JSON.parse(Buffer.from(String(params['policy']), 'base64').toString()) as {
      readonly expiration: string;
    };
    expect(Math.abs(Date.parse(expiration) - testServer.services.clock.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('two simultaneous callbacks for one file: one keeps it, the other is refused', async () => {
    const { params, savename } = getForm(await root.get('/admin/Index/index'));
    const key = savename.slice(1).replace('{random32}', randomBytes(16).toString('hex')).replace('{.suffix}', '.txt');
    const content = `twice ${randomBytes(8).toString('hex')}`;
    expect(await send(key, content, params)).toBe(204);
    const sendCallback = () =>
      root.post('/admin/Alioss/callback', { url: `/${key}`, name: 'a.txt', size: content.length, type: 'text/plain' });
    const other = interleaving.after(/FROM `upload_ticket` WHERE id IN/, sendCallback);
    const responses = [await sendCallback(), await other];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  it('files that were never reported are all removed, also beyond the first page of the store’s list', async () => {
    const driver = createS3Store(store.settings, ['127.0.0.1']);
    const path = join(testServer.env.dataDir, 'tmp', 'never-reported');
    writeFileSync(path, 'x');
    const keys = Array.from({ length: OBJECTS }, (_, index) => `${FORM_PREFIX}${'a'.repeat(43)}/${index}.txt`);
    for (const key of keys) await driver.put(key, path, { type: 'text/plain', disposition: 'inline' });
    const count = async () => {
      let found = 0;
      for await (const { key } of driver.list(FORM_PREFIX)) found += key === '' ? 0 : 1;
      return found;
    };
    expect(await count()).toBe(OBJECTS);
    await deleteUnusedObjects(testServer.services);
    expect(await count()).toBe(OBJECTS);
    testServer.advanceClock(2 * 3_600_000 + 60_000);
    await deleteUnusedObjects(testServer.services);
    expect(await count()).toBe(0);
  });
});
