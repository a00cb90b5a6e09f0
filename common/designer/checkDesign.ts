/** Finds what prevents a design from being applied. */
import type { DefinitionProblem } from '../definition/definitionProblem';
import { findProblemsWithin } from '../definition/lintDefinition';
import { readEntity, serializeEntity } from '../definition/parseEntity';
import type { AnyEntity } from '../entity/entity';
import type { Registry } from '../entity/registry';
import { companionName } from '../entity/translations/companions';
import { truncate } from '../text/normalize';
import { checkField } from './check/checkField';
import { checkFieldCount, checkFieldNames, checkTableName } from './check/checkNames';
import { checkSettings } from './check/checkSettings';
import type { CompleteField } from './completeDesign';
import type { Design, DesignProblem } from './design';
import { isFieldKind } from './designKinds';
import { fieldProblem, tableProblem } from './check/designProblem';
import { designToEntity } from './designToEntity';
import { usesColumn } from './fieldOptions';
import { readDesign, type ReadDesign } from './check/readDesign';
import { MAX_PAGE_BYTES, MAX_ROW_BYTES, computeRowExcess } from './check/rowSize';

/** The context of the checks of a design. */
export interface CheckContext {
  /** The entities that fields can refer to. */
  readonly registry: Registry;
  /** Names of built-in entities, of system tables and of other active designs. */
  readonly takenNames: ReadonlySet<string>;
  readonly menuGroups: readonly string[];
  /** The name under which the design itself is active. */
  readonly appliedName?: string;
}

const MAX_TEXT = 500;

function* checkLabelsDiffer(fields: readonly CompleteField[]): Iterable<DesignProblem> {
  for (const column of ['label_en', 'label_zh'] as const) {
    const names = new Map<string, string>();
    for (const field of fields) {
      const label = field[column].trim().toLowerCase();
      const other = names.get(label);
      if (label !== '' && other !== undefined && other !== field.name)
        yield fieldProblem(field.name, 'label_duplicate', column, { label: field[column], other });
      names.set(label, field.name);
    }
  }
}

function* checkLocks(fields: readonly CompleteField[]): Iterable<DesignProblem> {
  const isLock = ({ locked_when: names, kind }: CompleteField) =>
    isFieldKind(kind) && usesColumn(kind, 'locked_when') && Array.isArray(names) && names.length > 0;
  const [first, ...others] = fields.filter(isLock);
  for (const field of others)
    yield fieldProblem(field.name, 'locked_twice', 'locked_when', { other: first?.name ?? '' });
}

/** The problems of the names, of each field and of the settings. */
function* checkParts({ settings, fields }: ReadDesign, context: CheckContext): Iterable<DesignProblem> {
  const defined = fields.filter((field) => isFieldKind(field.kind));
  const companions = new Set(
    defined.filter((field) => field.is_translated === 1).map((field) => companionName(field.name)),
  );
  yield* checkTableName(settings, context.takenNames, context.appliedName);
  yield* checkFieldCount(fields);
  yield* checkFieldNames(settings, fields);
  for (const field of defined)
    yield* checkField(field, {
      registry: context.registry,
      table: settings.table_name,
      isCompanion: companions.has(field.name),
    });
  yield* checkLabelsDiffer(defined);
  yield* checkLocks(defined);
  yield* checkSettings(settings, defined, context.menuGroups);
}

/** The registry with the entity in the place of the one of its name. */
function registryWith(registry: Registry, entity: AnyEntity): Registry {
  const all = [...registry.all.filter(({ name }) => name !== entity.name), entity];
  return { all, get: (name) => (name === entity.name ? entity : registry.get(name)) };
}

function* checkRowSize(entity: AnyEntity): Iterable<DesignProblem> {
  const { row, page } = computeRowExcess(entity);
  if (row > 0) yield tableProblem('row_too_large', 'fields', { bytes: row, max: MAX_ROW_BYTES });
  else if (page > 0) yield tableProblem('row_too_wide', 'fields', { bytes: page, max: MAX_PAGE_BYTES });
}

/** The rules of definitions, for whatever the checks of the parts do not know. */
function checkDefinition(design: Design, registry: Registry): readonly DesignProblem[] {
  const read = readEntity(serializeEntity(designToEntity(design)));
  const broken =
    'problems' in read ? read.problems : findProblemsWithin(registryWith(registry, read.entity), read.entity);
  const others = broken.map((problem) => otherProblem(problem, design));
  return 'problems' in read ? others : [...others, ...checkRowSize(read.entity)];
}

/** A broken rule as a problem: `rule` is the key of its sentence below `definition`. */
function otherProblem({ code, params }: DefinitionProblem, { fields }: Design): DesignProblem {
  const values = Object.entries(params).map(([name, value]): readonly [string, string | number] => [
    name,
    typeof value === 'string' ? truncate(value, MAX_TEXT) : value,
  ]);
  const { name } = params;
  const report = { ...Object.fromEntries(values), rule: code };
  return typeof name === 'string' && fields.some((field) => field.name === name)
    ? fieldProblem(name, 'other', 'other_options', report)
    : tableProblem('other', 'other_options', report);
}

/**
 * Returns what prevents a design from being applied; an empty list when it can be. Never throws: a column whose value is not
 * of its type is a problem, whatever it holds.
 */
export function checkDesign(design: Design, context: CheckContext): readonly DesignProblem[] {
  const read = readDesign(design);
  const problems = [...read.problems, ...checkParts(read, context)];
  return problems.length > 0 ? problems : checkDefinition(read, context.registry);
}
