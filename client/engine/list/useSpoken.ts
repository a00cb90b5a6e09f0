/** What is read out of a text that changes: the newest words, but not at every change. */
import { useEffect, useRef, useState } from 'react';

export const SPEAK_EVERY_MS = 5_000;

export function useSpoken(text: string): string {
  const [spoken, setSpoken] = useState('');
  const last = useRef(-Infinity);
  useEffect(() => {
    const speak = () => {
      last.current = Date.now();
      setSpoken(text);
    };
    const timer = setTimeout(speak, Math.max(0, last.current + SPEAK_EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return spoken;
}
