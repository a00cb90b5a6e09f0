/** What arranging does to a list of cards. */
import { CARD_LIMITS, type Card } from '../../../../../common/live/dashboardCards';

type Cards = readonly Card[];

/** Puts a card in the place of another. */
export function moved(cards: Cards, id: string, target: string): Cards {
  const card = cards.find((one) => one.id === id);
  const to = cards.findIndex((one) => one.id === target);
  if (card === undefined || to < 0 || id === target) return cards;
  const rest = cards.filter((one) => one !== card);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}
/** One place earlier or later. */
export function stepped(cards: Cards, id: string, by: -1 | 1): Cards {
  const neighbour = cards[cards.findIndex((one) => one.id === id) + by];
  return neighbour === undefined ? cards : moved(cards, id, neighbour.id);
}
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
export const resized = (cards: Cards, id: string, by: { readonly w?: number; readonly h?: number }): Cards =>
  cards.map((card) =>
    card.id === id
      ? {
          ...card,
          w: within(card.w + (by.w ?? 0), 2, CARD_LIMITS.columns),
          h: within(card.h + (by.h ?? 0), 2, CARD_LIMITS.rows),
        }
      : card,
  );
export const removed = (cards: Cards, id: string): Cards => cards.filter((card) => card.id !== id);
