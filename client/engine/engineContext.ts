/** Configuration of the engine: entities and overrides. The engine itself knows no entity by name. */
import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import { defaultListColumns } from '../../common/entity/lists/defaultColumns';
import type { Registry } from '../../common/entity/registry';
import type { EntityOverride } from './override';

export interface EngineConfig {
  readonly registry: Registry;
  readonly overrides: ReadonlyMap<string, EntityOverride>;
  /** Names of designed entities: the designer chose the columns of their lists. */
  readonly designed: ReadonlySet<string>;
}
export const createEngineConfig = (
  registry: Registry,
  overrides: readonly EntityOverride[] = [],
  designed: ReadonlySet<string> = new Set(),
): EngineConfig => ({
  registry,
  overrides: new Map(overrides.map((entityOverride) => [entityOverride.entity, entityOverride])),
  designed,
});

export const EngineContext = createContext<EngineConfig | null>(null);

export function useEngine(): EngineConfig {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('useEngine needs an EngineContext above it');
  return engine;
}
export const useEntity = (name: string): AnyEntity | undefined => useEngine().registry.get(name);
export const useOverride = (entity: AnyEntity): EntityOverride | undefined => useEngine().overrides.get(entity.name);

/** The columns of a list until a person chooses others. */
export function useDefaultColumns(entity: AnyEntity): readonly string[] {
  return useEngine().designed.has(entity.name) ? entity.spec.list.columns : defaultListColumns(entity);
}
