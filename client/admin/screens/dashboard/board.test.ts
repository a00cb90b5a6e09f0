/** The usual dashboard has no holes, whoever looks at it. */
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CARDS } from '../../../../common/live/dashboardCards';
import { cellsOf, filled } from './board';

describe('the usual dashboard', () => {
  it('fills every row, whichever cards are left out', () => {
    // Every number's bits leave out other cards.
    for (let turn = 1; turn < 2 ** DEFAULT_CARDS.length; turn += 977) {
      const shown = DEFAULT_CARDS.filter((_, bit) => ((turn >> bit) & 1) === 1);
      const laid = filled(shown);
      expect(laid.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
      let at = 0;
      for (const { w } of laid) {
        at += w;
        expect(at).toBeLessThanOrEqual(12);
        if (at === 12) at = 0;
      }
      expect(at).toBe(0);
    }
  });
  it('has no holes where there is less room either', () => {
    for (let turn = 1; turn < 2 ** DEFAULT_CARDS.length; turn += 977) {
      const laid = filled(DEFAULT_CARDS.filter((_, bit) => ((turn >> bit) & 1) === 1));
      const cellOf = cellsOf(laid);
      for (const room of ['@container board (max-width: 1080px)', '@container board (max-width: 620px)'] as const) {
        let at = 0;
        for (const card of laid) {
          at = (at % 12) + Number(cellOf(card)[room].gridColumn.replace('span ', ''));
          expect(at).toBeLessThanOrEqual(12);
        }
        expect(at).toBe(12);
      }
    }
  });
  it('leaves the whole one as it is', () => {
    expect(filled(DEFAULT_CARDS)).toEqual(DEFAULT_CARDS);
  });
});
