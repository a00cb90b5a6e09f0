/** Rules for definitions that types cannot express. The tests of the registry and the designer use them; each problem is one sentence. */
import type { AnyEntity, AnyFormRow } from '../entity/entity';
import type { FieldKind } from '../entity/fieldKinds';
import { lintField } from './lintField';
import { lintLabels } from './lintLabels';
import { columnsOf, standardColumns, type Column } from '../entity/columns';
import type { Registry } from '../entity/registry';
import { companionName } from '../entity/translations/companions';

export const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
export const MAX_NAME_LENGTH = 40;
/** Columns and JSON keys of the engine, and names that have another meaning in a row, a filter or a response. */
export const RESERVED_NAMES = new Set(['revision', 'live', 'all', 'some', 'constructor', 'prototype', 'refs', 'ids']);
/** The kinds of fields that can have an English companion. */
const TRANSLATABLE_KINDS: readonly FieldKind[] = ['text', 'rich_text', 'array'];
/** Path segments the REST contract gives to every entity. */
const VERBS = new Set(['index', 'add', 'edit', 'del', 'batchadd', 'sortable', 'select', 'see_restricted', 'see_money']);

/** Rows of the form without their grouping. */
export const formFieldNames = (entity: AnyEntity): readonly string[] =>
  entity.spec.form.flatMap((part) =>
    typeof part === 'object' && 'rows' in part ? part.rows.flatMap(rowFields) : rowFields(part),
  );
function rowFields(row: AnyFormRow): readonly string[] {
  return typeof row === 'string' ? [row] : row;
}

function* lintNames(entity: AnyEntity): Iterable<string> {
  if (!SNAKE_CASE.test(entity.name) || entity.name.length > MAX_NAME_LENGTH)
    yield `its name must be snake_case of at most ${MAX_NAME_LENGTH} letters`;
  const standard = standardColumns(entity.spec.base);
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    if (!SNAKE_CASE.test(name) || name.length > MAX_NAME_LENGTH)
      yield `“${name}” must be snake_case of at most ${MAX_NAME_LENGTH} letters`;
    if (RESERVED_NAMES.has(name) || name.endsWith('_n')) yield `“${name}” is a name the engine keeps for itself`;
    const redeclared = Object.hasOwn(standard, name) && !(name === 'weigh' && field.kind === 'integer');
    if (redeclared) yield `“${name}” is a standard column and cannot be declared again`;
  }
  if (Object.keys(entity.spec.fields).length === 0) yield 'it has no fields';
}

function* lintTitle(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<string> {
  const { title, base } = entity.spec;
  const column = columns.get(title);
  if (column === undefined) {
    yield `its title “${title}” is not a column`;
    return;
  }
  if (column.sensitivity === 'secret' || column.sensitivity === 'restricted')
    yield `its title “${title}” is not for everybody's eyes; pickers and references would show it`;
  if (column.long || column.store === 'json') yield `its title “${title}” is too long to name a row`;
  const hasText = column.options.required === true || column.options.default !== undefined || base === 'log';
  if (!hasText) yield `its title “${title}” may be empty; make it required`;
}

function* lintList(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<string> {
  const { list } = entity.spec;
  if (list.columns.length === 0) yield 'its list shows no column';
  if (new Set(list.columns).size !== list.columns.length) yield 'its list shows a column twice';
  for (const name of list.columns) {
    const column = columns.get(name);
    if (column === undefined) yield `its list shows “${name}”, which is not a column`;
    else if (column.sensitivity === 'secret') yield `its list shows “${name}”, which is secret`;
    else if (column.long) yield `its list shows “${name}”, which is too long for a list`;
  }
  if (list.sort === undefined) return;
  const name = list.sort.replace(/^-/, '');
  const column = columns.get(name);
  if (column === undefined) yield `its list is sorted by “${name}”, which is not a column`;
  else if (!column.sortable || !['public', 'internal'].includes(column.sensitivity))
    yield `its list cannot be sorted by “${name}”, of kind ${column.kind} and sensitivity ${column.sensitivity}`;
}

function* lintForm(entity: AnyEntity): Iterable<string> {
  const names = formFieldNames(entity);
  for (const name of names)
    if (!Object.hasOwn(entity.spec.fields, name)) yield `its form asks for “${name}”, which is not a field`;
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
    yield `its form asks for “${name}” twice`;
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const { required, readonly, default: defaultValue } = field.options;
    if (required && !readonly && defaultValue === undefined && !names.includes(name))
      yield `“${name}” is required but its form does not ask for it`;
  }
}

/** Every column an access clause compares: audience, verb, column. */
const accessClauses = (entity: AnyEntity): readonly (readonly [string, string, string])[] =>
  Object.entries(entity.spec.access).flatMap(([audience, access]) =>
    access === 'crud'
      ? []
      : Object.entries(access).flatMap(([verb, grant]) =>
          grant === true ? [] : Object.keys(grant).map((name) => [audience, verb, name] as const),
        ),
  );

function* lintAccess(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<string> {
  for (const [audience, access] of Object.entries(entity.spec.access)) {
    const changes = access === 'crud' || access.update !== undefined || access.remove !== undefined;
    if (entity.spec.base === 'log' && changes) yield `it is a log, so ${audience} may not change or remove its rows`;
  }
  if (entity.spec.personal)
    for (const [audience, access] of Object.entries(entity.spec.access))
      if (access === 'crud' || Object.values(access).includes(true))
        yield `its rows are personal, so ${audience} may use none of its verbs on every row`;
  for (const [audience, verb, name] of accessClauses(entity)) {
    const column = columns.get(name);
    if (column === undefined) yield `${audience} ${verb} looks at “${name}”, which is not a column`;
    else if (column.long || !column.operators.includes('=')) yield `${audience} ${verb} cannot compare “${name}”`;
  }
}

/** Whether members read rows of their own: a clause compares a field with the reader. Their own account is known by its id. */
function isReadByOwner({ spec: { access } }: AnyEntity): boolean {
  const read = access.member === 'crud' ? true : access.member?.read;
  if (typeof read !== 'object') return false;
  return Object.entries(read).some(
    ([name, value]) =>
      name !== 'id' && typeof value === 'object' && value !== null && 'actor' in value && value.actor === 'id',
  );
}

function* lintSpecialFields(entity: AnyEntity): Iterable<string> {
  const { fields, owner, tree, publicId } = entity.spec;
  if (publicId !== undefined) {
    const field = fields[publicId];
    if (field?.kind !== 'integer' || (field.options.sensitivity ?? entity.spec.sensitivity) !== 'public')
      yield `its public id “${publicId}” must be a public whole number`;
  } else if (isReadByOwner(entity))
    yield 'members read its rows one by one, so it needs a public id: ids tell how many rows there are';
  if (owner !== undefined) {
    const field = fields[owner];
    if (field?.kind !== 'ref' || field.options.to !== 'admin')
      yield `its owner “${owner}” must be a reference to admin`;
  }
  if (tree !== undefined) {
    const field = fields[tree];
    if (field?.kind !== 'ref' || field.options.to !== entity.name || field.options.tree !== true)
      yield `its tree “${tree}” must be a reference to ${entity.name} itself, marked as tree`;
  }
  for (const [name, field] of Object.entries(fields))
    if (field.options.tree === true && tree !== name)
      yield `“${name}” is marked as tree, but the entity's tree is not it`;
}

function* lintPickerColumns(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<string> {
  const { picture, hint } = entity.spec.pickerColumns ?? {};
  const isVisibleToStaff = (column: Column | undefined) => ['public', 'internal'].includes(column?.sensitivity ?? '');
  const [pictureColumn, hintColumn] = [columns.get(picture ?? ''), columns.get(hint ?? '')];
  if (picture !== undefined && (pictureColumn?.kind !== 'image' || !isVisibleToStaff(pictureColumn)))
    yield `its picker shows the picture “${picture}”, which is not a picture that all staff may see`;
  if (
    hint !== undefined &&
    (!['text', 'ref'].includes(hintColumn?.kind ?? '') || hintColumn?.long === true || !isVisibleToStaff(hintColumn))
  )
    yield `its picker shows the hint “${hint}”, which is not a short text or reference that all staff may see`;
}

function* lintFieldGroups(entity: AnyEntity): Iterable<string> {
  const { fields, mergeGroups = [], either = [], transitions = {} } = entity.spec;
  for (const group of either) {
    if (group.length < 2) yield 'a group of which one is needed must name two fields at least';
    for (const name of group) {
      const options = fields[name]?.options;
      if (options === undefined) yield `“${name}” is needed unless another is given, but is not a field`;
      else if (options.required || options.default !== undefined || options.readonly)
        yield `“${name}” is needed unless another is given, so it can be left empty and written`;
    }
  }
  const grouped = mergeGroups.flat();
  for (const name of grouped)
    if (!Object.hasOwn(fields, name)) yield `“${name}” merges together with others but is not a field`;
  if (new Set(grouped).size !== grouped.length) yield 'a field merges together with two groups of others';
  for (const [name, definitions] of Object.entries(transitions)) {
    const values = fields[name]?.options.values ?? {};
    if (fields[name]?.kind !== 'choice') yield `“${name}” has transitions but is not a choice`;
    const hasText = Object.entries(definitions ?? {}).flatMap(([transition, { from, to }]) =>
      [...from, to].map((value) => [transition, value]),
    );
    for (const [transition, value = ''] of hasText)
      if (!Object.hasOwn(values, value))
        yield `the transition ${String(transition)} of “${name}” names “${value}”, which is not a value`;
  }
}

function* lintTranslations({ spec: { fields, translations = [] } }: AnyEntity): Iterable<string> {
  if (new Set(translations).size !== translations.length) yield 'it translates a field twice';
  for (const name of translations) {
    const [field, companion] = [fields[name], fields[companionName(name)]];
    if (field === undefined || !TRANSLATABLE_KINDS.includes(field.kind))
      yield `it translates “${name}”, which is neither a text nor a list of texts`;
    else if (companion?.kind !== field.kind || companion.options.required || companion.options.unique)
      yield `“${companionName(name)}” must be of the kind of “${name}”, neither required nor unique`;
  }
}

/** What holds only while a choice has one of some values. */
function* lintStateConditions({ spec: { fields, locked, onDelete } }: AnyEntity): Iterable<string> {
  const conditions = [
    ['is locked', locked],
    ['restricts the removal of what it refers to', onDelete?.restrictWhile],
  ] as const;
  for (const [what, condition] of conditions)
    for (const value of condition?.when ?? [])
      if (!Object.hasOwn(fields[condition?.field ?? '']?.options.values ?? {}, value))
        yield `it ${what} while “${condition?.field}” is “${value}”, which is not a value`;
}

function* lintActions(entity: AnyEntity): Iterable<string> {
  for (const action of entity.spec.actions ?? []) {
    if (!SNAKE_CASE.test(action)) yield `the action “${action}” must be snake_case`;
    if (VERBS.has(action)) yield `the action “${action}” is a verb every entity has already`;
  }
}

/** Everything wrong with one definition by itself; each sentence begins with the entity's name. */
export function lintDefinition(entity: AnyEntity): readonly string[] {
  const columns = columnsOf(entity);
  const fields = Object.entries(entity.spec.fields).flatMap(([name, field]) => [...lintField(entity, name, field)]);
  const problems = [
    ...lintNames(entity),
    ...fields,
    ...lintTitle(entity, columns),
    ...lintList(entity, columns),
    ...lintForm(entity),
    ...lintAccess(entity, columns),
    ...lintSpecialFields(entity),
    ...lintPickerColumns(entity, columns),
    ...lintFieldGroups(entity),
    ...lintTranslations(entity),
    ...lintStateConditions(entity),
    ...lintActions(entity),
    ...lintLabels(entity),
  ];
  return problems.map((problem) => `${entity.name}: ${problem}`);
}

function* lintReferences(entity: AnyEntity, registry: Registry): Iterable<string> {
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const { to } = field.options;
    if (to !== undefined && registry.get(to) === undefined)
      yield `${entity.name}: “${name}” refers to ${to}, which does not exist`;
  }
  for (const child of entity.spec.children ?? []) {
    const field = registry.get(child.entity)?.spec.fields[child.by];
    if (field?.kind !== 'ref' || field.options.to !== entity.name)
      yield `${entity.name}: its child ${child.entity} does not refer to it by “${child.by}”`;
  }
}

/** Returns all problems of all definitions; an empty list when the registry is valid. */
export function lintRegistry(registry: Registry, definitions: readonly AnyEntity[] = registry.all): readonly string[] {
  const names = definitions.map((entity) => entity.name);
  const duplicates = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    ...duplicates.map((name) => `${name}: two definitions have this name`),
    ...definitions.flatMap((entity) => [...lintDefinition(entity), ...lintReferences(entity, registry)]),
  ];
}
