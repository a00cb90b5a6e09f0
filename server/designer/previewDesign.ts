/** Previews a design (dry run): its problems, the definition, and the SQL of the table change on both databases. */
import { checkDesign } from '../../common/designer/checkDesign';
import type { Design, DesignPreview, DesignProblem } from '../../common/designer/design';
import { describeDifferences } from '../../common/designer/differences/describeDifferences';
import { designToEntity } from '../../common/designer/designToEntity';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import type { RuntimeRegistry } from '../../common/entity/registry';
import { ADMIN_SCREENS } from '../../common/adminScreens';
import { SYSTEM_TABLES } from '../db/schema/systemTables';
import type { TableShape } from '../engine/schema/tableShape';
import type { Services } from '../context';
import { canonicalJson } from '../../common/canonicalJson';
import { ReadTimeoutError, ReadUnavailableError } from '../platform/database/dbErrors';
import { quoteIdentifier } from '../platform/database/sql';
import { MENU_LAYOUT } from '../modules/bootstrap/menuLayout';
import { readCurrentTable } from './changeSteps';
import { findDefinitionInForce } from './definitionVersions';
import { loadDesign, findRenames, findReusedNames, type StoredDesign } from './designStore';
import { listRemovedFields } from './references/recordFieldNames';
import { findBrokenOthers } from './references/findBrokenOthers';
import { findFieldUses } from './references/findFieldUses';
import { changeStatements, describeChanges, type Rename } from './schemaChange';
import { findTypeProblems, findValueProblems } from './table/checkValues';
import type { ValueCheck } from './table/findUnfitValues';
import { markBlockingChanges } from './table/markBlockingChanges';

/** Names that a design cannot take: built-in entities, system tables, screens of the console and first parts of API paths. */
export const takenNames = (registry: RuntimeRegistry): ReadonlySet<string> =>
  new Set([
    ...registry.builtIn.all.map(({ name }) => name),
    ...SYSTEM_TABLES.map(({ name }) => name),
    ...ADMIN_SCREENS,
    ...['index', 'ajax', 'login', 'loading', 'wall', 'iframe', 'site', 'view', 'draft', 'history', 'account'],
  ]);

/** The problems that prevent a design from being applied. `folders`: menu groups that exist in addition to those of the product. */
export function findDesignProblems(
  design: Design,
  registry: RuntimeRegistry,
  folders: readonly string[] = [],
): readonly DesignProblem[] {
  return checkDesign(design, {
    registry,
    takenNames: takenNames(registry),
    menuGroups: [...MENU_LAYOUT.map(({ group }) => group), ...folders],
  });
}

/** The problems of a design by itself and in this database, apart from those of stored values. */
export async function findProblems(
  services: Services,
  registry: RuntimeRegistry,
  design: Design,
): Promise<readonly DesignProblem[]> {
  const { table_name: table } = design.settings;
  const problems = findDesignProblems(design, registry);
  if (problems.length > 0) return problems;
  const activeEntity = await findDefinitionInForce(services.db, registry, table);
  if (activeEntity !== null)
    return [...findReusedNames(design, activeEntity), ...findProblemsOfOthers(registry, design, activeEntity)];
  const current = await readCurrentTable({ services }, table);
  return current === undefined ? [] : [{ code: 'table_exists', params: { table }, property: 'table_name' }];
}

/** The problems that other entities would have with the new definition, each at its field. */
function findProblemsOfOthers(
  registry: RuntimeRegistry,
  design: Design,
  activeEntity: AnyEntity,
): readonly DesignProblem[] {
  const to = designToEntity(design);
  const change = { table: to.name, to, renames: findRenames(design, activeEntity) };
  const names = new Set(design.fields.map(({ name }) => name));
  return findBrokenOthers(registry, change).map(({ field = '', ...problem }) =>
    names.has(field) ? { ...problem, field } : { ...problem, property: 'fields' },
  );
}

/** A longer check of stored values is left to the first step of the job. */
const CHECK_MS = 8_000;

/** The stored values that violate the new definition. */
async function valueProblems({ db }: Services, check: ValueCheck): Promise<readonly DesignProblem[]> {
  const typeProblems = findTypeProblems(check);
  if (typeProblems.length > 0) return typeProblems;
  try {
    return await db.snapshotWithin(CHECK_MS, (tx) => findValueProblems(tx, check));
  } catch (error) {
    if (error instanceof ReadTimeoutError || error instanceof ReadUnavailableError) return [];
    throw error;
  }
}

async function countRows({ db }: Services, table: string): Promise<number> {
  const [row] = await db.rows<{ readonly count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${quoteIdentifier(table)} LIMIT 100001) AS counted`,
  );
  return Number(row?.count ?? 0);
}

/** A checked design: the definition that it describes, and how the table changes. */
export interface DesignChange {
  readonly stored: StoredDesign;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity;
  readonly renames: readonly Rename[];
  readonly preview: DesignPreview;
}
/** The preview of a design that can be applied, with what applying it needs; only the preview when problems prevent that. */
export async function previewDesign(
  services: Services,
  registry: RuntimeRegistry,
  id: number,
): Promise<DesignChange | { readonly preview: DesignPreview }> {
  const stored = await loadDesign(services.db, id);
  const { design, tableName } = stored;
  const problems = await findProblems(services, registry, design);
  if (problems.length > 0) return { preview: withProblems(problems) };
  const current = await readCurrentTable({ services }, tableName);
  const from = await findDefinitionInForce(services.db, registry, tableName);
  const to = designToEntity(design);
  const renames = findRenames(design, from);
  const preview = await previewChange(services, { current, from, to, renames });
  return preview.problems.length > 0 ? { preview } : { stored, from, to, renames, preview };
}

const withProblems = (problems: readonly DesignProblem[]): DesignPreview => ({
  problems,
  definition: null,
  changes: [],
  differences: [],
  uses: [],
  statements: { sqlite: [], mariadb: [] },
  isLossy: false,
  rows: 0,
  isChanged: false,
});

interface TableChange {
  readonly current: TableShape | undefined;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity;
  readonly renames: readonly Rename[];
}
async function previewChange(services: Services, { current, from, to, renames }: TableChange): Promise<DesignPreview> {
  const { dialect } = services.db;
  const rows = current === undefined ? 0 : await countRows(services, to.name);
  const changes = markBlockingChanges(describeChanges(to.name, current, to, renames), rows, {
    dialect,
    current,
    to,
    renames,
  });
  const definition = serializeEntity(to);
  return {
    problems: current === undefined ? [] : await valueProblems(services, { dialect, current, from, to, renames }),
    definition,
    changes,
    differences: describeDifferences(from, to, renames),
    uses: await findFieldUses(services.db, to.name, listRemovedFields({ from, to, renames })),
    statements: {
      sqlite: changeStatements('sqlite', current, to, renames),
      mariadb: changeStatements('mariadb', current, to, renames),
    },
    isLossy: rows > 0 && changes.some(({ kind }) => kind === 'lost'),
    rows,
    isChanged: from === null || canonicalJson(serializeEntity(from)) !== canonicalJson(definition),
  };
}
