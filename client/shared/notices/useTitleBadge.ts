/** A hidden tab says in its title how much arrived meanwhile: `(2) News - Atrium`; looking at it takes the number away. */
import { useEffect, useEffectEvent, useRef } from 'react';

const BADGE = /^\(\d+\+?\) /;
const MAX_COUNT = 99;
const titleWithBadge = (title: string, count: number): string => {
  const plainTitle = title.replace(BADGE, '');
  return count === 0 ? plainTitle : `(${count > MAX_COUNT ? `${MAX_COUNT}+` : count}) ${plainTitle}`;
};

/** Answers how to say that so much arrived. */
export function useTitleBadge(): (count: number) => void {
  const unseenCount = useRef(0);
  const updateTitle = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') unseenCount.current = 0;
    document.title = titleWithBadge(document.title, unseenCount.current);
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', updateTitle);
    return () => document.removeEventListener('visibilitychange', updateTitle);
  }, []);
  return (count) => {
    if (document.visibilityState !== 'hidden') return;
    unseenCount.current += count;
    document.title = titleWithBadge(document.title, unseenCount.current);
  };
}
