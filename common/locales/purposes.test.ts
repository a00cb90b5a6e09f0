/** An empty list says what its rows are for. */
import { expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { hasAdminScreen } from '../entity/permissionKeys';
import { paletteKeywords } from './en/paletteKeywords';
import { purposes } from './en/purposes';

/** The settings have a screen of their own, which is never empty. */
const WITHOUT_LIST = 'config';
const screens = Object.values(entities)
  .filter((entity) => hasAdminScreen(entity) && entity.name !== WITHOUT_LIST)
  .map(({ name }) => name);

it('purposes: has a text for every entity with a list, and for no other', () => {
  expect(Object.keys(purposes).sort()).toEqual([...screens].sort());
});

it('paletteKeywords: has no words for an entity that does not exist', () => {
  const actions = [
    'dashboard',
    'profile',
    'explain',
    'market',
    'light',
    'dark',
    'en',
    'zh',
    'layout',
    'full',
    'keys',
    'shift',
    'out',
  ];
  const known = new Set<string>([
    ...actions,
    ...Object.keys(Object.fromEntries(Object.values(entities).map(({ name }) => [name, 1]))),
  ]);
  expect(Object.keys(paletteKeywords).filter((key) => !known.has(key))).toEqual([]);
});
