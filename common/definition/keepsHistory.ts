import type { AnyEntity } from '../entity/entity';

/** Whether the rows of an entity have a history: log entities, entities with rows per person and those marked `noHistory` have none. */
export const keepsHistory = ({ spec }: AnyEntity): boolean =>
  spec.base !== 'log' && spec.personal !== true && spec.noHistory !== true;
