import type { AnyEntity } from '../../common/entity/entity';
import { fault } from '../../common/protocol/faults';
import type { Services } from '../context';

/** Returns the entity with this name. Throws `server.not_implemented` where it is not installed. */
export function requireEntity({ registry }: Pick<Services, 'registry'>, name: string): AnyEntity {
  const entity = registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
}
