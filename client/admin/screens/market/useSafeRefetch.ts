/** Repeats a query unless the screen is gone: RTK Query throws for a query that nobody shows. */
import { useEffect, useRef } from 'react';

export function useSafeRefetch(refetch: () => unknown): () => void {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => {
    if (isMounted.current) refetch();
  };
}
