/** The law of the sweeper: what somebody shows stays, what nobody shows for two sweeps goes, and a full table waits for neither. */
import { describe, expect, it } from '@jest/globals';
import { entitiesReducer, rowsArrived, rowsReleased } from './entities';
import { createSweeper } from './sweeper';

const arrived = (ids: readonly number[]) =>
  entitiesReducer(undefined, rowsArrived({ e: 'news', rows: ids.map((id) => ({ id, revision: 1 })) }));

describe('the sweeper', () => {
  it('releases what nobody pinned at two sweeps in a row', () => {
    const sweeper = createSweeper();
    const { rows } = arrived([1, 2, 3]);
    const unpin = sweeper.pin(() => [['news', [1, 2]]]);
    expect(sweeper.sweep(rows)).toEqual([]);
    expect(sweeper.sweep(rows)).toEqual([['news', [3]]]);
    unpin();
    expect(sweeper.sweep(rows)).toEqual([['news', [3]]]);
    expect(sweeper.sweep(rows)).toEqual([['news', [1, 2, 3]]]);
  });

  it('spares a row that was pinned in between', () => {
    const sweeper = createSweeper();
    const { rows } = arrived([1]);
    sweeper.sweep(rows);
    const unpin = sweeper.pin(() => [['news', [1]]]);
    expect(sweeper.sweep(rows)).toEqual([]);
    unpin();
    expect(sweeper.sweep(rows)).toEqual([]);
  });

  it('leaves alone what no screen ever pinned', () => {
    const sweeper = createSweeper(1);
    const { rows } = arrived([1, 2]);
    sweeper.sweep(rows);
    expect(sweeper.sweep(rows)).toEqual([]);
  });

  it('empties a full table of everything loose at once, and of nothing pinned', () => {
    const sweeper = createSweeper(2);
    const { rows } = arrived([1, 2, 3]);
    sweeper.pin(() => [['news', [2]]]);
    const released = sweeper.sweep(rows);
    expect(sweeper.isFull(rows)).toBe(true);
    const after = entitiesReducer({ rows, titles: {} }, rowsReleased(released));
    expect(Object.keys(after.rows['news'] ?? {})).toEqual(['2']);
    expect(sweeper.isFull(after.rows)).toBe(false);
  });
});
