/** A program in which many members redeem one activation code at once, and which a test kills meanwhile. Started by `redeemCrash.test.ts`. */
import { defaults } from '../../../config/defaults';
import { readEnv, type DatabaseUrl } from '../../../config/env';
import { SYSTEM } from '../../../common/entity/access';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { createEntityHooks } from '../../hooks/index';
import { createWriter } from '../../engine/write/writer';
import type { Services } from '../../context';
import { redeemActivationCode } from '../../modules/activation/redeemCode';
import { systemClock } from '../../platform/systemClock';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { systemContext } from '../../platform/systemContext';

const [address = '', failpoints = '', code = '', members = ''] = process.argv.slice(2);
const log = createLog({ level: 'silent' });
const db = await openDb({ database: JSON.parse(address) as DatabaseUrl, log }); // written by the test
const services: Services = {
  env: { ...readEnv({ FAILPOINTS: failpoints }), appKeys: ['a secret of the tests'] },
  log,
  clock: systemClock,
  db,
  registry: createRegistry(entities),
  settings: defaults,
  live: { wakeTailer: () => undefined },
};
const writer = createWriter(services, createEntityHooks({ hashPassword: (plain) => Promise.resolve(plain) }));
const redeemBy = async (id: number): Promise<void> => {
  const ctx = {
    ...systemContext(services, 'redeem'),
    actor: { ...SYSTEM, kind: 'member' as const, id, isSuper: false },
  };
  const outcome = await redeemActivationCode(ctx, writer, code).then(
    () => 'redeemed',
    () => 'refused',
  );
  process.stdout.write(`${outcome} ${id}\n`);
};
await Promise.all((JSON.parse(members) as readonly number[]).map(redeemBy)); // written by the test
await db.close();
