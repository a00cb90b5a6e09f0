/**
 * Exports a definition as generated TypeScript code (entity definition and migration), and as a JSON file from which another installation
 * starts a design.
 */
import { serializeEntity } from '../../common/definition/parseEntity';
import { printDesignFiles } from '../../common/designer/printMigration';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import type { Lang } from '../../common/lang';
import { createTable } from '../engine/schema/ddl';
import { buildTableShape } from '../engine/schema/tableShape';
import type { Services } from '../context';
import { invalidDesignFault } from './describeProblems';
import { previewDesign } from './previewDesign';
import { loadDefinitionVersion } from './definitionVersions';

interface ExportDeps {
  readonly services: Services;
  readonly registry: RuntimeRegistry;
}
export interface ExportedFiles {
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

const getFiles = (entity: AnyEntity): ExportedFiles => {
  const shape = buildTableShape(entity);
  const statements = { sqlite: createTable('sqlite', shape), mariadb: createTable('mariadb', shape) };
  const definition = `${JSON.stringify(serializeEntity(entity), null, 2)}\n`;
  return { files: [...printDesignFiles(entity, statements), { path: `${entity.name}.json`, content: definition }] };
};

/** The files of a design as it is now, applied or not. Errors: `row.missing`, `design.invalid`. */
export async function exportStoredDesign(
  { services, registry }: ExportDeps,
  lang: Lang,
  id: number,
): Promise<ExportedFiles> {
  const result = await previewDesign(services, registry, id);
  if ('to' in result) return getFiles(result.to);
  throw invalidDesignFault(lang, result.preview.problems);
}

/** The files of a recorded definition. Errors: `row.missing`, `design.invalid`. */
export const exportDefinition = async ({ services }: ExportDeps, id: number): Promise<ExportedFiles> =>
  getFiles((await loadDefinitionVersion(services.db, id)).definition);
