/** The configuration of the engine with the entities that were designed in the console. */
import { useEffect, useMemo, useState } from 'react';
import { useEngine, type EngineConfig } from '../../engine/engineContext';
import type { StoredDefinition } from '../../shared/api/bootstrap';
import { useApp } from '../../shared/app/appContext';
import { useIsOnline } from '../../shared/app/useIsOnline';
import type { DesignedEntities } from './designedEntities';

/**
 * Returns the configuration for the definitions of the bootstrap; undefined until they can be shown. The code that reads definitions is
 * loaded with the first one. If it cannot be loaded, the console opens without designed entities and tries again once it is online.
 */
export function useDesignedEngine(definitions: readonly StoredDefinition[] | undefined): EngineConfig | undefined {
  const app = useApp();
  const builtIn = useEngine();
  const isOnline = useIsOnline();
  const [designed, setDesigned] = useState<DesignedEntities | 'unavailable'>();
  /** The definitions with which the console opened. */
  const [initial, setInitial] = useState(definitions);
  if (initial === undefined && definitions !== undefined) setInitial(definitions);
  const isLoaded = typeof designed === 'object';
  const isMissing = !isLoaded && definitions !== undefined && definitions.length > 0;
  useEffect(() => {
    if (!isMissing || !isOnline || initial === undefined) return;
    import('./designedEntities').then(
      ({ createDesignedEntities }) => setDesigned(createDesignedEntities(app, builtIn.registry, initial)),
      () => setDesigned('unavailable'),
    );
  }, [app, builtIn, isMissing, isOnline, initial]);
  const engine = useMemo(
    () => (isLoaded && definitions ? { ...builtIn, registry: designed.registryWith(definitions) } : builtIn),
    [builtIn, isLoaded, designed, definitions],
  );
  useEffect(() => {
    if (isLoaded) designed.announceNew(engine.registry);
  }, [isLoaded, designed, engine.registry]);
  // When the first definition arrives later, the open screens stay while its code is loaded.
  const isWaiting = isMissing && designed === undefined && initial === definitions;
  return isWaiting ? undefined : engine;
}
