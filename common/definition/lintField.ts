/** Rules for one field: its options must fit each other and its kind. */
import type { AnyEntity } from '../entity/entity';
import { isList, type Field } from '../entity/field';
import { readValue } from '../entity/readValue';
import { definitionProblem, type DefinitionProblem } from './definitionProblem';

import {
  DISPLAYS_BY_KIND,
  MAX_DECIMALS,
  MAX_LIST_WIDTH as MAX_WIDTH,
  MIN_LIST_WIDTH as MIN_WIDTH,
} from '../entity/lists/listOptions';
import { FIELD_KINDS } from '../entity/fieldKinds';

const CHOICE_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function* lintChoices(name: string, field: Field): Iterable<DefinitionProblem> {
  const entries = Object.entries(field.options.values ?? {});
  if (entries.length === 0) yield definitionProblem('choices_missing', { name });
  const values = entries.map(([, value]) => String(value));
  if (new Set(values).size !== values.length) yield definitionProblem('choice_value_twice', { name });
  if (new Set(entries.map(([, value]) => typeof value)).size > 1) yield definitionProblem('choices_mixed', { name });
  for (const [choice, value] of entries) {
    if (!CHOICE_NAME.test(choice)) yield definitionProblem('choice_name', { name, choice });
    if (!isValidChoiceValue(value)) yield definitionProblem('choice_value', { name, choice });
  }
}
const isValidChoiceValue = (value: unknown) =>
  typeof value === 'string' ? /^[\w-]{1,40}$/.test(value) : Number.isSafeInteger(value);

function* lintDefault(name: string, field: Field): Iterable<DefinitionProblem> {
  const { default: defaultValue, values, ...rest } = field.options;
  if (defaultValue === undefined || (field.kind === 'text' && defaultValue === '')) return; // an empty text: nothing is entered
  if (field.kind === 'choice' || field.kind === 'choices') {
    const names = isList(defaultValue) ? defaultValue : [defaultValue];
    const unknownNames = names.filter(
      (unknownName) => typeof unknownName !== 'string' || !Object.hasOwn(values ?? {}, unknownName),
    );
    for (const unknownName of unknownNames)
      yield definitionProblem('default_choice', { name, value: JSON.stringify(unknownName) });
    return;
  }
  if ('issues' in readValue({ kind: field.kind, options: rest }, defaultValue))
    yield definitionProblem('default_invalid', { name });
}

function* lintConfirmation(name: string, { options, kind }: Field): Iterable<DefinitionProblem> {
  const knownValues = kind === 'switch' ? ['0', '1'] : Object.keys(options.values ?? {});
  for (const value of options.confirmChangeTo ?? [])
    if (!knownValues.includes(String(value))) yield definitionProblem('confirmation_unknown', { name, value });
}

function* lintListOptions(name: string, { kind, options }: Field): Iterable<DefinitionProblem> {
  const { operators = [], display, width } = options;
  for (const operator of operators)
    if (!FIELD_KINDS[kind].operators.includes(operator)) yield definitionProblem('operator_unfit', { name, operator });
  if (display !== undefined && !DISPLAYS_BY_KIND[kind]?.includes(display))
    yield definitionProblem('display_unfit', { name, display });
  if (width !== undefined && !(Number.isInteger(width) && width >= MIN_WIDTH && width <= MAX_WIDTH))
    yield definitionProblem('width_unfit', { name, min: MIN_WIDTH, max: MAX_WIDTH });
}

function* lintNumberOptions(name: string, { kind, options: { step, decimals } }: Field): Iterable<DefinitionProblem> {
  if (step !== undefined && (step <= 0 || (kind !== 'integer' && kind !== 'float')))
    yield definitionProblem('step_unfit', { name });
  const isCount = Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= MAX_DECIMALS;
  if (decimals !== undefined && (kind !== 'float' || !isCount))
    yield definitionProblem('decimals_unfit', { name, max: MAX_DECIMALS });
}

const READ_PERMISSION = /^see_[a-z0-9]+(?:_[a-z0-9]+)*$/;
const WRITE_PERMISSION = /^write_[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** Permissions of the field: staff hold them, so the rows of persons and entities for super admins only have none. */
function* lintPermissions(entity: AnyEntity, name: string, { kind, options }: Field): Iterable<DefinitionProblem> {
  const { readPermission, writePermission, sensitivity, readonly } = options;
  const { personal, superOnly, actions = [], transitions = {} } = entity.spec;
  if (readPermission === undefined && writePermission === undefined) return;
  if (personal === true || superOnly === true) yield definitionProblem('permission_unheld', { name });
  if (readPermission !== undefined && (sensitivity !== undefined || kind === 'password'))
    yield definitionProblem('permission_and_sensitivity', { name });
  if (writePermission !== undefined && readonly) yield definitionProblem('permission_readonly', { name });
  const transitionActions = Object.values(transitions).flatMap((byName) =>
    Object.values(byName ?? {}).map(({ node }) => node),
  );
  const taken = new Set(['see_restricted', 'see_money', ...actions, ...transitionActions]);
  for (const [permission, form, prefix] of [
    [readPermission, READ_PERMISSION, 'see_'],
    [writePermission, WRITE_PERMISSION, 'write_'],
  ] as const)
    if (permission !== undefined && (!form.test(permission) || taken.has(permission)))
      yield definitionProblem('permission_name', { name, permission, prefix });
}

/** The problems of a field by itself, without the rest of the definition. */
export function* lintField(entity: AnyEntity, name: string, field: Field): Iterable<DefinitionProblem> {
  const { options, kind } = field;
  const { min, max } = options;
  if (kind === 'choice' || kind === 'choices') yield* lintChoices(name, field);
  else if (options.values !== undefined) yield definitionProblem('values_unfit', { name });
  if ((kind === 'ref' || kind === 'refs') !== (options.to !== undefined))
    yield definitionProblem('target_missing', { name });
  yield* lintDefault(name, field);
  yield* lintConfirmation(name, field);
  yield* lintListOptions(name, field);
  yield* lintNumberOptions(name, field);
  yield* lintPermissions(entity, name, field);
  for (const former of options.formerNames ?? [])
    if (Object.hasOwn(entity.spec.fields, former)) yield definitionProblem('former_name_taken', { name, former });
  if (min !== undefined && max !== undefined && min > max) yield definitionProblem('bounds_reversed', { name });
  const isShortText = kind === 'text' && (max ?? 255) <= 1024;
  if ((options.search && !isShortText) || (options.unique && !isShortText && kind !== 'ref'))
    yield definitionProblem('unique_unfit', { name });
  if (options.indexed === true && kind !== 'datetime') yield definitionProblem('indexed_unfit', { name });
  if (kind === 'password' && entity.spec.base === 'log') yield definitionProblem('password_in_log', { name });
  if (kind === 'password' && options.sensitivity !== undefined && options.sensitivity !== 'secret')
    yield definitionProblem('password_open', { name });
  if (options.sensitivity === 'secret' && kind !== 'password' && !options.readonly)
    yield definitionProblem('secret_unfit', { name });
}
