/** Plans an import: create or update of each row, and the columns it writes, checked against the permissions of the admin who runs it. */
import type { Actor } from '../../common/entity/access';
import { findColumn, type Column } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import { cellValue, type CellOptions } from '../../common/imports/cellValue';
import {
  importColumns,
  importPermissions,
  keyColumns,
  type ImportPermissions,
} from '../../common/imports/importFields';
import { entityLabels } from '../../common/locales/entityLabels';
import { fault } from '../../common/protocol/faults';
import { truncate } from '../../common/text/normalize';
import type { Json } from '../../common/entity/field';
import type { Services } from '../context';
import { FILE_KINDS, referenceTarget } from '../engine/read/references';
import type { RouteRegistry } from '../engine/http/routeRegistry';
import type { SheetRow } from './files/sheetRow';
import type { ImportChoices, ImportOptions } from './storedImport';

/** A column of the file and the field that it fills. */
export interface PlannedColumn extends CellOptions {
  readonly index: number;
  readonly column: Column;
  /** The entity to whose rows its cells refer by title or id. */
  readonly target: AnyEntity | undefined;
}
export interface ImportPlan extends Pick<ImportChoices, 'mode'> {
  readonly entity: AnyEntity;
  readonly actor: Actor;
  readonly options: ImportOptions;
  readonly columns: readonly PlannedColumn[];
  readonly key: PlannedColumn | undefined;
}

/** Import permissions for an entity: those of the generic create and update routes. An import cannot bypass a stricter replacement of a route. */
export function allowedPermissions(routes: RouteRegistry, actor: Actor, entity: AnyEntity): ImportPermissions {
  const isGenericRoute = (action: string) => {
    const route = routes.find(`/admin/${entity.name}/${action}`)?.get('POST');
    return route !== undefined && route.stepUp !== true;
  };
  const { create, update } = importPermissions(actor, entity);
  return { create: create && isGenericRoute('add'), update: update && isGenericRoute('edit') };
}

function assertImportPermissions({ create, update }: ImportPermissions, { mode }: ImportChoices): void {
  if ((mode !== 'update' && !create) || (mode !== 'create' && !update)) throw fault('access.denied');
}

/** Errors: `access.denied`, `import.mapping`, `import.column_denied`, `import.key`. */
export function createImportPlan(
  { registry }: Pick<Services, 'registry'>,
  permissions: ImportPermissions,
  actor: Actor,
  entity: AnyEntity,
  choices: ImportChoices,
): ImportPlan {
  assertImportPermissions(permissions, choices);
  const allowed = new Map(importColumns(actor, entity).map((column) => [column.name, column]));
  const used = choices.mapping.filter((name) => name !== null);
  if (used.length === 0 || new Set(used).size < used.length) throw fault('import.mapping');
  const labels = (['en', 'zh-cn'] as const).map((lang) => entityLabels(entity, lang).choices);
  const columns = choices.mapping.flatMap((name, index): readonly PlannedColumn[] => {
    if (name === null) return [];
    const column = allowed.get(name);
    if (column === undefined) throw fault('import.column_denied', { field: truncate(name, 64) });
    const target = referenceTarget(registry, column);
    const choiceLabels = labels.map((byField) => byField[name] ?? {});
    return [{ index, column, target, choices: choiceLabels, dayFirst: choices.options.dayFirst }];
  });
  const key = columns.find(({ column }) => column.name === choices.key);
  const isKey = key !== undefined && keyColumns(actor, entity).some(({ name }) => name === key.column.name);
  if (choices.mode === 'create' ? choices.key !== '' : !isKey) throw fault('import.key');
  return { ...choices, entity, actor, columns, key };
}

/** A row of the file as values of fields. References are texts until they are resolved. */
export interface PreparedRow {
  readonly number: number;
  readonly values: Readonly<Record<string, Json>>;
  /** The texts of the mapped cells, by field. */
  readonly texts: Readonly<Record<string, string>>;
}
export function prepareRow({ columns }: ImportPlan, { number, cells }: SheetRow): PreparedRow {
  const texts = columns.map(({ column, index }) => [column.name, cells[index] ?? ''] as const);
  const values = columns.map((planned) => {
    const { column, index } = planned;
    return [column.name, cellValue(column, cells[index] ?? '', planned)] as const;
  });
  return { number, values: Object.fromEntries(values), texts: Object.fromEntries(texts) };
}

/** The columns of a referred entity by which a cell names a row: its title in both languages, or the address of a file. */
export function getTitleColumns(target: AnyEntity, column: Column): readonly Column[] {
  const names = FILE_KINDS.has(column.kind) ? ['url'] : [target.spec.title, `${target.spec.title}_en`];
  return names.flatMap((name) => findColumn(target, name) ?? []);
}
/** A reference to the entity itself, such as the parent of a tree. */
export const isSelfReference = ({ entity }: ImportPlan, { target }: PlannedColumn): boolean => target === entity;
