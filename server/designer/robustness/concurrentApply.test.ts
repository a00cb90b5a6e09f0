/** Two admins who change the same table at once: one job runs, the other request gets a sentence. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { introspectSchema } from '../../db/schema/introspect';
import { createCaller, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const BUSY = 'A job for “parcel” is already running or waiting. Wait until it’s done.';
const UNCHANGED = 'There’s nothing to apply.';
const OUTDATED = 'The definition of “parcel” has changed. Check the changes again.';

describe.each(testDialects())('two changes of one table at once on %s', (database) => {
  let server: TestServer;
  /** On MariaDB the second request goes to another node. */
  let other: TestServer;
  let admin: Caller;
  let second: Caller;
  let designId: number;
  let drop: () => Promise<void> = () => Promise.resolve();

  beforeAll(async () => {
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    drop = created?.drop ?? drop;
    const env = created && { DATABASE_URL: created.url, APP_KEYS: randomBytes(48).toString('base64url') };
    server = await startTestServer({ ...(env ? { env } : { database }), settings: { captcha: 'never' } });
    other = env ? await startTestServer({ env, isSecondNode: true }) : server;
    admin = await superAdmin(server);
    const { token, refreshToken, id } = admin;
    second = createCaller(other, { realm: 'admin', id, token, refreshToken });
    designId = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'parcel' })).data.id;
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '包裹', many_zh: '包裹' });
  });
  afterAll(async () => {
    if (other !== server) await other.close();
    await server.close();
    await drop();
  });

  const settle = async () => {
    await server.jobs.settled();
    await other.jobs.settled();
  };
  const jobs = async () =>
    (await admin.get('/admin/job/index', { quick_search: 'parcel', order: 'id,asc' })).data.list as readonly {
      readonly status: string;
      readonly error: string;
    }[];
  const recordsInForce = async () => {
    const { list } = (await admin.get('/admin/crud_record/index', { quick_search: 'parcel', limit: '100' })).data;
    return list.filter(({ status }: { status: string }) => status === 'success').length as number;
  };
  /** One of the responses starts a job; the other is refused, or its job is. */
  const expectOneWinner = async (responses: readonly ApiResponse[], before: number) => {
    await settle();
    const refusals = [
      ...responses.filter(({ code }) => code !== 1).map(({ msg }) => msg),
      ...(await jobs()).slice(before).flatMap(({ status, error }) => (status === 'failed' ? [error] : [])),
    ];
    expect(refusals).toHaveLength(1);
    expect([BUSY, UNCHANGED, OUTDATED]).toContain(refusals[0]);
    expect((await jobs()).slice(before).filter(({ status }) => status === 'success')).toHaveLength(1);
  };

  // @covers fault job.busy
  it('the same design twice: the entity is created once', async () => {
    const apply = (caller: Caller) => caller.post('/admin/crud_design/apply', { id: designId });
    await expectOneWinner(await Promise.all([apply(admin), apply(second)]), 0);
    expect(await recordsInForce()).toBe(1);
    const tables = await introspectSchema(server.services.db, database);
    expect(tables.filter(({ name }) => name === 'parcel')).toHaveLength(1);
    expect((await admin.post('/admin/parcel/add', { name: 'Books' })).code).toBe(1);
  });

  it('a job that waits refuses another one of its table, and none of another table', async () => {
    const { id } = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'crate' })).data;
    await admin.post('/admin/crud_design/edit', { id, one_zh: '箱子', many_zh: '箱子' });
    await admin.post('/admin/crud_design/edit', { id: designId, one_en: 'Package' });
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push('job_before_expand:sleep-500');
    const first = await admin.post('/admin/crud_design/apply', { id: designId });
    const repeatedApply = await admin.post('/admin/crud_design/apply', { id: designId });
    const another = await admin.post('/admin/crud_design/apply', { id });
    failpoints.length = 0;
    expect([first.code, repeatedApply.code, repeatedApply.msg, another.code]).toEqual([1, 0, BUSY, 1]);
    await settle();
    expect((await admin.get('/admin/crate/index')).code).toBe(1);
  });

  it('a design and a rollback of one table: one wins', async () => {
    const before = (await jobs()).length;
    await admin.post('/admin/crud_design/edit', { id: designId, many_en: 'Packages' });
    const [mine, theirs] = await Promise.all([
      admin.post('/admin/crud_design/apply', { id: designId, confirm: 'parcel' }),
      second.post('/admin/crud_record/rollback', { id: await newestRecord(), confirm: 'parcel' }),
    ]);
    await expectOneWinner([mine, theirs], before);
  });
  const newestRecord = async () =>
    (await admin.get('/admin/crud_record/index', { quick_search: 'parcel', order: 'id,desc' })).data.list[0]
      .id as number;

  it('a second design of the same table cannot be stored', async () => {
    const { data } = await admin.get('/admin/crud_design/edit', { id: String(designId) });
    const { table_name, one_en, many_en, one_zh, many_zh, title_field } = data.row;
    const copy = { table_name, one_en, many_en, one_zh, many_zh, title_field };
    expect((await second.post('/admin/crud_design/add', copy)).code).toBe(0);
    const added = await second.post('/admin/crud_design/add', { ...copy, table_name: 'parcel_two' });
    expect((await second.post('/admin/crud_design/edit', { id: added.data.id, table_name })).code).toBe(0);
  });
});
