/** Grid of the cards: twelve columns, fewer in narrow containers, two on phones. */
import type { DashboardCard } from '../../../../common/live/dashboardCards';

const ROW_HEIGHT = 64;
export const GAP = 16;

/** Uses container queries, so the width of the board counts and not that of the window. */
export const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gridAutoRows: `calc(${ROW_HEIGHT}px * var(--wall, 1))`,
  gridAutoFlow: 'row dense',
  gap: `${GAP}px`,
  '@container board (max-width: 620px)': { gap: '10px' },
} as const;

/** Container sizes below the full width. */
type GridSize = 'medium' | 'narrow';
const MAX_WIDTH = { medium: 1080, narrow: 620 } as const;
const spanIn = (room: GridSize, w: number): number => {
  if (room === 'medium') return w <= 3 ? 3 : w <= 5 ? 6 : 12;
  return w <= 3 ? 6 : 12;
};

/** Neighbours with the same span form rows; the last card of a row takes the rest of its columns. */
function spansFor(room: GridSize, cards: readonly DashboardCard[]): ReadonlyMap<string, number> {
  const spans = new Map<string, number>();
  let taken = 0;
  cards.forEach(({ id, w }, index) => {
    const span = spanIn(room, w);
    const next = cards[index + 1];
    taken = (taken % 12) + span;
    const ends = next === undefined || spanIn(room, next.w) !== span;
    spans.set(id, ends ? span + 12 - taken : span);
    if (ends) taken = 0;
  });
  return spans;
}

/** Returns the grid style of each card. */
export function computeCellStyles(cards: readonly DashboardCard[]) {
  const [medium, narrow] = [spansFor('medium', cards), spansFor('narrow', cards)];
  return ({ id, w, h }: DashboardCard) => ({
    gridColumn: `span ${w}`,
    gridRow: `span ${h}`,
    minWidth: 0,
    '@container board (max-width: 1080px)': { gridColumn: `span ${medium.get(id) ?? 12}` },
    '@container board (max-width: 620px)': { gridColumn: `span ${narrow.get(id) ?? 12}` },
  });
}

const COLUMNS = 12;

/** Groups cards of equal height into rows of at most twelve columns. */
function toRows(cards: readonly DashboardCard[]): readonly (readonly DashboardCard[])[] {
  const rows: DashboardCard[][] = [];
  let [usedColumns, height] = [COLUMNS, 0];
  for (const card of cards) {
    if (usedColumns + card.w > COLUMNS || card.h !== height) {
      rows.push([]);
      [usedColumns, height] = [0, card.h];
    }
    usedColumns += card.w;
    rows.at(-1)?.push(card);
  }
  return rows;
}

/** Spreads the free columns of a row over its cards, the last ones first. */
function widenRow(row: readonly DashboardCard[]): readonly DashboardCard[] {
  const freeColumns = COLUMNS - row.reduce((sum, { w }) => sum + w, 0);
  const [sharePerCard, extra] = [Math.floor(freeColumns / row.length), freeColumns % row.length];
  return row.map((card, index) => ({ ...card, w: card.w + sharePerCard + (index >= row.length - extra ? 1 : 0) }));
}
/** The cards with the columns that they take in a container of this width in pixels. */
export function cardsForWidth(cards: readonly DashboardCard[], width: number): readonly DashboardCard[] {
  if (width > MAX_WIDTH.medium) return cards;
  const size = width > MAX_WIDTH.narrow ? 'medium' : 'narrow';
  return cards.map((card) => ({ ...card, w: spanIn(size, card.w) }));
}
/** Rows of cards of equal height, each as wide as the grid. */
export const toFullRows = (cards: readonly DashboardCard[]): readonly (readonly DashboardCard[])[] =>
  toRows(cards).map(widenRow);
/** Fills the gaps that hidden cards leave in the default dashboard. Stored arrangements are not changed. */
export const fillRows = (cards: readonly DashboardCard[]): readonly DashboardCard[] => toFullRows(cards).flat();
