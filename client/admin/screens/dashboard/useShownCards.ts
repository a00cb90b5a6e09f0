/** The cards a reader may see: those about nouns that are not there, or not his to read, are left out. */
import { nounOf, type Card } from '../../../../common/live/cards';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/bootstrap';

export function useShownCards(cards: readonly Card[]): readonly Card[] {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  return cards.filter((card) => {
    const e = nounOf(card);
    return e === undefined || (registry.get(e) !== undefined && entities[e] !== undefined);
  });
}
