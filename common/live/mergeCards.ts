/** Two people arrange one dashboard at once: what each did to a card stands, and cards lie where they were last put. */
import type { Card } from './cards';

type Cards = readonly Card[];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const byId = (cards: Cards): ReadonlyMap<string, Card> => new Map(cards.map((card) => [card.id, card]));

/** What both changed of one card, each where he changed it; mine where both did. */
function mergeCard(base: Card, mine: Card, theirs: Card): Card {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as ReadonlySet<keyof Card>;
  const merged: Partial<Record<keyof Card, unknown>> = {};
  for (const key of keys) {
    const value = same(mine[key], base[key]) ? theirs[key] : mine[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged as unknown as Card; // made of two cards of one id
}

/** Undefined: it is gone. What one removed stays when the other worked on it. */
function settled(base: Card | undefined, mine: Card | undefined, theirs: Card | undefined): Card | undefined {
  if (mine === undefined) return base !== undefined && same(base, theirs) ? undefined : theirs;
  if (theirs === undefined) return base !== undefined && same(base, mine) ? undefined : mine;
  return base === undefined ? mine : mergeCard(base, mine, theirs);
}

/** The ids of one list that keep their order in the other: a longest one of all such. */
function steady(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const line = lengths[row];
      if (line !== undefined)
        line[column] =
          from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const kept = new Set<string>();
  for (let [row, column] = [0, 0]; row < from.length && column < to.length;) {
    const id = from[row];
    if (id !== undefined && id === to[column]) {
      kept.add(id);
      [row, column] = [row + 1, column + 1];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

/** Their order, with every card I put somewhere behind the one it stands behind in mine. */
function ordered(base: Cards, mine: Cards, theirs: Cards): readonly string[] {
  const ids = (cards: Cards) => cards.map(({ id }) => id);
  const still = steady(ids(base), ids(mine));
  const own = new Set(ids(mine));
  const order = ids(theirs).filter((id) => still.has(id) || !own.has(id));
  ids(mine).forEach((id, at, all) => {
    if (order.includes(id)) return;
    const before = all.slice(0, at).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** A three-way merge by card. LAW: with `theirs` as it was it is `mine`, and with `mine` as it was it is `theirs`. */
export function mergeCards(base: Cards, mine: Cards, theirs: Cards): Cards {
  if (same(base, mine) || same(mine, theirs)) return theirs;
  if (same(base, theirs)) return mine;
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)];
  return ordered(base, mine, theirs).flatMap((id) => settled(was.get(id), own.get(id), other.get(id)) ?? []);
}
