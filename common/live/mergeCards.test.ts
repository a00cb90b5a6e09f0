/** Merging two arrangements of one dashboard. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DashboardCard } from './dashboardCards';
import { mergeCards } from './mergeCards';

const card = (id: string, w = 2): DashboardCard => ({ id, kind: 'figure', e: 'user', w, h: 2 });
const formatLayout = (cards: readonly DashboardCard[]) => cards.map(({ id, w, h }) => `${id}${w}${h}`).join(' ');
const base = ['a', 'b', 'c', 'd'].map((id) => card(id));
const some = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.integer({ min: 2, max: 4 }).map((w) => card(id, w)))));

describe('mergeCards', () => {
  it('merges by card', () => {
    const ownCards = [card('d'), card('a', 5), card('b'), card('c')];
    const theirCards = [card('a'), card('b'), { ...card('c'), h: 4 }, card('e')];
    // d was moved by me and removed by them; it was not changed itself, so it goes.
    expect(formatLayout(mergeCards(base, ownCards, theirCards))).toBe('a52 b22 c24 e22');
    const resized = [card('a'), card('b'), card('c'), card('d', 6)];
    const removed = [card('a'), card('b'), card('c')];
    expect(formatLayout(mergeCards(base, resized, removed))).toBe('a22 b22 c22 d62');
    expect(formatLayout(mergeCards(base, removed, resized))).toBe('a22 b22 c22 d62');
    const row = [{ ...card('a'), w: 6 }, card('b'), card('c'), card('d')];
    const other = [{ ...card('a'), h: 6 }, card('b'), card('c'), card('d')];
    expect(mergeCards(base, row, other)[0]).toMatchObject({ w: 6, h: 6 });
  });
  it('keeps the position of a moved card after any insertion', () => {
    const ownCards = ['d', 'a', 'b', 'c'].map((id) => card(id));
    const theirCards = ['a', 'e', 'b', 'c', 'd'].map((id) => card(id));
    expect(formatLayout(mergeCards(base, ownCards, theirCards))).toBe('d22 a22 e22 b22 c22');
  });
  it('returns one side when the other is unchanged, without duplicate or lost cards', () => {
    fc.assert(
      fc.property(some, some, some, (was, mine, theirs) => {
        expect(mergeCards(was, mine, was)).toEqual(mine);
        expect(mergeCards(was, was, theirs)).toEqual(theirs);
        const merged = mergeCards(was, mine, theirs).map(({ id }) => id);
        expect(new Set(merged).size).toBe(merged.length);
        const has = (cards: readonly DashboardCard[], id: string) => cards.some((candidate) => candidate.id === id);
        for (const { id } of [...mine, ...theirs]) if (has(mine, id) && has(theirs, id)) expect(merged).toContain(id);
      }),
      { seed: 20261121 },
    );
  });
});
