/** Refetches a query unless the screen is unmounted: RTK Query throws for a query without a subscriber. */
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
