import type { AnyEntity } from '../../common/entity/entity';

/** Whether the rows of an entity have a history: log entities and entities with rows per person have none. */
export const keepsHistory = ({ spec }: AnyEntity): boolean => spec.base !== 'log' && spec.personal !== true;
