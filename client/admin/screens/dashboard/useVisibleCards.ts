/** Leaves out cards of entities that do not exist, and cards of which the reader may not read the rows or a column. */
import { useMemo } from 'react';
import { findCardEntity, type DashboardCard } from '../../../../common/live/dashboardCards';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/api/bootstrap';

export function useVisibleCards(cards: readonly DashboardCard[]): readonly DashboardCard[] {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  return useMemo(
    () =>
      cards.filter((card) => {
        const e = findCardEntity(card);
        if (e === undefined) return true;
        const rights = registry.get(e) && entities[e];
        const columns = [card.add, card.by, card.at, card.also];
        return (
          rights !== undefined && columns.every((column) => column === undefined || rights.readable.includes(column))
        );
      }),
    [cards, registry, entities],
  );
}
