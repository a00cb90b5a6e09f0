/** The dataset of places once it is there; asked for only where a place is shown. */
import { useEffect, useState } from 'react';
import type * as AreaNames from './areaNames';

type Names = typeof AreaNames;

export function useAreas(wanted = true): Names | null {
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => {
    let mounted = true;
    if (wanted) void import('./areaNames').then((loaded) => mounted && setNames(loaded));
    return () => {
      mounted = false;
    };
  }, [wanted]);
  return names;
}
