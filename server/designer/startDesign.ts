/** Creates a design: empty, or from a table, a CREATE TABLE statement, an earlier version, an exported definition or a spreadsheet. */
import { z } from 'zod';
import type { Design } from '../../common/designer/design';
import { entityToDesign } from '../../common/designer/entityToDesign';
import { designFromTable } from '../../common/designer/guessFields';
import { designFromSheet, guessSheet } from '../../common/designer/guessSheet';
import { newDesign, pluralize } from '../../common/designer/palette';
import { parseCreateTable } from '../../common/designer/guess/parseCreateTable';
import { readEntity } from '../../common/definition/parseEntity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { fault } from '../../common/protocol/faults';
import { introspectSchema } from '../db/schema/introspect';
import type { Writer } from '../engine/write/writer';
import type { RequestContext, Services } from '../context';
import { invalidDefinitionFault, unreadableSqlFault } from './describeProblems';
import { findDesign, storeDesign } from './designStore';
import { assertSheetFits } from './sources/assertSheetFits';
import { takenNames } from './previewDesign';
import { findDefinitionInForce, loadDefinitionVersion } from './definitionVersions';
import { designOfTable, isSystemTable } from './sources/tableSource';

const tableName = z.string().max(64);
/** The names of one record, and with them of the list. Without an English one, the name of the table gives it. */
const names = { name_en: z.string().trim().max(58).optional(), name_zh: z.string().trim().max(60).optional() } as const;
/** Replaces the fields of a design that the table already has. */
const replace = z.boolean().default(false);
export const startInput = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('blank'), table_name: tableName, ...names }),
  z.strictObject({ from: z.literal('table'), table_name: tableName.optional(), table: tableName, replace }),
  z.strictObject({
    from: z.literal('sql'),
    table_name: tableName.optional(),
    ...names,
    sql: z.string().max(65_536),
    replace,
  }),
  /** A definition that another installation exported. */
  z.strictObject({ from: z.literal('definition'), definition: z.unknown(), replace }),
  z.strictObject({ from: z.literal('record'), record: z.number().int().positive(), replace }),
  z.strictObject({
    from: z.literal('sheet'),
    table_name: tableName,
    ...names,
    /** The first row contains the headings; `assertSheetFits` knows the limits. */
    sheet: z.array(z.array(z.string())),
    replace,
  }),
]);
export type StartInput = z.infer<typeof startInput>;

export interface StartDeps {
  readonly services: Services;
  readonly registry: RuntimeRegistry;
  readonly writer: Writer;
}

/**
 * Creates the design and returns its id. A design that the table already has is opened again when nothing else was sent, or replaced when
 * the caller says so. Error: `design.has_design` with the id of that design.
 */
export async function startDesign(
  deps: StartDeps,
  ctx: RequestContext,
  body: unknown,
): Promise<{ readonly id: number }> {
  const input = startInput.parse(body);
  if (input.from === 'sheet') assertSheetFits(input.sheet);
  const design = withNames(await loadDesign(deps, input), 'name_zh' in input || 'name_en' in input ? input : {});
  const table = design.settings.table_name;
  const known = await findDesign(deps.services.db, table);
  if (known !== undefined) {
    if (input.from === 'blank' || (input.from === 'table' && input.table === table)) return { id: known };
    if (!input.replace) throw fault('design.has_design', { table }, { data: { design: known } });
  }
  return storeDesign(deps.writer, ctx, design, {
    activeEntity: await findDefinitionInForce(deps.services.db, deps.registry, table),
    sheetRows: input.from === 'sheet' ? guessSheet(input.sheet).rows : [],
  });
}

/** Where the design has no Chinese name, the English one stands in its place. */
function withNames(
  { settings, fields }: Design,
  names: { readonly name_en?: string | undefined; readonly name_zh?: string | undefined },
): Design {
  const { name_en: english = '', name_zh: chinese = '' } = names;
  const chineseOrEnglish = chinese === '' && !settings.one_zh ? english : chinese;
  return {
    settings: {
      ...settings,
      ...(english !== '' && { one_en: english, many_en: pluralize(english) }),
      ...(chineseOrEnglish !== '' && { one_zh: chineseOrEnglish, many_zh: chineseOrEnglish }),
    },
    fields,
  };
}

async function loadDesign(deps: StartDeps, input: StartInput): Promise<Design> {
  switch (input.from) {
    case 'blank':
      return newDesign(input.table_name);
    case 'table':
      return designOfTable(deps, input.table, input.table_name);
    case 'sql':
      return designOfSql(input.sql, input.table_name);
    case 'record':
      return entityToDesign((await loadDefinitionVersion(deps.services.db, input.record)).definition);
    case 'definition':
      return designOfDefinition(input.definition);
    case 'sheet':
      return designFromSheet(input.table_name, input.sheet);
  }
}

function designOfDefinition(definition: unknown): Design {
  const read = readEntity(definition);
  if ('problems' in read) throw invalidDefinitionFault(read.problems);
  return entityToDesign(read.entity);
}

function designOfSql(sql: string, name: string | undefined): Design {
  const parsed = parseCreateTable(sql);
  if ('problem' in parsed) throw unreadableSqlFault(parsed);
  return designFromTable(name ?? parsed.name, parsed.columns, parsed.comment);
}

export interface ListedTable {
  readonly name: string;
  /** Names of the entity in both languages; the name of a table that has none. */
  readonly labels: { readonly en: string; readonly 'zh-cn': string };
  readonly isBuiltIn: boolean;
}
/** The tables that a design can start from: entities, and other tables of the database that are not the product's own. */
export async function listTables(services: Services, registry: RuntimeRegistry): Promise<readonly ListedTable[]> {
  const { db } = services;
  const names = new Set(registry.all.map(({ name }) => name));
  const others = (await introspectSchema(db, db.dialect)).map(({ name }) => name);
  const entities = registry.all
    .filter(({ spec }) => spec.personal !== true)
    .map(({ name, spec: { labels } }) => ({
      name,
      isBuiltIn: registry.builtIn.get(name) !== undefined,
      labels: { en: labels.en.$many, 'zh-cn': labels['zh-cn'].$many },
    }));
  const foreign = others
    .filter((name) => !names.has(name) && !isSystemTable(name))
    .map((name) => ({ name, labels: { en: name, 'zh-cn': name }, isBuiltIn: false }));
  return [...entities, ...foreign];
}

/** Names that a new table cannot have: those that no design can take, and tables of the database that the designer did not make. */
export async function listTakenNames(
  { db }: Pick<Services, 'db'>,
  registry: RuntimeRegistry,
  tables: readonly ListedTable[],
): Promise<readonly string[]> {
  const rows = await db.rows<{ table_name: string }>(
    'SELECT table_name FROM `crud_design` UNION SELECT table_name FROM `crud_record`',
  );
  const known = new Set([...registry.all.map(({ name }) => name), ...rows.map((row) => row.table_name)]);
  const others = tables.map(({ name }) => name).filter((name) => !known.has(name));
  return [...new Set([...takenNames(registry), ...others])];
}
