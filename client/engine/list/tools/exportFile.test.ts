/** Result of a failed export. */
import { expect, it } from '@jest/globals';
import { startHttpWorld } from '../../../testing/fakeHttpServer';
import { createTestClient, somebody } from '../../../testing/testClient';
import { exportFile } from './exportFile';

// @spec P8-028
it('exportFile: shows the request id of a server error', async () => {
  const envelope = { code: 500, msg: 'Server internal error!', data: { requestId: 'f00d' } };
  const world = await startHttpWorld(() => ({ status: 500, envelope }));
  const { app } = createTestClient({ origin: world.origin, person: somebody() });
  const said = await exportFile(app, { entity: 'news', params: {}, token: 'old' });
  await world.close();
  expect(said).toBe('Server internal error!\nRequest ID: f00d');
});
