/** Whether a second factor is required is read from known permissions, never guessed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { invalidatePermissions, isSecondFactorRequired } from '../rbac/permissionCache';

describe.each(testDialects())('a required second factor on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
  });
  afterAll(() => testServer.close());

  // @case L12
  it('is required also right after the permission cache was invalidated', async () => {
    const { id } = await limitedAdmin(testServer, ['news/index'], 'all');
    const { services } = testServer;
    await services.db.transact((tx) => tx.run('UPDATE `admin_group` SET require_second_factor = 1'));
    invalidatePermissions(services);
    expect(await isSecondFactorRequired(services, id)).toBe(true);
    invalidatePermissions(services);
    expect(await isSecondFactorRequired(services, 0)).toBe(false);
  });
});
