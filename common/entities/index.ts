/** The registry of nouns: one line an entity, in alphabetical order. */
import { defineRegistry } from '../entity/registry';
import { newsCategory } from './newsCategory';

export const entities = defineRegistry({ newsCategory });
