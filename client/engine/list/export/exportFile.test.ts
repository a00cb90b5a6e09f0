/** Result of a failed export. */
import { expect, it } from '@jest/globals';
import { startFakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { exportFile } from './exportFile';

// @spec P8-028
it('exportFile: shows the request id of a server error', async () => {
  const envelope = { code: 500, msg: 'Server internal error!', data: { requestId: 'f00d' } };
  const fakeServer = await startFakeHttpServer(() => ({ status: 500, envelope }));
  const { app } = createTestClient({ origin: fakeServer.origin, person: createTestUser() });
  const result = await exportFile(app, { entity: 'news', params: {}, token: 'old' });
  await fakeServer.close();
  expect(result).toBe('Server internal error!\nRequest ID: f00d');
});
