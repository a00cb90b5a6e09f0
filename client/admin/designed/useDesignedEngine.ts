/** The configuration of the engine with the entities that not every console has: those of super admins, and those that were designed. */
import { useEffect, useMemo, useState } from 'react';
import { useEngine, type EngineConfig } from '../../engine/engineContext';
import type { Bootstrap } from '../../shared/api/bootstrap';
import { useApp } from '../../shared/app/appContext';
import { useIsOnline } from '../../shared/app/useIsOnline';
import type { DesignedEntities } from './designedEntities';

const needsMore = ({ admin, definitions }: Bootstrap): boolean => admin.super || definitions.length > 0;

/**
 * Returns the configuration for the bootstrap; undefined until it can be shown. The code of the further entities is loaded with the first
 * bootstrap that needs it. If it cannot be loaded, the console opens without them and tries again once it is online.
 */
export function useDesignedEngine(bootstrap: Bootstrap | undefined): EngineConfig | undefined {
  const app = useApp();
  const builtIn = useEngine();
  const isOnline = useIsOnline();
  const [designed, setDesigned] = useState<DesignedEntities | 'unavailable'>();
  /** The bootstrap with which the console opened. */
  const [initial, setInitial] = useState(bootstrap);
  if (initial === undefined && bootstrap !== undefined) setInitial(bootstrap);
  const isLoaded = typeof designed === 'object';
  const isMissing = !isLoaded && bootstrap !== undefined && needsMore(bootstrap);
  useEffect(() => {
    if (!isMissing || !isOnline || initial === undefined) return;
    import('./designedEntities').then(
      ({ createDesignedEntities }) => setDesigned(createDesignedEntities(app, builtIn, initial.definitions)),
      () => setDesigned('unavailable'),
    );
  }, [app, builtIn, isMissing, isOnline, initial]);
  const [isSuper, definitions] = [bootstrap?.admin.super === true, bootstrap?.definitions];
  const engine = useMemo(
    () => (isLoaded && definitions ? designed.createEngineFor(definitions, isSuper) : builtIn),
    [builtIn, isLoaded, designed, definitions, isSuper],
  );
  useEffect(() => {
    if (isLoaded && definitions) designed.announceNew(definitions);
  }, [isLoaded, designed, definitions]);
  // When the first definition arrives later, the open screens stay while its code is loaded.
  const isWaiting = isMissing && designed === undefined && initial === bootstrap;
  return isWaiting ? undefined : engine;
}
