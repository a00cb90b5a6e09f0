/** What happens to files that the upload form of the bootstrap sends. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../../../../config/defaults';
import { superAdmin, type Caller } from '../../../testing/actors';
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
  beforeAll(async () => {
    store = await openObjectServer();
    world = await startWorld({
      database,
      settings: { upload: { ...defaults.upload, patience: 2_500 } },
      env: { PRIVATE_HOSTS: '127.0.0.1' },
    });
    root = await superAdmin(world);
    await useObjectServer(world, store, (path, body) => root.post(path, { ...body }));
  });
  afterAll(async () => {
    await world.end();
    await store.close();
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
    await sweepObjects(world.kit);
    expect(await count()).toBe(OBJECTS);
    world.pass(14 * 3_600_000);
    await sweepObjects(world.kit);
    expect(await count()).toBe(0);
  });
});
