/** Starts a design: from nothing, a table, CREATE TABLE text, a record of the log of definitions, an exported definition or a spreadsheet. */
import { z } from 'zod';
import type { Design } from '../../common/designer/design';
import { entityToDesign } from '../../common/designer/entityToDesign';
import { designFromTable, type TableColumn } from '../../common/designer/guessFields';
import { designFromSheet, guessSheet } from '../../common/designer/guessSheet';
import { newDesign } from '../../common/designer/palette';
import { parseCreateTable } from '../../common/designer/parseCreateTable';
import { parseEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { fault } from '../../common/protocol/faults';
import { introspectSchema } from '../db/schema/introspect';
import { SYSTEM_TABLES } from '../db/schema/systemTables';
import type { TableShape } from '../engine/schema/tableShape';
import type { Writer } from '../engine/write/writer';
import type { RequestContext, Services } from '../context';
import { findDesign, storeDesign } from './designStore';
import { findDesignedEntity } from './previewDesign';
import { loadRecord } from './records';

const MAX_CELLS = 60;
const tableName = z.string().max(64);
export const startInput = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('blank'), table_name: tableName }),
  z.strictObject({ from: z.literal('table'), table_name: tableName.optional(), table: tableName }),
  z.strictObject({ from: z.literal('sql'), table_name: tableName.optional(), sql: z.string().max(65_536) }),
  /** A definition that another installation exported. */
  z.strictObject({ from: z.literal('definition'), definition: z.unknown() }),
  z.strictObject({ from: z.literal('record'), record: z.number().int().positive() }),
  z.strictObject({
    from: z.literal('sheet'),
    table_name: tableName,
    /** The first row holds the headings. */
    sheet: z
      .array(z.array(z.string().max(2000)).max(MAX_CELLS))
      .min(1)
      .max(5001),
  }),
]);
export type StartInput = z.infer<typeof startInput>;

export interface StartDeps {
  readonly services: Services;
  readonly registry: RuntimeRegistry;
  readonly writer: Writer;
}

/** Creates the design and returns its id. A design of the same table is opened again instead; a record or an exported definition replaces its content. */
export async function startDesign(
  deps: StartDeps,
  ctx: RequestContext,
  body: unknown,
): Promise<{ readonly id: number }> {
  const input = startInput.parse(body);
  const design = await designOf(deps, input);
  const table = design.settings.table_name;
  const known = await findDesign(deps.services.db, table);
  const replaces = input.from === 'record' || input.from === 'definition';
  if (known !== undefined && !replaces) return { id: known };
  return storeDesign(deps.writer, ctx, design, {
    inForce: findDesignedEntity(deps.registry, table),
    sheetRows: input.from === 'sheet' ? guessSheet(input.sheet).rows : [],
  });
}

async function designOf(deps: StartDeps, input: StartInput): Promise<Design> {
  switch (input.from) {
    case 'blank':
      return newDesign(input.table_name);
    case 'table':
      return designOfTable(deps, input.table, input.table_name);
    case 'sql':
      return designOfSql(input.sql, input.table_name);
    case 'record':
      return entityToDesign((await loadRecord(deps.services.db, input.record)).definition);
    case 'definition':
      return designOfDefinition(input.definition);
    case 'sheet':
      return designFromSheet(input.table_name, input.sheet);
  }
}

function designOfDefinition(definition: unknown): Design {
  const parsed = parseEntity(definition);
  if ('problems' in parsed) throw fault('design.invalid', { problems: parsed.problems.join('; ') });
  return entityToDesign(parsed.entity);
}

function designOfSql(sql: string, name: string | undefined): Design {
  const parsed = parseCreateTable(sql);
  if ('problem' in parsed) throw fault('design.unreadable');
  return designFromTable(name ?? parsed.name, parsed.columns, parsed.comment);
}

/** A designed table is designed again under its own name; any other table is a template for a new one. */
async function designOfTable({ services, registry }: StartDeps, table: string, name: string | undefined) {
  const designed = findDesignedEntity(registry, table);
  if (designed !== null) return entityToDesign(designed);
  const entity = registry.builtIn.get(table);
  if (entity !== undefined) return entityToDesign(asTemplate(entity, name ?? `${table}_copy`));
  const { db } = services;
  const shape = (await introspectSchema(db, db.dialect)).find((one) => one.name === table && !isSystemTable(table));
  if (shape === undefined) throw fault('row.missing');
  return designFromTable(name ?? `${table}_copy`, columnsOfShape(shape));
}

/** Options that only make sense with the code of the built-in entity. */
export const CODE_OPTIONS = [
  'actions',
  'actionNodes',
  'nodes',
  'personal',
  'noHistory',
  'keptDays',
  'superOnly',
  'children',
  'publicId',
  'memberRule',
];
/** A built-in entity under another name, without what its own code does; references to itself follow the name. */
function asTemplate({ name: from, spec }: AnyEntity, name: string): AnyEntity {
  const fields = Object.fromEntries(
    Object.entries(spec.fields).map(([key, field]) => [key, withoutCode(field, from, name)]),
  );
  const kept = Object.fromEntries(Object.entries(spec).filter(([option]) => !CODE_OPTIONS.includes(option)));
  const labels = { en: withoutActions(spec.labels.en), 'zh-cn': withoutActions(spec.labels['zh-cn']) };
  return { name, spec: { ...(kept as AnyEntity['spec']), fields, labels } }; // only optional options are left out
}
const withoutActions = ({ $actions: _actions, ...labels }: AnyEntity['spec']['labels']['en']) => labels;
const withoutCode = (
  { kind, options: { readonly: _readonly, ...options } }: AnyEntity['spec']['fields'][string],
  from: string,
  to: string,
) => ({ kind, options: options.to === from ? { ...options, to } : options });

const SYSTEM_TABLE_NAMES: ReadonlySet<string> = new Set(SYSTEM_TABLES.map(({ name }) => name));
const isSystemTable = (name: string): boolean => SYSTEM_TABLE_NAMES.has(name);

const columnsOfShape = ({ columns, primary }: TableShape): readonly TableColumn[] =>
  columns.map(({ name, type, notNull, default: value }) => ({
    ...{ name, sqlType: type, nullable: !notNull, isPrimary: name === primary, comment: '' },
    default: value === null ? null : String(value),
  }));

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
      ...{ name, isBuiltIn: registry.builtIn.get(name) !== undefined },
      labels: { en: labels.en.$many, 'zh-cn': labels['zh-cn'].$many },
    }));
  const foreign = others
    .filter((name) => !names.has(name) && !isSystemTable(name))
    .map((name) => ({ name, labels: { en: name, 'zh-cn': name }, isBuiltIn: false }));
  return [...entities, ...foreign];
}
