/** Checks the choices of a field, its transitions and the choices that lock a row. */
import { MAX_NAME_LENGTH, SNAKE_CASE } from '../../definition/lintDefinition';
import { isUnsafeKey } from '../../entity/findJsonIssue';
import { isObject } from '../../json';
import type { CompleteField } from '../completeDesign';
import type { DesignProblem } from '../design';
import { fieldProblem, type ProblemCode } from './designProblem';
import { usesColumn } from '../fieldOptions';

const MAX_CHOICES = 200;
const MAX_LABEL = 200;
const CHOICE_KEYS: ReadonlySet<string> = new Set(['name', 'value', 'en', 'zh']);
const TRANSITION_KEYS: ReadonlySet<string> = new Set(['name', 'from', 'to', 'node', 'super', 'en', 'zh']);

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= MAX_NAME_LENGTH && SNAKE_CASE.test(name) && !isUnsafeKey(name);
const isValue = (value: unknown): value is number | string =>
  typeof value === 'string' ? /^[\w-]{1,40}$/.test(value) : Number.isSafeInteger(value);
const isLabel = (label: unknown): boolean =>
  typeof label === 'string' && label.trim() !== '' && label.length <= MAX_LABEL;
const isOptionalLabel = (label: unknown): boolean => label === undefined || isLabel(label);
const hasOnly = (value: object, keys: ReadonlySet<string>): boolean => Object.keys(value).every((key) => keys.has(key));
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Checks the choices of a field; whether its transitions can be checked follows from them. */
function* checkChoiceList(field: CompleteField): Iterable<DesignProblem> {
  const choices = listIn(field.choices);
  const report = (code: ProblemCode, params?: DesignProblem['params']) =>
    fieldProblem(field.name, code, 'choices', params);
  if (choices.length === 0) yield report('choices_missing');
  if (choices.length > MAX_CHOICES) yield report('too_many_choices', { max: MAX_CHOICES });
  const names = new Set<string>();
  const values = new Set<string>();
  const types = new Set<string>();
  for (const [index, choice] of choices.slice(0, MAX_CHOICES).entries()) {
    const number = { number: index + 1 };
    if (!isObject(choice) || !isName(choice['name']) || !isValue(choice['value']) || !hasOnly(choice, CHOICE_KEYS)) {
      yield report('choices_invalid', number);
      continue;
    }
    const { name, value, en, zh } = choice;
    if (names.has(String(name)) || values.has(String(value))) yield report('choice_duplicate', number);
    if (!isLabel(en) || !isLabel(zh)) yield report('choice_label_missing', number);
    names.add(String(name));
    values.add(String(value));
    types.add(typeof value);
  }
  if (types.size > 1) yield report('choices_mixed');
}

const choiceNames = (field: CompleteField): ReadonlySet<unknown> =>
  new Set(listIn(field.choices).map((choice) => (isObject(choice) ? choice['name'] : undefined)));
const namesChoices = (names: unknown, known: ReadonlySet<unknown>): boolean =>
  listIn(names).length > 0 && listIn(names).every((name) => typeof name === 'string' && known.has(name));

function isTransition(transition: unknown, known: ReadonlySet<unknown>): boolean {
  if (!isObject(transition) || !hasOnly(transition, TRANSITION_KEYS)) return false;
  const { name, from, to, super: superOnly } = transition;
  const isSuper = superOnly === undefined || typeof superOnly === 'boolean';
  if (!isOptionalLabel(transition['en']) || !isOptionalLabel(transition['zh'])) return false;
  return isName(name) && namesChoices(from, known) && typeof to === 'string' && known.has(to) && isSuper;
}

const isLabelledInOneLanguage = (transition: unknown): boolean =>
  isObject(transition) && (transition['en'] === undefined) !== (transition['zh'] === undefined);

function* checkTransitions(field: CompleteField): Iterable<DesignProblem> {
  const known = choiceNames(field);
  const report = (index: number) =>
    fieldProblem(field.name, 'transitions_invalid', 'transitions', { number: index + 1 });
  if (field.transitions !== null && !Array.isArray(field.transitions)) yield report(0);
  const names = new Set<unknown>();
  for (const [index, transition] of listIn(field.transitions).entries()) {
    const name = isObject(transition) ? transition['name'] : undefined;
    const node = isObject(transition) ? transition['node'] : undefined;
    if (!isTransition(transition, known) || names.has(name)) yield report(index);
    else if (node !== undefined && !isName(node))
      yield fieldProblem(field.name, 'transition_permission', 'transitions', { number: index + 1 });
    else if (node !== undefined && isLabelledInOneLanguage(transition))
      yield fieldProblem(field.name, 'transition_label_one_language', 'transitions', { number: index + 1 });
    names.add(name);
  }
  const locked = field.locked_when;
  const isEmptyList = Array.isArray(locked) && locked.length === 0;
  if (locked !== null && !isEmptyList && !namesChoices(locked, known))
    yield fieldProblem(field.name, 'locked_invalid', 'locked_when');
}

const RENDERINGS = { choice: ['', 'select', 'radio'], choices: ['', 'select', 'checkbox'] } as const;

/** Checks everything about the choices of a field that has choices. */
export function* checkChoices(field: CompleteField): Iterable<DesignProblem> {
  const { kind } = field;
  if (kind !== 'choice' && kind !== 'choices') return;
  yield* checkChoiceList(field);
  if (!RENDERINGS[kind].some((rendering) => rendering === field.rendering))
    yield fieldProblem(field.name, 'rendering_unknown', 'rendering');
  if (usesColumn(kind, 'transitions')) yield* checkTransitions(field);
}
