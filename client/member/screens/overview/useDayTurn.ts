/** Says when the day of the house turns: told by the server, kept by its clock, however long the page slept meanwhile. */
import { useEffect, useEffectEvent } from 'react';
import { useAppSelector } from '../../../shared/createStore';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 20_000;
/** Not everybody asks in the same instant. */
const JITTER_MS = 3_000;

/** `until`: the first second of the next day, unix; 0 while it is unknown. */
export function useDayTurn(until: number, onTurn: () => void): void {
  const offset = useAppSelector(({ connection }) => connection.offset);
  const left = useEffectEvent(() => until * 1000 - (Date.now() + offset));
  const turn = useEffectEvent(onTurn);
  useEffect(() => {
    if (until === 0) return undefined;
    const late = Math.random() * JITTER_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const rest = left() + late;
      if (rest <= 0) turn();
      timer = setTimeout(look, rest <= 0 ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rest)));
    };
    look();
    return () => clearTimeout(timer);
  }, [until]);
}
