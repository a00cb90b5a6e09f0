/** The schema of a row: each column that holds a list names the form of its items. */
import { describe, expect, it } from '@jest/globals';
import { admin } from '../../../common/entities/admin';
import { config } from '../../../common/entities/config';
import { entities } from '../../../common/entities/index';
import { webhook } from '../../../common/entities/webhook';
import { isObject } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import { rowSchema } from './openapiSchemas';

const columnsOf = (entity: AnyEntity): Readonly<Record<string, unknown>> =>
  rowSchema(entity, 'en')['properties'] as Readonly<Record<string, unknown>>;

describe('rowSchema', () => {
  it('names the items of a list of texts, and explains the column', () => {
    expect(columnsOf(webhook)['events']).toEqual({
      title: 'Events',
      type: 'array',
      items: { type: 'string', maxLength: 255 },
      maxItems: 1000,
      description: 'As in news.created, app.updated, lead.deleted, enterprise.restored or user.*',
    });
  });

  it('names ids and choices', () => {
    expect(columnsOf(admin)['group_arr']).toMatchObject({ items: { type: 'integer', minimum: 1 } });
    expect(columnsOf(config)['rule']).toMatchObject({ items: { enum: expect.arrayContaining(['required']) } });
  });

  it('leaves no list without the form of its items', () => {
    const lists = Object.values(entities)
      .flatMap((entity) => Object.values(columnsOf(entity)))
      .filter((schema) => isObject(schema) && schema['type'] === 'array');
    expect(lists.length).toBeGreaterThan(10);
    for (const list of lists) expect(list).not.toHaveProperty('items', {});
  });
});
