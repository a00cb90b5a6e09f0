/** Leaves out cards of entities that do not exist or that the reader may not read. */
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
        return e === undefined || (registry.get(e) !== undefined && entities[e] !== undefined);
      }),
    [cards, registry, entities],
  );
}
