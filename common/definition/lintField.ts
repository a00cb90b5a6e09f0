/** Rules for one field: its options must fit each other and its kind. */
import type { AnyEntity } from '../entity/entity';
import { isList, type Field } from '../entity/field';
import { readValue } from '../entity/readValue';

const CHOICE_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function* lintChoices(name: string, field: Field): Iterable<string> {
  const entries = Object.entries(field.options.values ?? {});
  if (entries.length === 0) yield `“${name}” offers nothing to choose`;
  const values = entries.map(([, value]) => String(value));
  if (new Set(values).size !== values.length) yield `“${name}” gives two names to one value`;
  if (new Set(entries.map(([, value]) => typeof value)).size > 1) yield `“${name}” mixes numbers and texts`;
  for (const [choice, value] of entries) {
    if (!CHOICE_NAME.test(choice)) yield `the choice “${choice}” of “${name}” must be snake_case`;
    if (!isValidChoiceValue(value))
      yield `the choice “${choice}” of “${name}” must stand for a whole number or a short word`;
  }
}
const isValidChoiceValue = (value: unknown) =>
  typeof value === 'string' ? /^[\w-]{1,40}$/.test(value) : Number.isSafeInteger(value);

function* lintDefault(name: string, field: Field): Iterable<string> {
  const { default: defaultValue, values, ...rest } = field.options;
  if (defaultValue === undefined) return;
  if (field.kind === 'choice' || field.kind === 'choices') {
    const names = isList(defaultValue) ? defaultValue : [defaultValue];
    const unknownNames = names.filter(
      (unknownName) => typeof unknownName !== 'string' || !Object.hasOwn(values ?? {}, unknownName),
    );
    for (const unknownName of unknownNames)
      yield `the default ${JSON.stringify(unknownName)} of “${name}” is not a choice`;
    return;
  }
  if ('troubles' in readValue({ kind: field.kind, options: rest }, defaultValue))
    yield `the default of “${name}” is not a valid value`;
}

function* lintConfirmation(name: string, { options, kind }: Field): Iterable<string> {
  const knownValues = kind === 'switch' ? ['0', '1'] : Object.keys(options.values ?? {});
  for (const value of options.confirmChangeTo ?? [])
    if (!knownValues.includes(String(value)))
      yield `“${name}” asks before it changes to “${value}”, which is not a value of it`;
}

/** What is wrong with a field by itself. */
export function* lintField(entity: AnyEntity, name: string, field: Field): Iterable<string> {
  const { options, kind } = field;
  const { min, max } = options;
  if (kind === 'choice' || kind === 'choices') yield* lintChoices(name, field);
  else if (options.values !== undefined) yield `“${name}” has values but is not a choice`;
  if ((kind === 'ref' || kind === 'refs') !== (options.to !== undefined))
    yield `“${name}” must name what it refers to, if it is a reference`;
  yield* lintDefault(name, field);
  yield* lintConfirmation(name, field);
  if (min !== undefined && max !== undefined && min > max)
    yield `“${name}” has a least length or size above its greatest`;
  const isShortText = kind === 'text' && (max ?? 255) <= 1024;
  if ((options.search && !isShortText) || (options.unique && !isShortText && kind !== 'ref'))
    yield `“${name}” cannot be unique or searched: only short texts can, and references be unique`;
  if (options.indexed === true && kind !== 'datetime') yield `“${name}” has an index of its own, which only times have`;
  if (kind === 'password' && entity.spec.base === 'log') yield `“${name}” is a password, which a log must never hold`;
  if (kind === 'password' && options.sensitivity !== undefined && options.sensitivity !== 'secret')
    yield `“${name}” is a password, so it is secret and nothing else`;
  if (options.sensitivity === 'secret' && kind !== 'password' && !options.readonly)
    yield `“${name}” is secret but no password: only a behaviour may write it, so mark it read-only`;
}
