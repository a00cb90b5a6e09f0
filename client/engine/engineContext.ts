/** What the app hands to the engine: the nouns it serves, and their exceptions. The engine itself knows no noun by name. */
import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import type { Registry } from '../../common/entity/registry';
import type { Override } from './override';

export interface Engine {
  readonly registry: Registry;
  readonly overrides: ReadonlyMap<string, Override>;
}
export const engineOf = (registry: Registry, overrides: readonly Override[] = []): Engine => ({
  registry,
  overrides: new Map(overrides.map((exception) => [exception.entity, exception])),
});

export const EngineContext = createContext<Engine | null>(null);

export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('useEngine needs an EngineContext above it');
  return engine;
}
export const useEntityNamed = (name: string): AnyEntity | undefined => useEngine().registry.get(name);
export const useOverride = (entity: AnyEntity): Override | undefined => useEngine().overrides.get(entity.name);
