/** A program that runs one unit of work and crashes in the middle of it. Started by `crash.test.ts`. */
import { defaults } from '../../../config/defaults';
import { readEnv, type DatabaseUrl } from '../../../config/env';
import { SYSTEM } from '../../../common/entity/access';
import { createWriter } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { systemClock } from '../../platform/systemClock';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { createTestHooks } from '../engineHarness';
import { testRegistry } from '../testEntities';

const [address = '', failpoints = '', idempotencyKey = ''] = process.argv.slice(2);
const log = createLog({ level: 'silent' });
const db = await openDb({ database: JSON.parse(address) as DatabaseUrl, log }); // written by the test
const env = { ...readEnv({ FAILPOINTS: failpoints }), appKeys: ['a secret of the tests'] };
const services: Services = {
  env,
  log,
  clock: systemClock,
  db,
  registry: testRegistry,
  settings: defaults,
  live: { wakeTailer: () => undefined },
};
const actor = { ...SYSTEM, kind: 'staff' as const, id: 1, name: 'Admin 1' };
const ctx: RequestContext = {
  services,
  actor,
  lang: 'en',
  requestId: idempotencyKey,
  ip: '',
  userAgent: '',
  url: '',
  channel: 'ui',
  idempotencyKey,
};
const ticket = testRegistry.get('ticket');
if (!ticket) throw new Error('no ticket');
const response = await createWriter(services, createTestHooks()).create(ctx, ticket, {
  subject: `Crash ${idempotencyKey}`,
});
process.stdout.write(JSON.stringify(response));
await db.close();
