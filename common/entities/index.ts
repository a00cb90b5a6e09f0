/** The registry of entities. */
import { defineRegistry } from '../entity/registry';
import { staffEntities } from './staffEntities';
import { superEntities } from './superEntities';

export const entities = defineRegistry({ ...staffEntities, ...superEntities });
