/** Registers the entities of super admins and designed entities (definitions from the bootstrap response). Loaded only when there is one. */
import { parseEntity } from '../../../common/definition/parseEntity';
import { superEntities } from '../../../common/entities/superEntities';
import type { AnyEntity } from '../../../common/entity/entity';
import { entityLabels } from '../../../common/locales/entityLabels';
import { createEngineConfig, type EngineConfig } from '../../engine/engineContext';
import type { StoredDefinition } from '../../shared/api/bootstrap';
import type { App } from '../../shared/app/appContext';
import { currentLanguage } from '../../shared/i18n/i18n';
import { addTranslations } from '../../shared/i18n/useAddTranslations';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { crudDesignOverride } from '../overrides/crudDesign';
import { newEntityKey } from './newEntityKey';

export interface DesignedEntities {
  /**
   * The configuration with the entities of the definitions, and with those of super admins. An entity is the same object while its
   * definition stays the same.
   */
  readonly createEngineFor: (definitions: readonly StoredDefinition[], isSuper: boolean) => EngineConfig;
  /** Shows a notice for each designed entity that appeared since the console was opened. */
  readonly announceNew: (definitions: readonly StoredDefinition[]) => void;
}

interface ReadDefinition {
  readonly json: string;
  /** Undefined when the definition cannot be read. */
  readonly entity: AnyEntity | undefined;
}
function readDefinition(definition: StoredDefinition, json: string, log: App['log']): ReadDefinition {
  const parsed = parseEntity(definition);
  if ('entity' in parsed) return { json, entity: parsed.entity };
  log(`definition of ${definition.name}: ${parsed.problems.join('; ')}`);
  return { json, entity: undefined };
}

/** Reads definitions, and remembers them by name. */
function createDefinitionCache(log: App['log']): (definition: StoredDefinition) => AnyEntity | undefined {
  const known = new Map<string, ReadDefinition>();
  return (definition) => {
    const json = JSON.stringify(definition);
    const former = known.get(definition.name);
    const read = former?.json === json ? former : readDefinition(definition, json, log);
    known.set(definition.name, read);
    return read.entity;
  };
}

/** `initial`: the definitions with which the console opened. */
export function createDesignedEntities(
  app: App,
  builtIn: EngineConfig,
  initial: readonly StoredDefinition[],
): DesignedEntities {
  const readEntity = createDefinitionCache(app.log);
  const announced = new Set(initial.map(({ name }) => name));
  const listDesigned = (definitions: readonly StoredDefinition[]): readonly AnyEntity[] =>
    definitions.flatMap((definition) =>
      builtIn.registry.get(definition.name) === undefined ? (readEntity(definition) ?? []) : [],
    );
  return {
    createEngineFor: (definitions, isSuper) => {
      const designedEntities = listDesigned(definitions);
      const addedEntities = [...(isSuper ? Object.values(superEntities) : []), ...designedEntities];
      const byName = new Map(addedEntities.map((entity) => [entity.name, entity]));
      const { all, get } = builtIn.registry;
      const registry = {
        all: [...all, ...[...byName.values()].filter(({ name }) => get(name) === undefined)],
        get: (name: string) => get(name) ?? byName.get(name),
      };
      const overrides = [...builtIn.overrides.values(), ...(isSuper ? [crudDesignOverride] : [])];
      return createEngineConfig(registry, overrides, new Set(designedEntities.map(({ name }) => name)));
    },
    announceNew: (definitions) => {
      const newEntities = listDesigned(definitions).filter(({ name }) => !announced.has(name));
      for (const { name } of newEntities) announced.add(name);
      if (newEntities.length > 0) void announce(app, newEntities);
    },
  };
}

async function announce({ i18n, toasts, navigate, log }: App, newEntities: readonly AnyEntity[]): Promise<void> {
  try {
    const { lazyTranslations } = await import('../../../common/locales/lazyTranslations');
    addTranslations(i18n, lazyTranslations);
  } catch {
    log('the texts of the notice could not be loaded');
    return;
  }
  for (const entity of newEntities) {
    const { many } = entityLabels(entity, currentLanguage(i18n));
    const open = {
      label: i18n.t('designerScreen.notice.open'),
      run: () => navigate(`${APP_PATHS.admin.home}/${entity.name}`),
    };
    toasts.show(
      'info',
      i18n.t('designerScreen.notice.new_entity', { name: many }),
      open,
      newEntityKey(entity.name),
      [],
    );
  }
}
