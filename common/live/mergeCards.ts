/** Three-way merge of dashboards that two people arrange at once: changes of both to a card are kept, and a card is where it was last put. */
import type { DashboardCard } from './dashboardCards';

type Cards = readonly DashboardCard[];

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const indexById = (cards: Cards): ReadonlyMap<string, DashboardCard> => new Map(cards.map((card) => [card.id, card]));

/** Merges one card: the changes of both sides; mine where both changed the same key. */
function mergeCard(base: DashboardCard, mine: DashboardCard, theirs: DashboardCard): DashboardCard {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as ReadonlySet<keyof DashboardCard>;
  const merged: Partial<Record<keyof DashboardCard, unknown>> = {};
  for (const key of keys) {
    const value = isEqual(mine[key], base[key]) ? theirs[key] : mine[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged as unknown as DashboardCard; // made of two cards of one id
}

/** Undefined when the card is removed. A card that one side removed stays if the other side changed it. */
function mergeOne(
  base: DashboardCard | undefined,
  mine: DashboardCard | undefined,
  theirs: DashboardCard | undefined,
): DashboardCard | undefined {
  if (mine === undefined) return base !== undefined && isEqual(base, theirs) ? undefined : theirs;
  if (theirs === undefined) return base !== undefined && isEqual(base, mine) ? undefined : mine;
  return base === undefined ? mine : mergeCard(base, mine, theirs);
}

/** Longest common subsequence of ids in both lists. */
function longestCommonSubsequence(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const lengthsRow = lengths[row];
      if (lengthsRow !== undefined)
        lengthsRow[column] =
          from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const common = new Set<string>();
  for (let [row, column] = [0, 0]; row < from.length && column < to.length;) {
    const id = from[row];
    if (id !== undefined && id === to[column]) {
      common.add(id);
      [row, column] = [row + 1, column + 1];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}

/** Their order, with every card that I moved placed behind its predecessor in my order. */
function mergeOrder(base: Cards, mine: Cards, theirs: Cards): readonly string[] {
  const ids = (cards: Cards) => cards.map(({ id }) => id);
  const unmovedIds = longestCommonSubsequence(ids(base), ids(mine));
  const ownCards = new Set(ids(mine));
  const order = ids(theirs).filter((id) => unmovedIds.has(id) || !ownCards.has(id));
  ids(mine).forEach((id, index, all) => {
    if (order.includes(id)) return;
    const before = all.slice(0, index).findLast((previousId) => order.includes(previousId));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** Three-way merge by card. Invariant: if `theirs` is unchanged the result is `mine`, and if `mine` is unchanged it is `theirs`. */
export function mergeCards(base: Cards, mine: Cards, theirs: Cards): Cards {
  if (isEqual(base, mine) || isEqual(mine, theirs)) return theirs;
  if (isEqual(base, theirs)) return mine;
  const [baseCards, ownCards, otherCards] = [indexById(base), indexById(mine), indexById(theirs)];
  return mergeOrder(base, mine, theirs).flatMap(
    (id) => mergeOne(baseCards.get(id), ownCards.get(id), otherCards.get(id)) ?? [],
  );
}
