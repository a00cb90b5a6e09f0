/** Loads the region names when a region is shown; null until then. */
import { useContext, useEffect, useState } from 'react';
import { OnlineContext } from '../../../ui/lazyWithRetry';
import type * as AreaNames from './regionNames';

type RegionNames = typeof AreaNames;

export function useRegionNames(isWanted = true): RegionNames | null {
  const [names, setNames] = useState<RegionNames | null>(null);
  const isOnline = useContext(OnlineContext);
  const isRequested = isWanted && names === null;
  useEffect(() => {
    let isMounted = true;
    const ignoreError = () => undefined;
    // A failed load is repeated after reconnecting.
    if (isRequested)
      void import('./regionNames').then((regionModule) => isMounted && setNames(regionModule), ignoreError);
    return () => {
      isMounted = false;
    };
  }, [isRequested, isOnline]);
  return names;
}
