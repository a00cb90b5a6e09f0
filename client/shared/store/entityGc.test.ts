/** The entity GC keeps retained rows, releases others after two runs, and empties a full table at once. */
import { describe, expect, it } from '@jest/globals';
import { entitiesReducer, rowsReceived, rowsEvicted } from './entities';
import { createEntityGc } from './entityGc';

const arrived = (ids: readonly number[]) =>
  entitiesReducer(undefined, rowsReceived({ e: 'news', rows: ids.map((id) => ({ id, revision: 1 })) }));

describe('createEntityGc', () => {
  it('releases rows that are not retained in two runs in a row', () => {
    const gc = createEntityGc();
    const { rows } = arrived([1, 2, 3]);
    const release = gc.retain(() => [['news', [1, 2]]]);
    expect(gc.collect(rows)).toEqual([]);
    expect(gc.collect(rows)).toEqual([['news', [3]]]);
    release();
    expect(gc.collect(rows)).toEqual([['news', [3]]]);
    expect(gc.collect(rows)).toEqual([['news', [1, 2, 3]]]);
  });

  it('the collection keeps a row that was retained in between', () => {
    const gc = createEntityGc();
    const { rows } = arrived([1]);
    gc.collect(rows);
    const release = gc.retain(() => [['news', [1]]]);
    expect(gc.collect(rows)).toEqual([]);
    release();
    expect(gc.collect(rows)).toEqual([]);
  });

  it('the collection keeps rows that no screen ever retained', () => {
    const gc = createEntityGc(1);
    const { rows } = arrived([1, 2]);
    gc.collect(rows);
    expect(gc.collect(rows)).toEqual([]);
  });

  it('releases all rows of a full table at once, except the retained ones', () => {
    const gc = createEntityGc(2);
    const { rows } = arrived([1, 2, 3]);
    gc.retain(() => [['news', [2]]]);
    const evicted = gc.collect(rows);
    expect(gc.isOverCap(rows)).toBe(true);
    const after = entitiesReducer({ rows, titles: {} }, rowsEvicted(evicted));
    expect(Object.keys(after.rows['news'] ?? {})).toEqual(['2']);
    expect(gc.isOverCap(after.rows)).toBe(false);
  });
});
