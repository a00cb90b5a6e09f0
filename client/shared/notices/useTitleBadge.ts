/** A hidden tab says in its title how much arrived meanwhile: `(2) News - Atrium`; looking at it takes the number away. */
import { useEffect, useEffectEvent, useRef } from 'react';

const BADGE = /^\(\d+\+?\) /;
const MOST = 99;
const badged = (title: string, count: number): string => {
  const plain = title.replace(BADGE, '');
  return count === 0 ? plain : `(${count > MOST ? `${MOST}+` : count}) ${plain}`;
};

/** Answers how to say that so much arrived. */
export function useTitleBadge(): (count: number) => void {
  const arrived = useRef(0);
  const show = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') arrived.current = 0;
    document.title = badged(document.title, arrived.current);
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, []);
  return (count) => {
    if (document.visibilityState !== 'hidden') return;
    arrived.current += count;
    document.title = badged(document.title, arrived.current);
  };
}
