/** How cards lie: twelve columns, fewer where there is less room, two on a phone. */
import type { Card } from '../../../../common/live/dashboardCards';

const ROW = 64;
const GAP = 16;

/** The grid itself; it looks at its own width, not at the window's. */
export const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gridAutoRows: `calc(${ROW}px * var(--wall, 1))`,
  gridAutoFlow: 'row dense',
  gap: `${GAP}px`,
  '@container board (max-width: 620px)': { gap: '10px' },
} as const;

/** How many of twelve columns a card takes where there is less room. */
type Room = 'medium' | 'narrow';
const spanIn = (room: Room, w: number): number => {
  if (room === 'medium') return w <= 3 ? 3 : w <= 5 ? 6 : 12;
  return w <= 3 ? 6 : 12;
};

/** Cards of one span stand side by side; the last of them takes what its row has left. */
function spansIn(room: Room, cards: readonly Card[]): ReadonlyMap<string, number> {
  const spans = new Map<string, number>();
  let taken = 0;
  cards.forEach(({ id, w }, at) => {
    const span = spanIn(room, w);
    const next = cards[at + 1];
    taken = (taken % 12) + span;
    const ends = next === undefined || spanIn(room, next.w) !== span;
    spans.set(id, ends ? span + 12 - taken : span);
    if (ends) taken = 0;
  });
  return spans;
}

/** The place of each card in the grid. */
export function cellsOf(cards: readonly Card[]) {
  const [medium, narrow] = [spansIn('medium', cards), spansIn('narrow', cards)];
  return ({ id, w, h }: Card) => ({
    gridColumn: `span ${w}`,
    gridRow: `span ${h}`,
    minWidth: 0,
    '@container board (max-width: 1080px)': { gridColumn: `span ${medium.get(id) ?? 12}` },
    '@container board (max-width: 620px)': { gridColumn: `span ${narrow.get(id) ?? 12}` },
  });
}

const COLUMNS = 12;

/** Cards of one height side by side until there is no more room. */
function rowsOf(cards: readonly Card[]): readonly (readonly Card[])[] {
  const rows: Card[][] = [];
  let [filled, height] = [COLUMNS, 0];
  for (const card of cards) {
    if (filled + card.w > COLUMNS || card.h !== height) {
      rows.push([]);
      [filled, height] = [0, card.h];
    }
    filled += card.w;
    rows.at(-1)?.push(card);
  }
  return rows;
}

/** A row that is not full shares what is left among its cards, the last ones first; hidden cards leave no holes. */
function widened(row: readonly Card[]): readonly Card[] {
  const left = COLUMNS - row.reduce((sum, { w }) => sum + w, 0);
  const [each, over] = [Math.floor(left / row.length), left % row.length];
  return row.map((card, at) => ({ ...card, w: card.w + each + (at >= row.length - over ? 1 : 0) }));
}
/** The usual cards without holes, whatever the reader may not see. Cards somebody arranged lie as he laid them. */
export const filled = (cards: readonly Card[]): readonly Card[] => rowsOf(cards).flatMap(widened);
