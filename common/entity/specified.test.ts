/** The entities are the specified ones: same names, columns, numbers and labels. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { entityLabels } from '../locales/entityLabels';
import { specifiedEntities, type SpecifiedColumn } from '../testing/specifiedEntities';
import type { AnyEntity } from './entity';
import { findColumn } from './columns';
import { createRegistry } from './registry';

const registry = createRegistry(entities);
/** Entities of the product that the specification does not name. */
const OWN_COLUMNS = [
  'board',
  'threshold',
  'wall_screen',
  'activation_use',
  'comment',
  'crud_design',
  'crud_design_field',
  'data_import',
  'job',
  'api_token',
  'message',
  'module',
  'market_key',
  'market_source',
  'plugin_purchase',
  'open_call',
  'entitlement',
  'webhook',
  'webhook_delivery',
  'notice',
  'pending_booking',
  'pending_change',
  'reconciliation',
  'preference',
  'security_event',
  'terminal_task',
  'visit',
];

/** Differences between a column and its specification. */
function differences(entity: AnyEntity, { name, type, choices }: SpecifiedColumn): readonly string[] {
  const column = findColumn(entity, name);
  if (column === undefined) return [`${entity.name}.${name} is missing`];
  const { values } = column.options;
  const fits = type === undefined || column.kind === type || column.store === type;
  const wrongType = fits ? [] : [`${entity.name}.${name} is no ${type}`];
  if (choices.length === 0)
    return values ? [...wrongType, `${entity.name}.${name} has choices nobody specified`] : wrongType;
  if (column.kind === 'switch')
    return choices
      .map(([value]) => value)
      .sort()
      .join() === '0,1'
      ? wrongType
      : [`${entity.name}.${name}`];
  const words = entityLabels(entity, 'en').choices[name] ?? {};
  const differencesFound = Object.entries(values ?? {}).map(([key, value]) => `${value} ${words[key] ?? ''}`);
  const wanted = choices.map(([value, label]) => `${value} ${label}`);
  return differencesFound.sort().join() === [...wanted].sort().join()
    ? wrongType
    : [`${entity.name}.${name}: ${differencesFound.join(', ')}`];
}

describe('the specified entities', () => {
  it('are parsed completely', () => {
    expect(specifiedEntities).toHaveLength(44);
    expect(specifiedEntities.flatMap(({ columns }) => columns).length).toBeGreaterThan(300);
    const headcount = specifiedEntities
      .find(({ name }) => name === 'lead')
      ?.columns.find(({ name }) => name === 'headcount');
    expect(headcount?.choices).toEqual([
      ['1', '1-49'],
      ['2', '50-149'],
      ['3', '150-299'],
      ['4', '300-2999'],
      ['5', '3000+'],
    ]);
  });
  it('are all entities of the registry', () => {
    const knownNames = registry.all.map(({ name }) => name).filter((name) => !OWN_COLUMNS.includes(name));
    expect(knownNames.sort()).toEqual(specifiedEntities.map(({ name }) => name).sort());
  });
  it.each(specifiedEntities.map((entity) => [entity.name, entity] as const))('%s', (name, { columns }) => {
    const entity = registry.get(name);
    expect(entity && columns.flatMap((column) => differences(entity, column))).toEqual([]);
  });
  it('have Chinese labels for every choice', () => {
    for (const entity of registry.all)
      for (const [field, { options }] of Object.entries(entity.spec.fields))
        if (options.values)
          expect(Object.keys(entityLabels(entity, 'zh-cn').choices[field] ?? {}).sort()).toEqual(
            Object.keys(options.values).sort(),
          );
  });
});
