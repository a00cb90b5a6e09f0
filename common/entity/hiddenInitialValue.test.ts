/** A new row of an entity that guests read starts hidden; this follows from the definition alone. */
import { expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { getColumns } from './columns';
import { hiddenInitialValue, initialValues, validate } from './validate';
import type { AnyEntity } from './entity';

const all: readonly AnyEntity[] = Object.values(entities);
const guestClauses = all.flatMap((entity) => {
  const { guest } = entity.spec.access;
  const clause = typeof guest === 'object' ? guest.read : undefined;
  return typeof clause === 'object' ? [{ entity, clause }] : [];
});
const isShown = (row: Readonly<Record<string, unknown>>, clause: Readonly<Record<string, unknown>>) =>
  Object.entries(clause).every(([field, value]) => row[field] === value);
const create = (entity: AnyEntity, input: object) =>
  validate(entity, input, { mode: 'create', columns: [...getColumns(entity).values()] }).clean;

it('hiddenInitialValue: hides a new row of each entity that guests read, in forms and in requests', () => {
  expect(guestClauses.length).toBeGreaterThan(10);
  for (const { entity, clause } of guestClauses) {
    expect([entity.name, isShown(initialValues(entity), clause)]).toEqual([entity.name, false]);
    expect([entity.name, isShown(create(entity, {}), clause)]).toEqual([entity.name, false]);
    expect([entity.name, isShown(create(entity, clause), clause)]).toEqual([entity.name, true]);
  }
});

it('hiddenInitialValue: keeps the default of entities that guests do not read', () => {
  for (const entity of all)
    if (!guestClauses.some((clause) => clause.entity === entity)) expect(hiddenInitialValue(entity)).toBeUndefined();
  const group = all.find(({ name }) => name === 'user_group');
  expect(group && initialValues(group)['status']).toBe(1);
});
