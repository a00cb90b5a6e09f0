/** The designer's estimate of a row of MariaDB follows the columns that the schema has. */
import { describe, expect, it } from '@jest/globals';
import { computeRowExcess, MAX_ROW_BYTES } from '../../../common/designer/check/rowSize';
import { entities } from '../../../common/entities/index';
import type { AnyEntity } from '../../../common/entity/entity';
import { sample } from '../../../common/testing/sampleEntity';
import { buildTableShape } from './tableShape';

const all: readonly (readonly [string, AnyEntity])[] = [...Object.values(entities), sample].map(
  (entity: AnyEntity) => [entity.name, entity] as const,
);
/** Bytes of a column in a row: four for each character of a VARCHAR, a pointer for a longer text. */
function getBytes(type: string): number {
  const length = /^VARCHAR\((\d+)\)$/.exec(type)?.[1];
  if (length !== undefined) return Number(length) * 4 + 2;
  return type.endsWith('TEXT') ? 12 : 8;
}

describe('computeRowExcess', () => {
  it.each(all)('%s: adds up the columns of the table', (_name, entity) => {
    const { columns } = buildTableShape(entity);
    const columnBytes = columns
      .filter(({ name }) => name !== 'live')
      .reduce((sum, { type }) => sum + getBytes(type), 0);
    const liveBytes = 8; // counted for every entity, although only entities with unique fields have the column
    expect(computeRowExcess(entity).row).toBe(columnBytes + liveBytes - MAX_ROW_BYTES);
  });
});
