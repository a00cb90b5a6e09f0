/**
 * Rules for definitions that types cannot express. The tests of the registry and the designer use them; each problem is a code with a
 * sentence in each language.
 */
import type { AnyEntity, AnyFormRow } from '../entity/entity';
import type { Field } from '../entity/field';
import type { FieldKind } from '../entity/fieldKinds';
import { lintField } from './lintField';
import { lintLabels } from './lintLabels';
import { getColumns, standardColumns, type Column } from '../entity/columns';
import type { Registry } from '../entity/registry';
import { companionName } from '../entity/translations/companions';
import { definitionProblem, englishSentence, type DefinitionProblem } from './definitionProblem';

export const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
export const MAX_NAME_LENGTH = 40;
/** Columns and JSON keys of the engine, and names that have another meaning in a row, a filter or a response. */
export const RESERVED_NAMES = new Set(['revision', 'live', 'all', 'some', 'constructor', 'prototype', 'refs', 'ids']);
/** The kinds of fields that can have an English companion. */
const TRANSLATABLE_KINDS: readonly FieldKind[] = ['text', 'rich_text', 'array'];
/** Path segments the REST contract gives to every entity. */
const VERBS = new Set([
  ...['index', 'add', 'edit', 'del', 'batchadd', 'sortable', 'select', 'see_restricted', 'see_money', 'suggest'],
]);

/** Rows of the form without their grouping. */
export const formFieldNames = (entity: AnyEntity): readonly string[] =>
  entity.spec.form.flatMap((part) =>
    typeof part === 'object' && 'rows' in part ? part.rows.flatMap(rowFields) : rowFields(part),
  );
function rowFields(row: AnyFormRow): readonly string[] {
  return typeof row === 'string' ? [row] : row;
}

function* lintNames(entity: AnyEntity): Iterable<DefinitionProblem> {
  if (!SNAKE_CASE.test(entity.name) || entity.name.length > MAX_NAME_LENGTH)
    yield definitionProblem('name_invalid', { max: MAX_NAME_LENGTH });
  const standard = standardColumns(entity.spec.base);
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    if (!SNAKE_CASE.test(name) || name.length > MAX_NAME_LENGTH)
      yield definitionProblem('field_name_invalid', { name, max: MAX_NAME_LENGTH });
    if (RESERVED_NAMES.has(name) || name.endsWith('_n')) yield definitionProblem('field_name_reserved', { name });
    const redeclared = Object.hasOwn(standard, name) && !(name === 'weigh' && field.kind === 'integer');
    if (redeclared) yield definitionProblem('field_name_standard', { name });
  }
  if (Object.keys(entity.spec.fields).length === 0) yield definitionProblem('fields_missing');
}

function* lintTitle(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<DefinitionProblem> {
  const { title, base } = entity.spec;
  const column = columns.get(title);
  if (column === undefined) {
    yield definitionProblem('title_unknown', { name: title });
    return;
  }
  if (column.sensitivity === 'secret' || column.sensitivity === 'restricted')
    yield definitionProblem('title_hidden', { name: title });
  if (column.long || column.store === 'json') yield definitionProblem('title_long', { name: title });
  const hasText = column.options.required === true || column.options.default !== undefined || base === 'log';
  if (!hasText) yield definitionProblem('title_empty', { name: title });
}

function* lintList(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<DefinitionProblem> {
  const { list } = entity.spec;
  if (list.columns.length === 0) yield definitionProblem('list_empty');
  if (new Set(list.columns).size !== list.columns.length) yield definitionProblem('list_twice');
  for (const name of list.columns) {
    const column = columns.get(name);
    if (column === undefined) yield definitionProblem('list_unknown', { name });
    else if (column.sensitivity === 'secret') yield definitionProblem('list_secret', { name });
    else if (column.long) yield definitionProblem('list_long', { name });
  }
  if (list.sort === undefined) return;
  const name = list.sort.replace(/^-/, '');
  const column = columns.get(name);
  if (column === undefined) yield definitionProblem('sort_unknown', { name });
  else if (!column.sortable || !['public', 'internal'].includes(column.sensitivity))
    yield definitionProblem('sort_unfit', { name, kind: column.kind, sensitivity: column.sensitivity });
}

function* lintForm(entity: AnyEntity): Iterable<DefinitionProblem> {
  const names = formFieldNames(entity);
  for (const name of names)
    if (!Object.hasOwn(entity.spec.fields, name)) yield definitionProblem('form_unknown', { name });
  for (const name of new Set(names.filter((candidate, at) => names.indexOf(candidate) !== at)))
    yield definitionProblem('form_twice', { name });
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const { required, readonly, default: defaultValue } = field.options;
    if (required && !readonly && defaultValue === undefined && !names.includes(name))
      yield definitionProblem('form_required', { name });
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

function* lintAccess(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<DefinitionProblem> {
  for (const [audience, access] of Object.entries(entity.spec.access)) {
    const changes = access === 'crud' || access.update !== undefined || access.remove !== undefined;
    if (entity.spec.base === 'log' && changes) yield definitionProblem('log_changes', { audience });
  }
  if (entity.spec.personal)
    for (const [audience, access] of Object.entries(entity.spec.access))
      if (access === 'crud' || Object.values(access).includes(true))
        yield definitionProblem('personal_open', { audience });
  for (const [audience, verb, name] of accessClauses(entity)) {
    const column = columns.get(name);
    if (column === undefined) yield definitionProblem('access_unknown', { audience, verb, name });
    else if (column.long || !column.operators.includes('='))
      yield definitionProblem('access_unfit', { audience, verb, name });
  }
}

/** Whether members read their own rows: a clause compares a field with the reader. Their own account is known by its id. */
function isReadByOwner({ spec: { access } }: AnyEntity): boolean {
  const read = access.member === 'crud' ? true : access.member?.read;
  if (typeof read !== 'object') return false;
  return Object.entries(read).some(
    ([name, value]) =>
      name !== 'id' && typeof value === 'object' && value !== null && 'actor' in value && value.actor === 'id',
  );
}

function* lintSpecialFields(entity: AnyEntity): Iterable<DefinitionProblem> {
  const { fields, owner, tree, publicId } = entity.spec;
  if (publicId !== undefined) {
    const field = fields[publicId];
    if (field?.kind !== 'integer' || (field.options.sensitivity ?? entity.spec.sensitivity) !== 'public')
      yield definitionProblem('public_id_unfit', { name: publicId });
  } else if (isReadByOwner(entity)) yield definitionProblem('public_id_missing');
  if (owner !== undefined) {
    const field = fields[owner];
    if (field?.kind !== 'ref' || field.options.to !== 'admin') yield definitionProblem('owner_unfit', { name: owner });
  }
  if (tree !== undefined) {
    const field = fields[tree];
    if (field?.kind !== 'ref' || field.options.to !== entity.name || field.options.tree !== true)
      yield definitionProblem('tree_unfit', { name: tree, entity: entity.name });
  }
  for (const [name, field] of Object.entries(fields))
    if (field.options.tree === true && tree !== name) yield definitionProblem('tree_undeclared', { name });
}

function* lintPickerColumns(entity: AnyEntity, columns: ReadonlyMap<string, Column>): Iterable<DefinitionProblem> {
  const { picture, hint } = entity.spec.pickerColumns ?? {};
  const isVisibleToStaff = (column: Column | undefined) => ['public', 'internal'].includes(column?.sensitivity ?? '');
  const [imageColumn, hintColumn] = [columns.get(picture ?? ''), columns.get(hint ?? '')];
  if (picture !== undefined && (imageColumn?.kind !== 'image' || !isVisibleToStaff(imageColumn)))
    yield definitionProblem('picture_unfit', { name: picture });
  if (
    hint !== undefined &&
    (!['text', 'ref'].includes(hintColumn?.kind ?? '') || hintColumn?.long === true || !isVisibleToStaff(hintColumn))
  )
    yield definitionProblem('hint_unfit', { name: hint });
}

function* lintFieldGroups(entity: AnyEntity): Iterable<DefinitionProblem> {
  const { fields, mergeGroups = [], either = [], transitions = {} } = entity.spec;
  for (const group of either) {
    if (group.length < 2) yield definitionProblem('either_short');
    for (const name of group) {
      const options = fields[name]?.options;
      if (options === undefined) yield definitionProblem('either_unknown', { name });
      else if (options.required || options.default !== undefined || options.readonly)
        yield definitionProblem('either_unfit', { name });
    }
  }
  const grouped = mergeGroups.flat();
  for (const name of grouped) if (!Object.hasOwn(fields, name)) yield definitionProblem('merge_unknown', { name });
  if (new Set(grouped).size !== grouped.length) yield definitionProblem('merge_twice');
  for (const [name, definitions] of Object.entries(transitions)) {
    const values = fields[name]?.options.values ?? {};
    if (fields[name]?.kind !== 'choice') yield definitionProblem('transitions_unfit', { name });
    const hasText = Object.entries(definitions ?? {}).flatMap(([transition, { from, to }]) =>
      [...from, to].map((value) => [transition, value]),
    );
    for (const [transition, value = ''] of hasText)
      if (!Object.hasOwn(values, value))
        yield definitionProblem('transition_unknown', { name, transition: String(transition), value });
  }
}

function* lintTranslations({ spec: { fields, translations = [] } }: AnyEntity): Iterable<DefinitionProblem> {
  if (new Set(translations).size !== translations.length) yield definitionProblem('translation_twice');
  for (const name of translations) {
    const [field, companion] = [fields[name], fields[companionName(name)]];
    if (field === undefined || !TRANSLATABLE_KINDS.includes(field.kind))
      yield definitionProblem('translation_unfit', { name });
    else if (companion?.kind !== field.kind || companion.options.required || companion.options.unique)
      yield definitionProblem('companion_unfit', { name, companion: companionName(name) });
  }
}

/** Conditions that apply only while a choice has one of some values. */
function* lintStateConditions({ spec: { fields, locked, onDelete } }: AnyEntity): Iterable<DefinitionProblem> {
  const conditions = [
    ['lock_unknown', locked],
    ['restriction_unknown', onDelete?.restrictWhile],
  ] as const;
  for (const [code, condition] of conditions)
    for (const value of condition?.when ?? [])
      if (!Object.hasOwn(fields[condition?.field ?? '']?.options.values ?? {}, value))
        yield definitionProblem(code, { name: condition?.field ?? '', value });
}

function* lintActions(entity: AnyEntity): Iterable<DefinitionProblem> {
  for (const action of entity.spec.actions ?? []) {
    if (!SNAKE_CASE.test(action)) yield definitionProblem('action_name', { name: action });
    if (VERBS.has(action)) yield definitionProblem('action_verb', { name: action });
  }
}

/** Lints one definition without its references. */
export function findDefinitionProblems(entity: AnyEntity): readonly DefinitionProblem[] {
  const columns = getColumns(entity);
  const fields = Object.entries(entity.spec.fields).flatMap(([name, field]) => [...lintField(entity, name, field)]);
  return [
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
}

const getSentence = ({ name }: AnyEntity, problem: DefinitionProblem): string => `${name}: ${englishSentence(problem)}`;
/** The problems of a definition as English sentences; each begins with the entity's name. */
export const lintDefinition = (entity: AnyEntity): readonly string[] =>
  findDefinitionProblems(entity).map((problem) => getSentence(entity, problem));

/** Fields of the referred row that lists show: short, and for all staff. */
function* lintTargetFields(
  name: string,
  { options: { targetFields = [] } }: Field,
  target: AnyEntity | undefined,
): Iterable<DefinitionProblem> {
  for (const field of targetFields) {
    const column = target && getColumns(target).get(field);
    const isVisible = column !== undefined && ['public', 'internal'].includes(column.sensitivity);
    if (!isVisible || column.long)
      yield definitionProblem('target_field_unfit', { name, field, target: target?.name ?? '' });
  }
}

function* lintReferences(entity: AnyEntity, registry: Registry): Iterable<DefinitionProblem> {
  for (const [name, field] of Object.entries(entity.spec.fields)) {
    const { to } = field.options;
    if (to !== undefined && registry.get(to) === undefined)
      yield definitionProblem('reference_unknown', { name, target: to });
    else if (to !== undefined) yield* lintTargetFields(name, field, entity.name === to ? entity : registry.get(to));
  }
  for (const child of entity.spec.children ?? []) {
    const field = registry.get(child.entity)?.spec.fields[child.by];
    if (field?.kind !== 'ref' || field.options.to !== entity.name)
      yield definitionProblem('child_unfit', { child: child.entity, name: child.by });
  }
}

/** Lints a definition and its references to other entities. */
export const findProblemsWithin = (registry: Registry, entity: AnyEntity): readonly DefinitionProblem[] => [
  ...findDefinitionProblems(entity),
  ...lintReferences(entity, registry),
];

/** Returns all problems of all definitions as English sentences; an empty list when the registry is valid. */
export function lintRegistry(registry: Registry, definitions: readonly AnyEntity[] = registry.all): readonly string[] {
  const names = definitions.map((entity) => entity.name);
  const duplicates = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    ...duplicates.map((name) => `${name}: ${englishSentence(definitionProblem('entity_twice'))}`),
    ...definitions.flatMap((entity) =>
      findProblemsWithin(registry, entity).map((problem) => getSentence(entity, problem)),
    ),
  ];
}
