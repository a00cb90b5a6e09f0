/** cardGrid: the default dashboard has no gaps, whichever cards a reader may see. */
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CARDS } from '../../../../common/live/dashboardCards';
import { computeCellStyles, fillRows } from './cardGrid';

describe('default dashboard', () => {
  it('fillRows: fills every row, whichever cards are hidden', () => {
    // The bits of the number select the cards that are left out.
    for (let turn = 1; turn < 2 ** DEFAULT_CARDS.length; turn += 977) {
      const shown = DEFAULT_CARDS.filter((_, bit) => ((turn >> bit) & 1) === 1);
      const laid = fillRows(shown);
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
  it('computeCellStyles: leaves no gaps in narrow containers either', () => {
    for (let turn = 1; turn < 2 ** DEFAULT_CARDS.length; turn += 977) {
      const laid = fillRows(DEFAULT_CARDS.filter((_, bit) => ((turn >> bit) & 1) === 1));
      const cellOf = computeCellStyles(laid);
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
  it('fillRows: does not change the complete dashboard', () => {
    expect(fillRows(DEFAULT_CARDS)).toEqual(DEFAULT_CARDS);
  });
});
