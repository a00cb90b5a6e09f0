/** Projection of rows for a reader. */
import { describe, expect, it } from '@jest/globals';
import { sample } from '../testing/sampleEntity';
import { getColumns } from './columns';
import { projectRow } from './projectRow';

const all = [...getColumns(sample).values()];

describe('projectRow', () => {
  it('sends amounts as decimal strings and everything else as stored', () => {
    expect(projectRow(sample, { id: 1, price: -5, count: 3, day: null, friend_ids: [1] }, all)).toEqual({
      id: 1,
      price: '-0.05',
      count: 3,
      day: null,
      friend_ids: [1],
    });
  });
  it('leaves out columns that the reader may not see, and secrets always', () => {
    const columns = all.filter((column) => column.name !== 'price');
    expect(projectRow(sample, { id: 1, price: 5, secret: '$argon2id$x', ghost: 1 }, columns)).toEqual({ id: 1 });
    expect(projectRow(sample, { secret: '$argon2id$x' }, all)).toEqual({});
  });
  it('adds no columns to a partial change', () => {
    expect(projectRow(sample, { count: 1 }, all)).toEqual({ count: 1 });
  });
});
