/** Accessibility (aria-live): throttles the announcements of a changing text. */
import { useEffect, useRef, useState } from 'react';

export const ANNOUNCE_INTERVAL_MS = 5_000;

export function useLiveRegionText(text: string): string {
  const [announced, setAnnounced] = useState('');
  const last = useRef(-Infinity);
  useEffect(() => {
    const announce = () => {
      last.current = Date.now();
      setAnnounced(text);
    };
    const timer = setTimeout(announce, Math.max(0, last.current + ANNOUNCE_INTERVAL_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return announced;
}
