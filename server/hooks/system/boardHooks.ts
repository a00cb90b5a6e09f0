/** Hooks of shared dashboards: stored cards are valid, and the row names the admin who last changed them. */
import { board } from '../../../common/entities/board';
import type { Json } from '../../../common/entity/field';
import { parseCards, DEFAULT_CARDS } from '../../../common/live/dashboardCards';
import { mergeCards } from '../../../common/live/mergeCards';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';

const INITIAL_CARDS = JSON.parse(JSON.stringify(DEFAULT_CARDS)) as Json;
const isEmpty = (cards: unknown): boolean => cards === undefined || (Array.isArray(cards) && cards.length === 0);

/** Merges the cards of two concurrent edits. */
function mergeBoardCards(base: Json, mine: Json, theirs: Json): Json | undefined {
  const [baseCards, myCards, theirCards] = [parseCards(base), parseCards(mine), parseCards(theirs)];
  if (baseCards === undefined || myCards === undefined || theirCards === undefined) return undefined;
  return JSON.parse(JSON.stringify(mergeCards(baseCards, myCards, theirCards))) as Json;
}

/** Kiosk displays show the cards with at most the permissions of this admin; cards that the system arranges for nobody have no such limit. */
const findArrangerId = ({ actor }: HookContext, named: number | null = null): number | null =>
  actor.kind === 'staff' ? actor.id : named;

/** A new board starts with the default cards, like a new dashboard. */
export const boardHooks = defineHooks(board, {
  merge: { cards: mergeBoardCards },
  beforeWrite: (hook, changes, before) => {
    const isFresh = before === undefined && isEmpty(changes.cards);
    if (isFresh) return { ...changes, cards: INITIAL_CARDS, arranged_by: findArrangerId(hook) };
    if (changes.cards === undefined) return changes;
    const cards = parseCards(changes.cards);
    if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
    // A restored board keeps its arranger: restoring does not confirm the cards. So does one whose cards the system changes.
    if (isRestored(before)) return changes;
    return { ...changes, arranged_by: findArrangerId(hook, changes.arranged_by ?? before?.arranged_by) };
  },
});
