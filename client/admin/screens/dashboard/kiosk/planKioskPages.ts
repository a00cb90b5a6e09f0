/** Splits the cards of a kiosk display into pages: whole rows of cards, as many as fit the screen without scrolling. */
import type { DashboardCard } from '../../../../../common/live/dashboardCards';
import { cardsForWidth, GAP, toFullRows } from '../cardGrid';

/** The smallest height of a grid row in pixels: two rows hold the title, the number and the caption of a figure card. */
const MIN_ROW_HEIGHT = 76;

export interface KioskSize {
  readonly width: number;
  readonly height: number;
}
export interface KioskPage {
  /** With the columns and rows that they take here. */
  readonly cards: readonly DashboardCard[];
  /** Grid rows of the page. */
  readonly rows: number;
}

/** Splits the cards into pages for a grid of this size in pixels; a card higher than the grid is shown at the grid's height. */
export function planKioskPages(cards: readonly DashboardCard[], { width, height }: KioskSize): readonly KioskPage[] {
  const capacity = Math.max(1, Math.floor((height + GAP) / (MIN_ROW_HEIGHT + GAP)));
  const pages: { cards: DashboardCard[]; rows: number }[] = [];
  for (const row of toFullRows(cardsForWidth(cards, width))) {
    const rows = Math.min(capacity, row[0]?.h ?? 1);
    const fitted = row.map((card) => ({ ...card, h: rows }));
    const page = pages.at(-1);
    if (page === undefined || page.rows + rows > capacity) pages.push({ cards: fitted, rows });
    else {
      page.cards.push(...fitted);
      page.rows += rows;
    }
  }
  return pages;
}
