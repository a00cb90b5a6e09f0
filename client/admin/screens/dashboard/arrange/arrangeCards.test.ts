/** arrangeCards: moving, resizing and removing cards. */
import { describe, expect, it } from '@jest/globals';
import { parseCards, DEFAULT_CARDS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { moveCard, removeCard, resizeCard, stepCard } from './arrangeCards';

const card = (id: string): DashboardCard => ({ id, kind: 'figure', e: 'user', w: 2, h: 2 });
const cards = ['a', 'b', 'c'].map(card);
const ids = (list: readonly DashboardCard[]) => list.map(({ id }) => id).join('');

describe('arrangeCards', () => {
  it('moveCard and stepCard: move a card to another position', () => {
    expect([ids(moveCard(cards, 'a', 'c')), ids(moveCard(cards, 'c', 'a'))]).toEqual(['bca', 'cab']);
    expect([ids(stepCard(cards, 'a', 1)), ids(stepCard(cards, 'a', -1)), ids(stepCard(cards, 'c', 1))]).toEqual([
      'bac',
      'abc',
      'abc',
    ]);
  });
  it('resizeCard: keeps sizes within the grid', () => {
    expect(resizeCard(cards, 'b', { w: 20, h: -5 })[1]).toMatchObject({ w: 12, h: 2 });
    expect(ids(removeCard(cards, 'b'))).toBe('ac');
  });
  it('parseCards: reads stored cards, and refuses anything else', () => {
    expect(parseCards(JSON.parse(JSON.stringify(DEFAULT_CARDS)))).toEqual(DEFAULT_CARDS);
    const invalidLayouts = [
      { ...card('a'), w: 13 },
      { ...card('a'), kind: 'script' },
      { ...card('a'), e: 'user; drop' },
      { ...card('<b>') },
      7,
    ];
    for (const one of invalidLayouts) expect(parseCards([one])).toBeUndefined();
    expect(parseCards([card('a'), card('a')])).toBeUndefined();
    expect(parseCards([{ ...card('a'), onclick: 'x' }])).toEqual([card('a')]);
  });
});
