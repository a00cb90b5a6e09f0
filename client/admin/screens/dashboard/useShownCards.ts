/** The cards a reader may see: those about nouns that are not there, or not his to read, are left out. */
import { cardEntity, type Card } from '../../../../common/live/dashboardCards';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/api/bootstrap';

export function useShownCards(cards: readonly Card[]): readonly Card[] {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  return cards.filter((card) => {
    const e = cardEntity(card);
    return e === undefined || (registry.get(e) !== undefined && entities[e] !== undefined);
  });
}
