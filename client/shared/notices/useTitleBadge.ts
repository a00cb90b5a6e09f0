/** Shows the number of new notices in the title of a hidden tab: `(2) News - Atrium`; showing the tab resets it. */
import { useEffect, useEffectEvent, useRef } from 'react';

const BADGE = /^\(\d+\+?\) /;
const MAX_COUNT = 99;
const titleWithBadge = (title: string, count: number): string => {
  const plainTitle = title.replace(BADGE, '');
  return count === 0 ? plainTitle : `(${count > MAX_COUNT ? `${MAX_COUNT}+` : count}) ${plainTitle}`;
};

/** Returns the function that adds to the number. */
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
