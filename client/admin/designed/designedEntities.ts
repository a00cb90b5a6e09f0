/** Reads the definitions of designed entities and adds them to the built-in ones. The code is loaded with the first definition. */
import { parseEntity } from '../../../common/definition/parseEntity';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { entityLabels } from '../../../common/locales/entityLabels';
import { lazyTranslations } from '../../../common/locales/lazyTranslations';
import type { StoredDefinition } from '../../shared/api/bootstrap';
import type { App } from '../../shared/app/appContext';
import { currentLanguage } from '../../shared/i18n/i18n';
import { addTranslations } from '../../shared/i18n/useAddTranslations';
import { APP_PATHS } from '../../shared/routing/safeRedirects';

export interface DesignedEntities {
  /** The built-in entities and those of the definitions. An entity is the same object while its definition stays the same. */
  readonly registryWith: (definitions: readonly StoredDefinition[]) => Registry;
  /** Shows a notice for each entity of the registry that appeared since the console was opened. */
  readonly announceNew: (registry: Registry) => void;
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

/** `initial`: the definitions with which the console opened. */
export function createDesignedEntities(
  app: App,
  builtIn: Registry,
  initial: readonly StoredDefinition[],
): DesignedEntities {
  const known = new Map<string, ReadDefinition>();
  const announced = new Set(initial.map(({ name }) => name));
  const entityOf = (definition: StoredDefinition): AnyEntity | undefined => {
    const json = JSON.stringify(definition);
    const former = known.get(definition.name);
    const read = former?.json === json ? former : readDefinition(definition, json, app.log);
    known.set(definition.name, read);
    return read.entity;
  };
  return {
    registryWith: (definitions) => {
      const designed = definitions.flatMap((definition) =>
        builtIn.get(definition.name) === undefined ? (entityOf(definition) ?? []) : [],
      );
      const byName = new Map(designed.map((entity) => [entity.name, entity]));
      return { all: [...builtIn.all, ...designed], get: (name) => builtIn.get(name) ?? byName.get(name) };
    },
    announceNew: ({ all }) => {
      const added = all.filter(({ name }) => builtIn.get(name) === undefined && !announced.has(name));
      for (const entity of added) announce(app, entity);
      for (const { name } of added) announced.add(name);
    },
  };
}

function announce({ i18n, toasts, navigate }: App, entity: AnyEntity): void {
  addTranslations(i18n, lazyTranslations);
  const { many } = entityLabels(entity, currentLanguage(i18n));
  const open = {
    label: i18n.t('designerScreen.notice.open'),
    run: () => navigate(`${APP_PATHS.admin.home}/${entity.name}`),
  };
  toasts.show('info', i18n.t('designerScreen.notice.new_entity', { name: many }), open, `designed/${entity.name}`, []);
}
