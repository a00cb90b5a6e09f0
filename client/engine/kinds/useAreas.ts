/** The dataset of places once it is there; asked for only where a place is shown. */
import { useContext, useEffect, useState } from 'react';
import { LineContext } from '../../ui/lazyPart';
import type * as AreaNames from './areaNames';

type Names = typeof AreaNames;

export function useAreas(wanted = true): Names | null {
  const [names, setNames] = useState<Names | null>(null);
  const up = useContext(LineContext);
  const asked = wanted && names === null;
  useEffect(() => {
    let mounted = true;
    const unnamed = () => undefined;
    // What did not come while the line was down comes when it is back.
    if (asked) void import('./areaNames').then((loaded) => mounted && setNames(loaded), unnamed);
    return () => {
      mounted = false;
    };
  }, [asked, up]);
  return names;
}
