/** Grid of the cards: twelve columns, fewer in narrow containers, two on phones. */
import type { DashboardCard } from '../../../../common/live/dashboardCards';

/** Columns of the full grid. */
const COLUMNS = 12;
const ROW_HEIGHT = 64;
export const GAP = 16;

/** Uses container queries, so the width of the board counts and not that of the window. */
export const gridStyle = {
  display: 'grid',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  gridAutoRows: `calc(${ROW_HEIGHT}px * var(--wall, 1))`,
  gridAutoFlow: 'row dense',
  gap: `${GAP}px`,
  '@container board (max-width: 620px)': { gap: '10px' },
} as const;

/** Container sizes below the full width. */
type GridSize = 'medium' | 'narrow';
const MAX_WIDTH = { medium: 1080, narrow: 620 } as const;
/** The columns that a card of the width `w` (columns of the full grid) takes in a smaller grid. */
const getSpan = (size: GridSize, w: number): number => {
  if (size === 'medium') return w <= 3 ? 3 : w <= 5 ? 6 : COLUMNS;
  return w <= 3 ? 6 : COLUMNS;
};

/** The columns of each card. Neighbors with the same span form rows; the last card of a row takes the rest of its columns. */
function getSpans(size: GridSize, cards: readonly DashboardCard[]): ReadonlyMap<string, number> {
  const spans = new Map<string, number>();
  let usedColumns = 0;
  cards.forEach(({ id, w }, index) => {
    const span = getSpan(size, w);
    const next = cards[index + 1];
    usedColumns = (usedColumns % COLUMNS) + span;
    const ends = next === undefined || getSpan(size, next.w) !== span;
    spans.set(id, ends ? span + COLUMNS - usedColumns : span);
    if (ends) usedColumns = 0;
  });
  return spans;
}

/** Returns the grid style of each card. */
export function computeCellStyles(cards: readonly DashboardCard[]) {
  const [medium, narrow] = [getSpans('medium', cards), getSpans('narrow', cards)];
  return ({ id, w, h }: DashboardCard) => ({
    gridColumn: `span ${w}`,
    gridRow: `span ${h}`,
    minWidth: 0,
    '@container board (max-width: 1080px)': { gridColumn: `span ${medium.get(id) ?? COLUMNS}` },
    '@container board (max-width: 620px)': { gridColumn: `span ${narrow.get(id) ?? COLUMNS}` },
  });
}

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
  return cards.map((card) => ({ ...card, w: getSpan(size, card.w) }));
}
/** Rows of cards of equal height, each as wide as the grid. */
export const toFullRows = (cards: readonly DashboardCard[]): readonly (readonly DashboardCard[])[] =>
  toRows(cards).map(widenRow);
/** Fills the gaps that hidden cards leave in the default dashboard. Stored arrangements are not changed. */
export const fillRows = (cards: readonly DashboardCard[]): readonly DashboardCard[] => toFullRows(cards).flat();
