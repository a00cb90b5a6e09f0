/** Writes the next migration: the way from all migrations so far to the definitions, for both databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '../../common/entity/registry';
import { planSql } from '../engine/schema/ddl';
import { planMigration, describeStep } from '../engine/schema/planMigration';
import { openSqlite } from '../platform/database/sqlite';
import { sortSchema, introspectSchema } from './schema/introspect';
import { targetSchema, type Migration } from './migrate';

export interface MakeMigrationOptions {
  /** What the change is about, in snake case. */
  readonly name: string;
  readonly registry: Registry;
  readonly migrations: readonly Migration[];
  /** The folder of the migrations' sources. */
  readonly folder: string;
  /** Begin anew with one migration; only while nothing is released. */
  readonly initial?: boolean;
}
export interface MadeMigration {
  readonly file: string;
  readonly steps: readonly string[];
}

/** Writes the migration and lists it; undefined when the migrations already lead to the definitions. */
export async function makeMigration(options: MakeMigrationOptions): Promise<MadeMigration | undefined> {
  const { name, registry, folder, initial = false } = options;
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new Error('a migration is named in snake case, as in add_faq');
  const existing = initial ? [] : options.migrations;
  const migration = await nextMigration(name, registry, existing);
  if (!migration) return undefined;
  const { steps, ...written } = migration;
  if (initial) await Promise.all(options.migrations.map((old) => rm(join(folder, `${old.id}.ts`), { force: true })));
  const file = join(folder, `${written.id}.ts`);
  await writeFile(file, printMigration(written));
  await writeFile(join(folder, 'table.ts'), printMigrationTable([...existing.map((old) => old.id), written.id]));
  return { file, steps };
}

/** The migration that is missing between the given ones and the definitions. */
export async function nextMigration(
  name: string,
  registry: Registry,
  existing: readonly Migration[],
): Promise<(Migration & { readonly steps: readonly string[] }) | undefined> {
  const target = targetSchema(registry);
  const steps = planMigration(await schemaAfterMigrations(existing), target, { allowDrops: true });
  if (steps.length === 0) return undefined;
  return {
    id: `${String(existing.length + 1).padStart(4, '0')}_${name}`,
    sqlite: planSql('sqlite', steps),
    mariadb: planSql('mariadb', steps),
    steps: steps.map(describeStep),
  };
}

/** The schema that migrations lead to, tried out on a database that is thrown away. */
async function schemaAfterMigrations(migrations: readonly Migration[]) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrate-'));
  const db = await openSqlite(join(folder, 'try.sqlite'));
  try {
    await db.transact(async (tx) => {
      for (const sql of migrations.flatMap((migration) => migration.sqlite)) await tx.run(sql);
    });
    return sortSchema(await introspectSchema(db, db.dialect));
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const variableName = (id: string) => `m${id.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;
const quote = (text: string): string =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const printStatements = (name: string, statements: readonly string[]): string => {
  const line = `  ${name}: [${statements.map(quote).join(', ')}],`;
  return line.length <= 120
    ? line
    : [`  ${name}: [`, ...statements.map((sql) => `    ${quote(sql)},`), '  ],'].join('\n');
};
const printMigration = ({ id, sqlite, mariadb }: Migration): string =>
  [
    `/** Migration ${id}: written by \`npm run migrate:make\`, looked over, never changed once released. */`,
    "import type { Migration } from '../migrate';",
    '',
    `export const ${variableName(id)}: Migration = {`,
    `  id: '${id}',`,
    printStatements('sqlite', sqlite),
    printStatements('mariadb', mariadb),
    '};',
    '',
  ].join('\n');
const printMigrationTable = (ids: readonly string[]): string =>
  [
    '/** Every migration, oldest first: written by `npm run migrate:make`. */',
    ...ids.map((id) => `import { ${variableName(id)} } from './${id}';`),
    "import type { Migration } from '../migrate';",
    '',
    `export const migrations: readonly Migration[] = [${ids.map(variableName).join(', ')}];`,
    '',
  ].join('\n');
