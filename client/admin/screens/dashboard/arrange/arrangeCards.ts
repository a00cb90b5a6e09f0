/** Pure functions that change the list of cards. */
import { CARD_LIMITS, type DashboardCard } from '../../../../../common/live/dashboardCards';

type Cards = readonly DashboardCard[];

/** Moves a card to the position of another. */
export function moveCard(cards: Cards, id: string, target: string): Cards {
  const card = cards.find((other) => other.id === id);
  const to = cards.findIndex((other) => other.id === target);
  if (card === undefined || to < 0 || id === target) return cards;
  const otherCards = cards.filter((other) => other !== card);
  return [...otherCards.slice(0, to), card, ...otherCards.slice(to)];
}
/** Moves a card by one position. */
export function stepCard(cards: Cards, id: string, by: -1 | 1): Cards {
  const neighbor = cards[cards.findIndex((other) => other.id === id) + by];
  return neighbor === undefined ? cards : moveCard(cards, id, neighbor.id);
}
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
export const resizeCard = (cards: Cards, id: string, by: { readonly w?: number; readonly h?: number }): Cards =>
  cards.map((card) =>
    card.id === id
      ? {
          ...card,
          w: clamp(card.w + (by.w ?? 0), 2, CARD_LIMITS.columns),
          h: clamp(card.h + (by.h ?? 0), 2, CARD_LIMITS.rows),
        }
      : card,
  );
export const removeCard = (cards: Cards, id: string): Cards => cards.filter((card) => card.id !== id);
