/** Live mode: new rows come in by themselves, but only where they cannot push anything from under a hand or an eye. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ListModel } from './useListModel';

const IDLE_MS = 10_000;
const newestFirst = ({ state }: ListModel) => {
  const [first] = state.sort;
  return first?.dir === 'desc' && (first.field === 'id' || first.field === 'create_time');
};

export function useAutoShow(model: ListModel) {
  const { rows, selected, state, tree } = model;
  const [on, set] = useState(true);
  const [inside, setInside] = useState(false);
  const show = useEffectEvent(rows.show);
  const calm = selected.length === 0 && !inside;
  const entering = on && !tree && state.page === 1 && newestFirst(model) && rows.list.entrants.length > 0;
  const leaving =
    Object.keys(rows.list.gone).length > 0 && rows.list.entrants.length === 0 && rows.list.moved.length === 0;
  const now = calm && entering && !rows.list.stale;
  const later = calm && leaving && !rows.list.stale;
  useEffect(() => {
    if (!now && !later) return undefined;
    const timer = setTimeout(show, now ? 0 : IDLE_MS);
    return () => clearTimeout(timer);
  }, [now, later]);
  return {
    live: { on, set },
    pointer: { onPointerEnter: () => setInside(true), onPointerLeave: () => setInside(false) },
  };
}
