/** Shared dashboards: what is stored is a dashboard, and nothing else. */
import { board } from '../../common/entities/board';
import type { Json } from '../../common/entity/field';
import { readCards, STANDARD_CARDS } from '../../common/live/cards';
import { mergeCards } from '../../common/live/mergeCards';
import { fault } from '../../common/protocol/faults';
import { behave } from '../engine/behaviour';

const USUAL_CARDS = JSON.parse(JSON.stringify(STANDARD_CARDS)) as Json;
const isEmpty = (cards: unknown): boolean => cards === undefined || (Array.isArray(cards) && cards.length === 0);

/** Two who arrange a board at once lose nothing of each other. */
function merged(base: Json, mine: Json, theirs: Json): Json | undefined {
  const [was, own, other] = [readCards(base), readCards(mine), readCards(theirs)];
  if (was === undefined || own === undefined || other === undefined) return undefined;
  return JSON.parse(JSON.stringify(mergeCards(was, own, other))) as Json;
}

/** A new board starts with the usual cards, as a fresh dashboard does. */
export const boardBehaviour = behave(board, {
  merge: { cards: merged },
  beforeWrite: (_step, changes, before) => {
    const isFresh = before === undefined && isEmpty(changes.cards);
    if (isFresh) return { ...changes, cards: USUAL_CARDS };
    if (changes.cards === undefined) return changes;
    const cards = readCards(changes.cards);
    if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
    return changes;
  },
});
