/** Moving, resizing and removing cards. */
import { describe, expect, it } from '@jest/globals';
import { parseCards, DEFAULT_CARDS, type Card } from '../../../../../common/live/dashboardCards';
import { moved, removed, resized, stepped } from './moves';

const card = (id: string): Card => ({ id, kind: 'figure', e: 'user', w: 2, h: 2 });
const cards = ['a', 'b', 'c'].map(card);
const ids = (list: readonly Card[]) => list.map(({ id }) => id).join('');

describe('arranging a dashboard', () => {
  it('moves a card to the place of another, by pointer or by key', () => {
    expect([ids(moved(cards, 'a', 'c')), ids(moved(cards, 'c', 'a'))]).toEqual(['bca', 'cab']);
    expect([ids(stepped(cards, 'a', 1)), ids(stepped(cards, 'a', -1)), ids(stepped(cards, 'c', 1))]).toEqual([
      'bac',
      'abc',
      'abc',
    ]);
  });
  it('keeps sizes within the grid', () => {
    expect(resized(cards, 'b', { w: 20, h: -5 })[1]).toMatchObject({ w: 12, h: 2 });
    expect(ids(removed(cards, 'b'))).toBe('ac');
  });
  it('reads what it stores, and nothing that is no dashboard', () => {
    expect(parseCards(JSON.parse(JSON.stringify(DEFAULT_CARDS)))).toEqual(DEFAULT_CARDS);
    const bad = [
      { ...card('a'), w: 13 },
      { ...card('a'), kind: 'script' },
      { ...card('a'), e: 'user; drop' },
      { ...card('<b>') },
      7,
    ];
    for (const one of bad) expect(parseCards([one])).toBeUndefined();
    expect(parseCards([card('a'), card('a')])).toBeUndefined();
    expect(parseCards([{ ...card('a'), onclick: 'x' }])).toEqual([card('a')]);
  });
});
