/** The lease table with a test clock: what keeps a tab and a claim to a field. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { createLeaseTable } from './leaseTable';

const ann = { principal: 'admin:1', name: 'Ann' };
const at = (field: string | null, more: { typed?: boolean; idle?: boolean; id?: number | null } = {}) => ({
  entity: 'news',
  id: 1,
  field,
  ...more,
});
const LEASE = LIMITS.presenceLeaseMs;

describe('createLeaseTable', () => {
  it('keeps a tab that reports and drops a silent one', () => {
    const table = createLeaseTable();
    expect(table.put('a', ann, at(null), 0)).toBe(true);
    for (let now = 5_000; now <= 60_000; now += 5_000) {
      expect(table.expire(now)).toEqual(new Set());
      expect(table.put('a', ann, at(null), now)).toBe(false);
    }
    expect(table.get('a')).toMatchObject({ entity: 'news', id: 1, since: 0 });
    expect(table.expire(60_000 + LEASE - 1)).toEqual(new Set());
    expect(table.expire(60_000 + LEASE)).toEqual(new Set(['news']));
    expect(table.all()).toEqual([]);
  });

  it('ends a claim without typing while the tab stays', () => {
    const table = createLeaseTable();
    table.put('a', ann, at('title'), 0);
    for (let now = 5_000; now < LEASE; now += 5_000) table.put('a', ann, at('title'), now);
    expect(table.get('a')?.field).toBe('title');
    expect(table.expire(LEASE)).toEqual(new Set(['news']));
    expect(table.get('a')).toMatchObject({ id: 1, field: null });
    // Only typing renews the claim.
    expect(table.put('a', ann, at('title'), LEASE + 1_000)).toBe(false);
    expect(table.get('a')?.field).toBeNull();
    expect(table.put('a', ann, at('title', { typed: true }), LEASE + 2_000)).toBe(true);
    expect(table.get('a')).toMatchObject({ field: 'title', fieldSince: LEASE + 2_000 });
  });

  it('renews a claim with typing and starts again at another field', () => {
    const table = createLeaseTable();
    table.put('a', ann, at('title'), 0);
    table.put('a', ann, at('title', { typed: true }), 14_000);
    table.put('a', ann, at('title'), 20_000);
    expect(table.expire(28_000)).toEqual(new Set());
    expect(table.get('a')).toMatchObject({ field: 'title', fieldSince: 0 });
    expect(table.put('a', ann, at('price'), 28_500)).toBe(true);
    expect(table.get('a')).toMatchObject({ field: 'price', fieldSince: 28_500, since: 0 });
  });

  it('claims no field without a row, and resets the time after a move', () => {
    const table = createLeaseTable();
    table.put('a', ann, at('title', { id: null }), 0);
    expect(table.get('a')?.field).toBeNull();
    expect(table.put('a', ann, at(null, { id: 2 }), 1_000)).toBe(true);
    expect(table.get('a')).toMatchObject({ id: 2, since: 1_000 });
    expect(table.put('a', ann, at(null, { id: 2, idle: true }), 2_000)).toBe(true);
    expect(table.remove('a')).toMatchObject({ entity: 'news' });
    expect(table.remove('a')).toBeUndefined();
  });
});
