/** An email address of the maximum length can sign in. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { guest, superAdmin } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const PASSWORD = 'limited-horse-7';
const getEmail = (length: number) => {
  const name = 'a'.repeat(60);
  const domain = Array.from({ length: length - name.length - 6 }, (_, index) => (index % 50 === 49 ? '.' : 'b')).join(
    '',
  );
  return `${name}@${domain}b.com`;
};

describe.each(sampleDialects())('the longest email address on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  it.each([201, LIMITS.emailMaxChars])('an address of %i characters signs in', async (length) => {
    const admin = await superAdmin(testServer);
    const email = getEmail(length);
    expect(email).toHaveLength(length);
    const person = { username: `long_${length}`, nickname: 'Long', email, password: PASSWORD };
    expect((await admin.post('/admin/user/add', person)).code).toBe(1);
    const enter = (username: string) =>
      guest(testServer).post('/api/user/checkIn', { tab: 'login', username, password: PASSWORD });
    const response = await enter(email);
    expect([response.code, response.msg]).toEqual([1, expect.anything()]);
    expect(response.data.userInfo).toMatchObject({ username: `long_${length}` });
    expect((await enter(`${email.slice(0, -4)}.org`)).code).toBe(0);
  });
});
