/** Writes the next migration: the way from all migrations so far to the definitions, for both databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '../../common/entity/registry';
import { planSql } from '../engine/schema/ddl';
import { planMigration, describeStep } from '../engine/schema/planMigration';
import { openSqlite } from '../platform/sqlite';
import { canonical, describeSchema } from './describe';
import { targetSchema, type Migration } from './migrate';

export interface Making {
  /** What the change is about, in snake case. */
  readonly name: string;
  readonly registry: Registry;
  readonly migrations: readonly Migration[];
  /** The folder of the migrations' sources. */
  readonly folder: string;
  /** Begin anew with one migration; only while nothing is released. */
  readonly initial?: boolean;
}
export interface Made {
  readonly file: string;
  readonly steps: readonly string[];
}

/** Writes the migration and lists it; undefined when the migrations already lead to the definitions. */
export async function makeMigration(making: Making): Promise<Made | undefined> {
  const { name, registry, folder, initial = false } = making;
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new Error('a migration is named in snake case, as in add_faq');
  const known = initial ? [] : making.migrations;
  const migration = await nextMigration(name, registry, known);
  if (!migration) return undefined;
  const { steps, ...written } = migration;
  if (initial) await Promise.all(making.migrations.map((old) => rm(join(folder, `${old.id}.ts`), { force: true })));
  const file = join(folder, `${written.id}.ts`);
  await writeFile(file, printMigration(written));
  await writeFile(join(folder, 'table.ts'), printTable([...known.map((old) => old.id), written.id]));
  return { file, steps };
}

/** The migration that is missing between the given ones and the definitions. */
export async function nextMigration(
  name: string,
  registry: Registry,
  known: readonly Migration[],
): Promise<(Migration & { readonly steps: readonly string[] }) | undefined> {
  const target = targetSchema(registry);
  const steps = planMigration(await schemaAfter(known), target, { drops: true });
  if (steps.length === 0) return undefined;
  return {
    id: `${String(known.length + 1).padStart(4, '0')}_${name}`,
    sqlite: planSql('sqlite', steps),
    mariadb: planSql('mariadb', steps),
    steps: steps.map(describeStep),
  };
}

/** The schema that migrations lead to, tried out on a database that is thrown away. */
async function schemaAfter(migrations: readonly Migration[]) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrate-'));
  const db = await openSqlite(join(folder, 'try.sqlite'));
  try {
    await db.transact(async (tx) => {
      for (const sql of migrations.flatMap((migration) => migration.sqlite)) await tx.run(sql);
    });
    return canonical(await describeSchema(db, db.dialect));
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const variable = (id: string) => `m${id.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;
const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const list = (name: string, statements: readonly string[]): string => {
  const line = `  ${name}: [${statements.map(quoted).join(', ')}],`;
  return line.length <= 120
    ? line
    : [`  ${name}: [`, ...statements.map((sql) => `    ${quoted(sql)},`), '  ],'].join('\n');
};
const printMigration = ({ id, sqlite, mariadb }: Migration): string =>
  [
    `/** Migration ${id}: written by \`npm run migrate:make\`, looked over, never changed once released. */`,
    "import type { Migration } from '../migrate';",
    '',
    `export const ${variable(id)}: Migration = {`,
    `  id: '${id}',`,
    list('sqlite', sqlite),
    list('mariadb', mariadb),
    '};',
    '',
  ].join('\n');
const printTable = (ids: readonly string[]): string =>
  [
    '/** Every migration, oldest first: written by `npm run migrate:make`. */',
    ...ids.map((id) => `import { ${variable(id)} } from './${id}';`),
    "import type { Migration } from '../migrate';",
    '',
    `export const migrations: readonly Migration[] = [${ids.map(variable).join(', ')}];`,
    '',
  ].join('\n');
