/** A member and staff edit the same profile: neither overwrites an unseen change of the other. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { member, superAdmin } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

describe.each(sampleDialects())('a member’s own profile on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  it('concurrent edits of the profile are merged as for every record', async () => {
    const caller = await member(testServer);
    const root = await superAdmin(testServer);
    const save = (body: object) => caller.post('/api/account/profile', { ...body });
    const { revision, gender } = (await root.get(`/admin/user/edit?id=${caller.id}`)).data.row;
    await root.post('/admin/user/edit', { id: caller.id, motto: 'Set by another admin' });
    const late = await save({ revision, _base: { motto: null }, motto: 'Mine' });
    expect(late.code).toBe(412);
    expect(late.data.fields).toMatchObject([{ field: 'motto', theirs: 'Set by another admin' }]);
    const other = await save({ revision, _base: { gender }, gender: '1' });
    expect(other.data.row).toMatchObject({ gender: 1, motto: 'Set by another admin' });
    const ownEdit = { revision: other.data.revision, _base: { motto: 'Set by another admin' }, motto: 'Mine' };
    expect((await save(ownEdit)).data.row).toMatchObject({ motto: 'Mine' });
    expect((await save({ motto: 'As older clients say it' })).code).toBe(1);
    expect((await save({ revision, _base: 'nonsense', motto: 'Mine' })).code).toBe(400);
  });
});
