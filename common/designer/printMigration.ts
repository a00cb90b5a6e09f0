/** Prints a definition and the migration of its table as the files that a person would write. */
import { exportName, printEntity, quote } from '../definition/printEntity';
import type { AnyEntity } from '../entity/entity';

/** The SQL of a migration, for both databases. */
export interface MigrationStatements {
  readonly sqlite: readonly string[];
  readonly mariadb: readonly string[];
}
export interface ExportedFile {
  /** Path below the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const LINE_WIDTH = 120;

/** The variable that holds a migration: `0050_publishing_window` → `m0050PublishingWindow`. */
export const migrationVariable = (id: string): string =>
  `m${id.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;

/** A statement as a literal; double quotes where they need no escapes. */
const quoteStatement = (sql: string): string =>
  sql.includes("'") && !sql.includes('"') ? JSON.stringify(sql) : quote(sql);

const printStatements = (name: string, statements: readonly string[]): string => {
  const line = `  ${name}: [${statements.map(quoteStatement).join(', ')}],`;
  return line.length <= LINE_WIDTH
    ? line
    : [`  ${name}: [`, ...statements.map((sql) => `    ${quoteStatement(sql)},`), '  ],'].join('\n');
};

/** The file of a migration. `origin`: how it came to be, for its comment. */
export const printMigration = (migration: MigrationStatements & { readonly id: string }, origin: string): string =>
  [
    `/** Migration ${migration.id}: ${origin}. */`,
    "import type { Migration } from '../migrate';",
    '',
    `export const ${migrationVariable(migration.id)}: Migration = {`,
    `  id: '${migration.id}',`,
    printStatements('sqlite', migration.sqlite),
    printStatements('mariadb', migration.mariadb),
    '};',
    '',
  ].join('\n');

/**
 * The files with which a designed entity becomes a built-in one: its definition, and the migration that creates its table.
 * `number`: the number of the migration; the default says that a person has to give it one.
 */
export function printDesignFiles(
  entity: AnyEntity,
  statements: MigrationStatements,
  number = '0000',
): readonly ExportedFile[] {
  const id = `${number}_${entity.name}`;
  const origin = 'exported by the designer; give it the next number and add it to `table.ts`';
  return [
    { path: `common/entities/${exportName(entity.name)}.ts`, content: printEntity(entity) },
    { path: `server/db/migrations/${id}.ts`, content: printMigration({ id, ...statements }, origin) },
  ];
}
